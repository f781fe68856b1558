#pragma once

#include "core/dtype.h"

#include <QColor>

namespace loupe {

struct Theme;

/// The color of a value's text. NaN and infinities, also in a part of a complex value, have a color of their own.
QColor valueColor(const Theme& theme, const Scalar& value);
/// True for NaN and infinities. They are bold if the background leaves no choice of color.
bool isNonfinite(const Scalar& value);

} // namespace loupe
