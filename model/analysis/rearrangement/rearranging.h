#pragma once

#include "analysis/comparison/pairing.h"
#include "analysis/rearrangement/rearrangement.h"
#include "core/work.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Two checkpoints, rearranged for their comparison.
struct RearrangedPair {
    /// The original tensors with their original indexes, followed by the views.
    std::shared_ptr<const Checkpoint> a;
    std::shared_ptr<const Checkpoint> b;
    GivenPairs given; ///< what the rules pair or leave out
    std::uint32_t ignored = 0; ///< number of left-out tensors on both sides
    bool isReversed = false; ///< the recipe was applied with A and B exchanged
    /// Sentences about rules that could not be applied.
    std::vector<std::string> problems;
};

/// Applies the rules of a recipe, with A and B exchanged if more rules find their tensors that way. `modelSizes`: sizes
/// that the recipe does not define. Reads no values. If the rules take only a part of a tensor, the tensor itself stays
/// without a partner, and a problem says so. Fails with Stopped or OutOfMemory.
Result<RearrangedPair> rearrange(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    const Rearrangement& recipe, const AxisSizes& modelSizes = {}, const Work& work = {});

} // namespace loupe
