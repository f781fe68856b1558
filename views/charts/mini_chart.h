#pragma once

#include <QColor>
#include <QRect>

#include <span>

class QPainter;

namespace loupe {

struct Theme;

/// Charts that fit in a cell of a list: no axes, no labels. `color`, where it is valid, is drawn instead of the theme's
/// color of bars, as on a selection.

/// Bars side by side on a baseline along the bottom of `rect`, each from 0 to 1 of its height; what lies beyond is cut.
/// The least bar above 0 is a pixel high: a lone outlier stays visible.
void paintMiniHistogram(QPainter& painter, const QRect& rect, std::span<const double> heights, const Theme& theme,
    const QColor& color = {});

/// A line from left to right through `values` above a dotted axis, which tells it from bars; from 0, or the least value
/// where that is less, at the bottom of `rect` to the greatest one at its top; in the middle where all are 0. What is
/// not finite is a gap. A value between two gaps is a dot. Any number of values: where several fall on a pixel, their
/// extremes stay.
void paintSparkline(
    QPainter& painter, const QRect& rect, std::span<const double> values, const Theme& theme, const QColor& color = {});

} // namespace loupe
