#pragma once

#include "core/dtype.h"

#include <QColor>

namespace loupe {

struct Theme;

/// The absolute value of a difference.
double differenceSize(const Scalar& difference);

/// The background of a cell whose values differ: blue if B is less, red if it is greater, and the color of differences
/// for complex numbers, which have no order. The larger the difference, the stronger the tint, on a logarithmic scale
/// that ends at `largest`. NaN and infinities have a warning color.
QColor differenceTint(const Theme& theme, const Scalar& difference, double largest);

} // namespace loupe
