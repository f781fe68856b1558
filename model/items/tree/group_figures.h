#pragma once

#include "core/work.h"
#include "items/tree/health_results.h"
#include "saving/recipe/staged_edits.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The values of a group's tensors that are in one layer, as far as a scan knows them.
struct GroupLayer {
    std::uint64_t number = 0; ///< as layerNumber()
    std::uint64_t finite = 0; ///< elements; nulls, NaN and infinities are none
    double mean = 0; ///< of these, as the next
    double standardDeviation = 0;
    double rms = 0;
    double largest = 0; ///< magnitude
    std::uint64_t nonfinite = 0; ///< elements
};

/// What a scan knows of the values of a group, and what is staged about its tensors.
struct GroupFigures {
    HealthSums health;
    std::vector<GroupLayer> layers; ///< those with finite values, in ascending order
    ChangeTotals staged;
};

/// For a job. `tensors` are those of the group; `results` null: nothing is known of their values. Stopped: not to be
/// used.
GroupFigures findGroupFigures(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const HealthResults* results, const StagedEdits& edits, const Work& work);

} // namespace loupe
