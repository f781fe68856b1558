#pragma once

#include "analysis/comparison/pairing.h"
#include "analysis/rearrangement/rearrangement.h"
#include "core/work.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Two checkpoints in the arrangement in which they are compared.
struct RearrangedPair {
    /// The same tensors under the same numbers, and views behind them.
    std::shared_ptr<const Checkpoint> a;
    std::shared_ptr<const Checkpoint> b;
    GivenPairs given; ///< what the rules pair or leave out
    std::uint32_t ignored = 0; ///< tensors of both that are left out
    bool isReversed = false; ///< the recipe's A is B here
    /// Where a rule was to be followed and could not: sentences.
    std::vector<std::string> problems;
};

/// Follows the rules of a recipe; where more of them find their tensors so, with A and B exchanged. `modelSizes`: sizes
/// that the recipe does not have. Reads no values. A tensor of which the rules take a part only stays as a tensor
/// without a partner, with a problem. Fails with Stopped or OutOfMemory.
Result<RearrangedPair> rearrange(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    const Rearrangement& recipe, const AxisSizes& modelSizes = {}, const Work& work = {});

} // namespace loupe
