#pragma once

#include "core/dtype.h"

#include <QColor>

namespace loupe {

struct Theme;

/// The absolute value of a difference.
double differenceSize(const Scalar& difference);

/// The ground of a cell whose values differ, under a text: blue where B is less, red where it is greater, of
/// complex numbers, which have no order, the color of differences. The stronger the larger the difference, on a
/// logarithmic scale that ends at `largest`. NaN and infinities are warned of.
QColor differenceTint(const Theme& theme, const Scalar& difference, double largest);

} // namespace loupe
