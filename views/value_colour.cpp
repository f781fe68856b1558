#include "views/value_colour.h"

#include "views/theme.h"

#include <cmath>

namespace loupe {

QColor valueColour(const Theme& theme, const Scalar& value)
{
    if (value.kind != Scalar::Kind::Float && value.kind != Scalar::Kind::Complex)
        return theme.text;
    if (std::isnan(value.real) || std::isnan(value.imaginary))
        return theme.nan;
    return std::isinf(value.real) || std::isinf(value.imaginary) ? theme.infinity : theme.text;
}

} // namespace loupe
