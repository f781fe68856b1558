#pragma once

#include "items/compare/paired_checkpoints.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The result of trying rules, before they are applied.
struct RenamePlan {
    struct Rule {
        std::string error; ///< why the rule is invalid; empty if it is valid, or if nothing was typed
        std::uint64_t found = 0; ///< names of A that this rule changes, and no earlier rule does
        std::uint64_t paired = 0; ///< those of them that match a tensor of B
        std::string unpairedA; ///< an example of a name without a match
        std::string unpairedB; ///< the new name of `unpairedA`, which B lacks
    };

    std::vector<RenameRuleText> texts; ///< the rules as they were given
    std::vector<Rule> rules; ///< parallel to `texts`
    std::vector<TensorPair> pairs; ///< by rules, names and earlier confirmations
    std::vector<SuggestedRename> rows; ///< confirmed before or suggested, in natural order of A's names
    std::uint64_t byRules = 0; ///< pairs
    std::uint64_t onlyA = 0; ///< tensors that rules and names leave unpaired
    std::uint64_t onlyB = 0;

    bool makesSense() const;
};

/// Tries rules on the checkpoints of `both`; for use in jobs. Rows are the renames that were confirmed in `both`, and
/// those in `suggested`, whose tensors are left without a partner by rules and names. If stopped, ends early with an
/// undefined result.
RenamePlan planRenames(const PairedCheckpoints& both, std::vector<RenameRuleText> rules,
    const std::vector<SuggestedRename>& suggested, const Work& work);

/// An upper bound of the bytes that suggestRenames() has to read for these pairs.
std::uint64_t bytesOfUnpaired(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const RenameDigests& known);

} // namespace loupe
