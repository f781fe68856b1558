#include "analysis/comparison/change_scale.h"

#include <algorithm>
#include <cmath>

namespace loupe {

ChangeScale ChangeScale::of(const std::optional<double>& least, const std::optional<double>& largest)
{
    ChangeScale scale;
    if (!least || !largest)
        return scale;
    constexpr double rounding = 1e-9; // of a logarithm: 0.001 begins a decade
    scale.high = static_cast<int>(std::min(0.0, std::ceil(std::log10(*largest) - rounding)));
    const int lowest = static_cast<int>(std::min<double>(scale.high, std::floor(std::log10(*least) + rounding)));
    scale.low = std::clamp(lowest, scale.high - mostDecades, scale.high - leastDecades);
    scale.clipped = lowest < scale.low;
    return scale;
}

double ChangeScale::position(const std::optional<double>& relativeL2) const
{
    if (!relativeL2)
        return 1;
    return *relativeL2 > 0 ? std::clamp((std::log10(*relativeL2) - low) / decades(), 0.0, 1.0) : 0;
}

} // namespace loupe
