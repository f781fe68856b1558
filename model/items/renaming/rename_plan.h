#pragma once

#include "items/compare/paired_checkpoints.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// What rules come to, before anything follows them.
struct RenamePlan {
    struct Rule {
        std::string error; ///< why it makes no sense; empty if it does, or if nothing was typed
        std::uint64_t found = 0; ///< names of A that it changes before another rule does
        std::uint64_t paired = 0; ///< of those, with a tensor of B
        std::string unpairedA; ///< one that was not
        std::string unpairedB; ///< and the name that B has not
    };

    std::vector<RenameRuleText> texts; ///< of the rules, as they were given
    std::vector<Rule> rules; ///< of each
    std::vector<TensorPair> pairs; ///< by rules, names and what was confirmed before
    std::vector<SuggestedRename> rows; ///< confirmed before or suggested, in natural order of A's names
    std::uint64_t byRules = 0; ///< pairs
    std::uint64_t onlyA = 0; ///< tensors left by rules and names
    std::uint64_t onlyB = 0;

    bool makesSense() const;
};

/// Tries rules on the checkpoints of `both`; for a job. For what was confirmed in `both`, and of `suggested`, rows are
/// what rules and names leave without a partner. Ends early, with anything, where it is stopped.
RenamePlan planRenames(const PairedCheckpoints& both, std::vector<RenameRuleText> rules,
    const std::vector<SuggestedRename>& suggested, const Work& work);

/// The most bytes that suggestRenames() has to read of these pairs.
std::uint64_t bytesOfUnpaired(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const RenameDigests& known);

} // namespace loupe
