#pragma once

#include "analysis/statistics/summary.h"
#include "core/work.h"
#include "items/histogram/histogram_cache.h"
#include "items/tree/group_blocks.h"
#include "items/tree/health/health_results.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The values of a group's tensors that are in the same layer or block, as known from a scan.
struct GroupLayer {
    std::uint64_t number = 0; ///< from GroupBlocks
    std::uint64_t finite = 0; ///< elements, not counting nulls, NaN and infinities
    std::uint64_t nonfinite = 0; ///< elements
    double mean = 0; ///< of the finite elements, like the members below
    double standardDeviation = 0;
    double rms = 0;
    double largest = 0; ///< largest absolute value
};

/// The figures of a group's values that are known from a scan.
struct GroupFigures {
    HealthSums health;
    Summary values; ///< counts, extremes, mean and deviation of all tensors together
    HistogramPtr histogram; ///< of all tensors, from findGroupHistogram()
    std::vector<GroupLayer> layers; ///< those with finite values, in ascending order
};

/// Run it in a job; if stopped, the result must not be used. `tensors`: those of the group. `results` null: their
/// values are unknown.
GroupFigures findGroupFigures(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const GroupBlocks& blocks, const HealthResults* results, const Work& work);

} // namespace loupe
