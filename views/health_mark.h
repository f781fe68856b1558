#pragma once

#include "items/health_remarks.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// Draws the shape of what a scan has found in the middle of `rect`: NaN a filled square on its tip, infinities a
/// filled triangle that points up, unread tensors a cross, duplicates two bars, all else a hollow triangle. Shapes
/// alone tell them apart: `outline`, where it is valid, is drawn around a filled shape that stands on a selection.
void paintHealthMark(
    QPainter& painter, const QRect& rect, HealthRemark remark, const Theme& theme, const QColor& outline = {});

} // namespace loupe
