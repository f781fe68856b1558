#pragma once

#include "core/dtype.h"

#include <QColor>

namespace loupe {

struct Theme;

/// The color of a value's text: NaN and infinities stand out, also in a part of a complex value.
QColor valueColor(const Theme& theme, const Scalar& value);
/// True of those that stand out. Where the ground leaves no choice of color they are bold.
bool isNonfinite(const Scalar& value);

} // namespace loupe
