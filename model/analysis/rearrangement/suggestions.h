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

/// A rule that gives tensors without a partner the same bytes. It is found by shapes, and verified against the bytes of
/// the first tensors that it matches.
struct SuggestedRule {
    std::string rule; ///< as written in a recipe
    std::string tensorsA; ///< the names, with placeholders in braces
    std::string tensorsB;
    std::string form; ///< what the rule does, for display: "rows 0 to 512 of A"; empty if only the names differ
};

/// Tries one tensor of each kind among those that are unpaired in `pairs`, differ in shape, or are square. Tensors are
/// of the same kind if their names differ only in numbers. Tries the same shape under another name, transposition,
/// another order of rotary halves, parts of a fused tensor (in blocks or interleaved per head), and stacked experts,
/// joined or not. Stops reading a pair at its first difference. `sizes`: those of the model. Fails with Stopped or
/// OutOfMemory.
Result<std::vector<SuggestedRule>> suggestRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, std::span<const TensorPair> pairs, const AxisSizes& sizes,
    const Work& work = {});

/// The text of a recipe with these rules.
std::string recipeOf(std::span<const SuggestedRule> rules);

} // namespace loupe
