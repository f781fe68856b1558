#pragma once

#include "analysis/comparison/renames.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// A RenameRule as it was typed.
struct RenameRuleText {
    std::string oldName; ///< a regular expression
    std::string newName;

    bool operator==(const RenameRuleText&) const = default;
};

/// Names of tensors that a person says are the same one.
struct ConfirmedRename {
    std::string a;
    std::string b;

    bool operator==(const ConfirmedRename&) const = default;
};

/// A recipe of rules (Rearrangement) in whose arrangement tensors are compared.
struct ChosenRearrangement {
    std::string name; ///< of a preset, or a file's; for people
    std::string recipe; ///< JSON; empty: as the files have them

    bool operator==(const ChosenRearrangement&) const = default;
};

/// What pairs tensors in addition to equal names.
struct PairingChoice {
    std::vector<RenameRuleText> rules;
    std::vector<ConfirmedRename> confirmed; ///< of those that rules and names leave alone
    ChosenRearrangement rearrangement = {}; ///< followed before all others

    bool hasRenames() const { return !rules.empty() || !confirmed.empty(); }
    bool empty() const { return !hasRenames() && rearrangement.recipe.empty(); }
    bool operator==(const PairingChoice&) const = default;
};

using PairingChoicePtr = std::shared_ptr<const PairingChoice>;

/// The rules that are valid.
std::vector<RenameRule> validRules(const std::vector<RenameRuleText>& rules);

/// The renames that the choice confirms between tensors without a partner in `pairs`, in the order of a's tensors.
std::vector<SuggestedRename> findConfirmed(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs,
    const std::vector<ConfirmedRename>& confirmed);

/// Pairs by rules, names and what was confirmed, in addition to what is given.
std::vector<TensorPair> pairChosen(
    const Checkpoint& a, const Checkpoint& b, const PairingChoice& choice, const GivenPairs& given = {});

/// The names of `renames`.
std::vector<ConfirmedRename> namesOf(
    const Checkpoint& a, const Checkpoint& b, std::span<const SuggestedRename> renames);

} // namespace loupe
