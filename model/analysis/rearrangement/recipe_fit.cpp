#include "analysis/rearrangement/recipe_fit.h"

#include "analysis/rearrangement/tensor_kind.h"

#include <algorithm>
#include <map>
#include <set>

namespace loupe {

namespace {

constexpr std::size_t mostNames = 4096; ///< of one side

/// Names with each number replaced by 0, and the shape of the first tensor.
using OpenNames = std::map<std::string, std::vector<std::uint64_t>>;

OpenNames namesOf(const Checkpoint& checkpoint)
{
    OpenNames names;
    for (const Tensor& tensor : checkpoint.tensors) {
        std::string name = NumberedName::of(tensor.name).pattern;
        std::ranges::replace(name, '#', '0');
        if (names.size() < mostNames)
            names.try_emplace(std::move(name), tensor.shape.begin(), tensor.shape.end());
    }
    return names;
}

void eraseShared(OpenNames& one, OpenNames& other)
{
    std::erase_if(one, [&](const auto& entry) {
        const auto found = other.find(entry.first);
        const bool isShared = found != other.end() && found->second == entry.second;
        if (isShared)
            other.erase(found);
        return isShared;
    });
}

using NamesByCaptures = std::map<std::vector<std::string>, std::vector<std::string_view>>;

NamesByCaptures matches(const RuleSide& side, const OpenNames& names)
{
    NamesByCaptures found;
    const auto& words = side.name.captures();
    const auto stack = std::ranges::find(words, side.form.stack) - words.begin();
    for (const auto& [name, shape] : names) {
        auto captures = side.name.match(name);
        if (!captures)
            continue;
        if (!side.form.stack.empty())
            captures->erase(captures->begin() + stack);
        found[std::move(*captures)].push_back(name);
    }
    return found;
}

RecipeFit fitOf(const OpenNames& a, const OpenNames& b, const Rearrangement& recipe, bool isReversed)
{
    std::set<std::string_view> matchedA;
    std::set<std::string_view> matchedB;
    RecipeFit fit{0, a.size() + b.size(), 0};
    for (const RearrangementRule& rule : recipe.rules) {
        const NamesByCaptures inA = matches(isReversed ? rule.b : rule.a, a);
        const NamesByCaptures inB = inA.empty() ? NamesByCaptures() : matches(isReversed ? rule.a : rule.b, b);
        bool isIdle = true;
        for (const auto& [captures, names] : inA) {
            const auto others = inB.find(captures);
            if (others == inB.end())
                continue;
            isIdle = false;
            matchedA.insert(names.begin(), names.end());
            matchedB.insert(others->second.begin(), others->second.end());
        }
        fit.idleRules += isIdle;
    }
    fit.matched = matchedA.size() + matchedB.size();
    return fit;
}

} // namespace

Result<std::vector<RecipeFit>> recipeFits(
    const Checkpoint& a, const Checkpoint& b, std::span<const Rearrangement> recipes, const Work& work)
{
    OpenNames namesA = namesOf(a);
    OpenNames namesB = namesOf(b);
    eraseShared(namesA, namesB);
    std::vector<RecipeFit> fits;
    for (const Rearrangement& recipe : recipes) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const RecipeFit forward = fitOf(namesA, namesB, recipe, false);
        const RecipeFit backward = fitOf(namesA, namesB, recipe, true);
        fits.push_back(backward.isBetterThan(forward) ? backward : forward);
    }
    return fits;
}

} // namespace loupe
