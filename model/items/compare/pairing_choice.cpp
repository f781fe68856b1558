#include "items/compare/pairing_choice.h"

#include "core/name_hash.h"

#include <algorithm>

namespace loupe {

namespace {

/// Tensors without a partner, by name; if several share a name, the first.
NameMap<std::string_view, std::uint32_t> unpaired(
    const Checkpoint& checkpoint, std::span<const TensorPair> pairs, bool inA)
{
    NameMap<std::string_view, std::uint32_t> tensors;
    for (const TensorPair& pair : pairs) {
        if (!pair.both() && !pair.isUnread() && (pair.b == TensorPair::none) == inA) {
            const std::uint32_t tensor = inA ? pair.a : pair.b;
            tensors.try_emplace(checkpoint.tensors[tensor].name, tensor);
        }
    }
    return tensors;
}

} // namespace

std::vector<RenameRule> validRules(const std::vector<RenameRuleText>& rules)
{
    std::vector<RenameRule> valid;
    for (const auto& [oldName, newName] : rules) {
        if (auto rule = RenameRule::create(oldName, newName))
            valid.push_back(std::move(*rule));
    }
    return valid;
}

std::vector<SuggestedRename> findConfirmed(const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs,
    const std::vector<ConfirmedRename>& confirmed)
{
    std::vector<SuggestedRename> found;
    if (confirmed.empty())
        return found;
    auto onlyA = unpaired(a, pairs, true);
    auto onlyB = unpaired(b, pairs, false);
    for (const ConfirmedRename& rename : confirmed) {
        const auto one = onlyA.find(rename.a);
        const auto other = onlyB.find(rename.b);
        if (one == onlyA.end() || other == onlyB.end())
            continue;
        found.push_back({one->second, other->second, PairedBy::Confirmed, 1});
        onlyA.erase(one);
        onlyB.erase(other);
    }
    std::sort(found.begin(), found.end(), [](const auto& one, const auto& other) { return one.a < other.a; });
    return found;
}

std::vector<TensorPair> pairChosen(
    const Checkpoint& a, const Checkpoint& b, const PairingChoice& choice, const GivenPairs& given)
{
    auto pairs = pairTensors(a, b, validRules(choice.rules), given);
    const auto confirmed = findConfirmed(a, b, pairs, choice.confirmed);
    return confirmed.empty() ? pairs : withRenames(a, b, pairs, confirmed);
}

std::vector<ConfirmedRename> namesOf(const Checkpoint& a, const Checkpoint& b, std::span<const SuggestedRename> renames)
{
    std::vector<ConfirmedRename> names;
    names.reserve(renames.size());
    for (const SuggestedRename& rename : renames)
        names.push_back({std::string(a.tensors[rename.a].name), std::string(b.tensors[rename.b].name)});
    return names;
}

} // namespace loupe
