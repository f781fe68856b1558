#include "views/colors/value_text_color.h"

#include "views/colors/theme.h"

#include <cmath>

namespace loupe {

bool isNonfinite(const Scalar& value)
{
    const bool hasParts = value.kind == Scalar::Kind::Float || value.kind == Scalar::Kind::Complex;
    return hasParts && !(std::isfinite(value.real) && std::isfinite(value.imaginary));
}

QColor valueColor(const Theme& theme, const Scalar& value)
{
    if (!isNonfinite(value))
        return theme.text;
    return std::isnan(value.real) || std::isnan(value.imaginary) ? theme.nan : theme.infinity;
}

} // namespace loupe
