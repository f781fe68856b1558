#pragma once

#include "analysis/statistics/histogram.h"
#include "core/dtype.h"

#include <cstdint>

namespace loupe {

/// How far apart the numbers of a dtype lie where they are farthest apart from `low` to `high`: 1 for integers, a power
/// of two for floats. 0 if the range is one float, and where the spacing is not known or changes with every number
/// (F8_E8M0).
double valueSpacing(DType dtype, double low, double high);

/// Bins of one width, from `low` to `high`.
struct FittedBins {
    double low = 0;
    double high = 0;
    std::uint32_t count = 0;
    std::uint32_t spacings = 0; ///< that a bin is wide; 0 if the bins were left as they are
};

/// As `wanted`, but each bin is a whole number of spacings wide and numbers that far apart lie in the middle between
/// edges: so each bin has room for as many numbers as any other, where else every few bins would have room for one more
/// and the bars looked like a comb. An end of the range moves outward where it is [least, greatest]'s own, else to the
/// nearest edge; there are never more bins. Left as they are: bins of more than a thousand spacings, in which one more
/// or less cannot be seen; ranges between two numbers; and where there is no spacing.
FittedBins fitBins(const FittedBins& wanted, double spacing, double least, double greatest);

/// Those of all values of a tensor, from the least to the greatest one. One float alone has Bins' own.
Bins fittedBins(DType dtype, double least, double greatest, std::uint32_t count);

/// The same for bins around 0, of which one stays in the middle. Preconditions: wanted.low == -wanted.high; an odd
/// number of bins.
FittedBins fitCenteredBins(const FittedBins& wanted, double spacing);

} // namespace loupe
