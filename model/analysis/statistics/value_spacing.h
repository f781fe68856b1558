#pragma once

#include "analysis/statistics/histogram.h"
#include "core/dtype.h"

#include <cstdint>

namespace loupe {

/// The largest distance between adjacent numbers of a dtype in [low, high]: 1 for integers, a power of two for floats.
/// 0 if the range is a single float, and if the spacing is unknown or changes with every number (F8_E8M0).
double valueSpacing(DType dtype, double low, double high);

/// Bins of equal width from `low` to `high`.
struct FittedBins {
    double low = 0;
    double high = 0;
    std::uint32_t count = 0;
    std::uint32_t spacings = 0; ///< width of a bin in spacings; 0 if the bins were left unchanged
};

/// Adjusts `wanted` so that each bin is a whole number of spacings wide and edges are midway between numbers. Each bin
/// then has room for equally many numbers. Otherwise, every few bins would have room for one more, and the bars would
/// look like a comb. An end of the range moves outward if it coincides with that of [least, greatest], otherwise to the
/// nearest edge; the number of bins never increases. Leaves bins unchanged if they are wider than a thousand spacings,
/// where one number more or less is invisible; if the range is between two numbers; and if there is no spacing.
FittedBins fitBins(const FittedBins& wanted, double spacing, double least, double greatest);

/// Bins for all values of a tensor, from the least to the greatest. If these are the same float, the range is that of
/// Bins.
Bins fittedBins(DType dtype, double least, double greatest, std::uint32_t count);

/// As above, for bins around 0, with one bin centered on 0. Preconditions: wanted.low == -wanted.high; an odd number of
/// bins.
FittedBins fitCenteredBins(const FittedBins& wanted, double spacing);

} // namespace loupe
