#pragma once

#include <QColor>
#include <QRect>

#include <span>

class QPainter;

namespace loupe {

struct Theme;

/// Charts that fit into a cell of a list: no axes, no labels. A valid `color` replaces the theme's bar color, for
/// example on a selection.

/// Bars on a baseline at the bottom of `rect`. Heights are fractions of its height, from 0 to 1, and are clipped to 1.
/// A bar above 0 is at least a pixel high, so that a lone outlier stays visible.
void paintMiniHistogram(QPainter& painter, const QRect& rect, std::span<const double> heights, const Theme& theme,
    const QColor& color = {});

/// A line through `values` from left to right, above a dotted axis that distinguishes it from bars. The bottom of
/// `rect` is 0, or the least value if that is negative, and the top is the greatest value; if all are 0, the line is in
/// the middle. Nonfinite values are gaps, and a value between two gaps is a dot. Any number of values is fine: if
/// several share a pixel, their extremes are drawn.
void paintSparkline(
    QPainter& painter, const QRect& rect, std::span<const double> values, const Theme& theme, const QColor& color = {});

} // namespace loupe
