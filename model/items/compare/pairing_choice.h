#pragma once

#include "analysis/comparison/renames.h"

#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// A RenameRule as the user typed it.
struct RenameRuleText {
    std::string oldName; ///< a regular expression
    std::string newName;

    bool operator==(const RenameRuleText&) const = default;
};

/// The names of two tensors that the user has confirmed to be the same one.
struct ConfirmedRename {
    std::string a;
    std::string b;

    bool operator==(const ConfirmedRename&) const = default;
};

/// A rule recipe (Rearrangement) that is applied before tensors are compared.
struct ChosenRearrangement {
    std::string name; ///< the name of a preset or a file; for display
    std::string recipe; ///< JSON; empty: no rearrangement

    bool operator==(const ChosenRearrangement&) const = default;
};

/// How tensors are paired in addition to equal names.
struct PairingChoice {
    std::vector<RenameRuleText> rules;
    std::vector<ConfirmedRename> confirmed; ///< only for tensors that are not paired by rules or names
    ChosenRearrangement rearrangement = {}; ///< applied before everything else

    bool hasRenames() const { return !rules.empty() || !confirmed.empty(); }
    bool empty() const { return !hasRenames() && rearrangement.recipe.empty(); }
    bool operator==(const PairingChoice&) const = default;
};

using PairingChoicePtr = std::shared_ptr<const PairingChoice>;

/// The valid ones among the rules.
std::vector<RenameRule> validRules(const std::vector<RenameRuleText>& rules);

/// The renames confirmed by the choice, between tensors without a partner in `pairs`, in the order of a's tensors.
std::vector<SuggestedRename> findConfirmed(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs,
    const std::vector<ConfirmedRename>& confirmed);

/// Pairs by rules, names and confirmed renames, in addition to the given pairs.
std::vector<TensorPair> pairChosen(
    const Checkpoint& a, const Checkpoint& b, const PairingChoice& choice, const GivenPairs& given = {});

/// The names of `renames`.
std::vector<ConfirmedRename> namesOf(
    const Checkpoint& a, const Checkpoint& b, std::span<const SuggestedRename> renames);

} // namespace loupe
