#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace loupe {

/// The position of a quantile among `count` sorted values by NumPy's default method: between values `lower` and
/// `upper`, at `share` of the way.
struct QuantilePlace {
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;
    double share = 0;

    /// Preconditions: 0 <= fraction <= 1, count > 0.
    static QuantilePlace of(double fraction, std::uint64_t count)
    {
        const double position = static_cast<double>(count - 1) * fraction;
        const double whole = std::floor(position);
        const auto lower = std::min(static_cast<std::uint64_t>(whole), count - 1);
        return {lower, std::min(lower + 1, count - 1), position - whole};
    }
};

/// The value at `share` of the way between two neighbors, rounded as NumPy does. Finite even if their difference is
/// not.
inline double interpolate(double lower, double upper, double share)
{
    const double difference = upper - lower;
    if (std::isinf(difference))
        return 2 * interpolate(lower / 2, upper / 2, share);
    const double value = share >= 0.5 ? upper - difference * (1 - share) : lower + difference * share;
    return value + 0.0; // turns -0 into 0, since their order among equal values is random
}

/// The ranks, from 0, that the quantiles need: ascending and unique.
inline std::vector<std::uint64_t> ranksFor(const std::vector<double>& fractions, std::uint64_t count)
{
    std::vector<std::uint64_t> ranks;
    for (const double fraction : fractions) {
        const auto place = QuantilePlace::of(fraction, count);
        ranks.insert(ranks.end(), {place.lower, place.upper});
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

} // namespace loupe
