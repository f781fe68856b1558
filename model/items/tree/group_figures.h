#pragma once

#include "analysis/statistics/summary.h"
#include "core/work.h"
#include "items/histogram/histogram_cache.h"
#include "items/tree/group_blocks.h"
#include "items/tree/health_results.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The values of a group's tensors that are in one layer or block, as far as a scan knows them.
struct GroupLayer {
    std::uint64_t number = 0; ///< as GroupBlocks has it
    std::uint64_t finite = 0; ///< elements; nulls, NaN and infinities are none
    std::uint64_t nonfinite = 0; ///< elements
    double mean = 0; ///< of the finite ones, as the next
    double standardDeviation = 0;
    double rms = 0;
    double largest = 0; ///< magnitude
};

/// What a scan knows of the values of a group.
struct GroupFigures {
    HealthSums health;
    Summary values; ///< of all tensors together: counts, extremes, mean and deviation
    HistogramPtr histogram; ///< of the same, by findGroupHistogram()
    std::vector<GroupLayer> layers; ///< those with finite values, in ascending order
};

/// For a job. `tensors` are those of the group; `results` null: nothing is known of their values. Stopped: not to be
/// used.
GroupFigures findGroupFigures(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const GroupBlocks& blocks, const HealthResults* results, const Work& work);

} // namespace loupe
