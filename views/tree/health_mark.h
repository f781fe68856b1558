#pragma once

#include "analysis/statistics/health_remarks.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// Draws the shape of what a scan has found in the middle of `rect`: NaN a filled square on its tip, infinities
/// the sign ∞, unread tensors a cross, all else a hollow triangle; duplicates nothing, as they are no fault.
/// Shapes alone tell them apart: `outline`, where it is valid, is drawn around a filled shape that stands on a
/// selection.
void paintHealthMark(
    QPainter& painter, const QRect& rect, HealthRemark remark, const Theme& theme, const QColor& outline = {});

} // namespace loupe
