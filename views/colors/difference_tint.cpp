#include "views/colors/difference_tint.h"

#include "views/colors/lab_color.h"
#include "views/colors/theme.h"
#include "views/colors/value_text_color.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr double decades = 3; // decades below the largest difference over which the tint fades
constexpr double faintest = 0.12; // fraction of the color in the background
constexpr double strongest = 0.42;
constexpr double warned = 0.08;

} // namespace

double differenceSize(const Scalar& difference)
{
    return std::hypot(difference.real, difference.imaginary);
}

QColor differenceTint(const Theme& theme, const Scalar& difference, double largest)
{
    if (isNonfinite(difference))
        return mixLab(theme.surface, theme.warning, warned);
    const double size = differenceSize(difference);
    const double below = size > 0 && largest > size ? std::log10(largest) - std::log10(size) : 0; // decades
    const double share = strongest - (strongest - faintest) * std::min(below / decades, 1.0);
    if (difference.kind == Scalar::Kind::Complex)
        return mixLab(theme.surface, theme.difference, share);
    return mixLab(theme.surface, difference.real < 0 ? theme.below : theme.above, share);
}

} // namespace loupe
