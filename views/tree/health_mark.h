#pragma once

#include "analysis/statistics/health_remarks.h"

#include <QColor>
#include <QRect>

class QPainter;

namespace loupe {

struct Theme;

/// Draws the shape for a scan result in the center of `rect`: a filled diamond for NaN, ∞ for infinities, a cross for
/// unread tensors, a hollow triangle for the rest. Duplicates have none, because they are not a fault. The shapes are
/// distinct without color. A valid `outline` is drawn around filled shapes on a selected row.
void paintHealthMark(
    QPainter& painter, const QRect& rect, HealthRemark remark, const Theme& theme, const QColor& outline = {});

} // namespace loupe
