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

/// A rule that gives tensors without a partner the same bytes. It is found by shapes, and verified against all bytes of
/// the tensors of one layer.
struct SuggestedRule {
    std::string rule; ///< as written in a recipe
    std::string tensorsA; ///< the names, with placeholders in braces
    std::string tensorsB;
    std::string form; ///< what the rule does, for display: "A: rows 0:512"; empty if only the names differ
    bool needsTwo = false; ///< an axis is named "two"
};

/// The rules that were found, and the names for which there is none.
struct RuleSuggestions {
    std::vector<SuggestedRule> rules;
    /// Tensors without a partner: their names, with placeholders in braces.
    std::vector<std::string> withoutRuleA;
    std::vector<std::string> withoutRuleB;
};

/// Tries tensors of each kind among those that are unpaired in `pairs`, differ in shape, are square, or have the rows
/// of attention heads. Tensors are of the same kind if their names differ only in numbers. Tries the same shape under
/// another name, transposition, another order of rotary halves, parts of a fused tensor (in blocks or interleaved per
/// head), and stacked experts, joined or not. Pairs with the same shape are tried only with each other. A kind is tried
/// with up to 4 of its tensors, until a rule is found. Compares samples first, and all bytes only where these are the
/// same. `sizes`: those of the model. Fails with Stopped or OutOfMemory.
Result<RuleSuggestions> suggestRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, std::span<const TensorPair> pairs, const AxisSizes& sizes,
    const Work& work = {});

/// The text of a recipe with these rules.
std::string recipeOf(std::span<const SuggestedRule> rules);

} // namespace loupe
