#pragma once

#include "analysis/comparison/pairing.h"
#include "analysis/rearrangement/tensor_view.h"
#include "core/result.h"
#include "core/work.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// A rule under which tensors without a partner have the same bytes: found by shapes, and held against the bytes of the
/// first tensors that it is about.
struct SuggestedRule {
    std::string rule; ///< as it stands in a recipe
    std::string tensorsA; ///< the names, with words in braces
    std::string tensorsB;
    std::string form; ///< what is done, for people: "rows 0 to 512 of A"; empty: the names alone differ
};

/// Looks at one tensor of each kind among those that `pairs` leave alone, that differ in shape, or that are square.
/// Kinds are names that differ in their numbers only. Tried are: the same shape under another name, transposed, with
/// rotary halves in another order, a part of a fused tensor, in blocks or interleaved per head, and stacked experts,
/// joined or not. Reads no more of a pair that is not the same than up to the first difference. `sizes`: of the model.
/// Fails with Stopped or OutOfMemory.
Result<std::vector<SuggestedRule>> suggestRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, std::span<const TensorPair> pairs, const AxisSizes& sizes,
    const Work& work = {});

/// A recipe of these rules.
std::string recipeOf(std::span<const SuggestedRule> rules);

} // namespace loupe
