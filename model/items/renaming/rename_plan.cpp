#include "items/renaming/rename_plan.h"

#include "core/checked_math.h"
#include "core/text/natural_order.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::uint32_t noRule = TensorPair::none;

/// The rule that changes each tensor's name, indexed by tensor of A.
std::vector<std::uint32_t> rulesOf(
    const Checkpoint& a, const std::vector<std::optional<RenameRule>>& rules, const Work& work)
{
    std::vector<std::uint32_t> ofA(a.tensors.size(), noRule);
    for (std::size_t tensor = 0; tensor < ofA.size() && !work.stopped(); ++tensor) {
        for (std::uint32_t rule = 0; rule < rules.size() && ofA[tensor] == noRule; ++rule) {
            if (rules[rule] && rules[rule]->apply(a.tensors[tensor].name))
                ofA[tensor] = rule;
        }
    }
    return ofA;
}

void countRules(RenamePlan& plan, const Checkpoint& a, const std::vector<std::optional<RenameRule>>& rules,
    const std::vector<TensorPair>& pairs, const Work& work)
{
    const auto ofA = rulesOf(a, rules, work);
    for (const TensorPair& pair : pairs) {
        if (pair.a >= a.tensorCount() || ofA[pair.a] == noRule) // no rule, or a tensor that the arrangement made
            continue;
        RenamePlan::Rule& rule = plan.rules[ofA[pair.a]];
        ++rule.found;
        rule.paired += pair.by == PairedBy::Rule;
        plan.byRules += pair.by == PairedBy::Rule;
        if (pair.by != PairedBy::Rule && rule.unpairedA.empty()) {
            rule.unpairedA = a.tensors[pair.a].name;
            rule.unpairedB = rules[ofA[pair.a]]->apply(rule.unpairedA).value_or(std::string());
        }
    }
}

} // namespace

bool RenamePlan::makesSense() const
{
    return std::all_of(rules.begin(), rules.end(), [](const Rule& rule) { return rule.error.empty(); });
}

RenamePlan planRenames(const PairedCheckpoints& both, std::vector<RenameRuleText> rules,
    const std::vector<SuggestedRename>& suggested, const Work& work)
{
    const Checkpoint& a = *both.a;
    const Checkpoint& b = *both.b;
    RenamePlan plan;
    plan.rules.resize(rules.size());
    std::vector<std::optional<RenameRule>> read(rules.size());
    std::vector<RenameRule> valid;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (rules[i] == RenameRuleText{})
            continue;
        if (auto rule = RenameRule::create(rules[i].oldName, rules[i].newName)) {
            read[i] = *rule;
            valid.push_back(std::move(*rule));
        } else {
            plan.rules[i].error = std::move(rule.error().message);
        }
    }
    plan.texts = std::move(rules);
    auto pairs = pairTensors(a, b, valid, both.given);
    countRules(plan, a, read, pairs, work);

    std::vector<bool> freeA(a.tensors.size());
    std::vector<bool> freeB(b.tensors.size());
    for (const TensorPair& pair : pairs) {
        if (pair.isUnread())
            continue;
        if (pair.b == TensorPair::none)
            freeA[pair.a] = true;
        else if (pair.a == TensorPair::none)
            freeB[pair.b] = true;
        plan.onlyA += pair.b == TensorPair::none;
        plan.onlyB += pair.a == TensorPair::none;
    }
    const auto confirmed = findConfirmed(a, b, pairs, both.choice->confirmed);
    for (const auto* const some : {&confirmed, &suggested}) {
        for (const SuggestedRename& rename : *some) {
            if (!freeA[rename.a] || !freeB[rename.b])
                continue;
            freeA[rename.a] = freeB[rename.b] = false;
            plan.rows.push_back(rename);
        }
    }
    std::sort(plan.rows.begin(), plan.rows.end(), [&](const auto& one, const auto& other) {
        const std::string_view name = a.tensors[one.a].name;
        const std::string_view second = a.tensors[other.a].name;
        return name == second ? one.a < other.a : naturalLess(name, second);
    });
    plan.pairs = confirmed.empty() ? std::move(pairs) : withRenames(a, b, pairs, confirmed);
    return plan;
}

std::uint64_t bytesOfUnpaired(
    const Checkpoint& a, const Checkpoint& b, std::span<const TensorPair> pairs, const RenameDigests& known)
{
    std::uint64_t bytes = 0;
    const auto add = [&](const Checkpoint& side, std::uint32_t tensor, const std::vector<std::string>& digests) {
        if (tensor >= digests.size() || digests[tensor].empty())
            bytes = saturatingAdd(bytes, fileBytes(side.tensors[tensor]));
    };
    for (const TensorPair& pair : pairs) {
        if (pair.isUnread())
            continue;
        if (pair.b == TensorPair::none)
            add(a, pair.a, known.a);
        else if (pair.a == TensorPair::none)
            add(b, pair.b, known.b);
    }
    return bytes;
}

} // namespace loupe
