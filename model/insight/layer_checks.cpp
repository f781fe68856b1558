#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/model_checks.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

using RoleSet = std::vector<std::uint32_t>; // ascending

RoleSet roleSet(const ModelLayer& layer)
{
    RoleSet roles;
    for (const ModelLayer::Role& role : layer.roles)
        roles.push_back(role.role);
    return roles;
}

void checkNumbers(const LayerStack& stack, Findings& findings)
{
    const std::uint64_t last = stack.layers.rbegin()->first;
    const std::uint64_t missing = last + 1 - stack.layers.size();
    if (missing == 0)
        return;
    std::vector<std::uint64_t> numbers;
    std::uint64_t next = 0;
    for (const auto& [number, layer] : stack.layers) {
        for (; next < number && numbers.size() <= 8; ++next)
            numbers.push_back(next);
        next = number + 1;
    }
    std::string which = listedNumbers(numbers);
    if (missing > numbers.size())
        which = "the first ones are " + which;
    findings.add({.severity = Severity::Error,
        .code = "layers-missing",
        .message = counted(missing, "layer") + " of " + quote(stack.name) + (missing == 1 ? " is" : " are")
            + " missing (" + which + "), though it has layers up to " + formatCount(last)
            + ". A loader fills missing layers with random numbers, or refuses the model.",
        .file = Finding::noFile});
}

/// A layer is whole if no kind that more layers have has all of its roles and others.
void checkRoles(const LayerStack& stack, Findings& findings)
{
    std::map<RoleSet, std::vector<std::uint64_t>> kinds;
    for (const auto& [number, layer] : stack.layers)
        kinds[roleSet(layer)].push_back(number);
    constexpr std::size_t mostKinds = 64; // a model has a few; each is compared with each
    if (kinds.size() > mostKinds)
        return;
    for (const auto& kind : kinds) {
        const RoleSet& roles = kind.first;
        const std::vector<std::uint64_t>& layers = kind.second;
        const auto whole = std::ranges::find_if(kinds, [&](const auto& other) {
            return other.second.size() >= 2 * layers.size() && other.first.size() > roles.size()
                && std::ranges::includes(other.first, roles);
        });
        if (whole == kinds.end())
            continue;
        RoleSet lacking;
        std::ranges::set_difference(whole->first, roles, std::back_inserter(lacking));
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(lacking.size(), 4); ++i)
            names += (i > 0 ? ", " : "") + quote(stack.roles[lacking[i]]);
        if (lacking.size() > 4)
            names += " and " + formatCount(lacking.size() - 4) + " more";
        findings.add({.severity = Severity::Error,
            .code = "layer-incomplete",
            .message = (layers.size() == 1 ? "layer " : "layers ") + listedNumbers(layers) + " of " + quote(stack.name)
                + (layers.size() == 1 ? " lacks " : " lack ") + names + ", which "
                + counted(whole->second.size(), "other layer") + (whole->second.size() == 1 ? " has" : " have")
                + ". A loader fills missing tensors with random numbers, or refuses the model.",
            .file = Finding::noFile});
    }
}

void checkExperts(const LayerStack& stack, Findings& findings)
{
    for (std::uint32_t role = 0; role < stack.roles.size(); ++role) {
        if (stack.roles[role].find("experts.#") == std::string::npos)
            continue;
        std::map<std::uint64_t, std::uint64_t> layersByCount;
        for (const auto& [number, layer] : stack.layers) {
            for (const ModelLayer::Role& one : layer.roles) {
                if (one.role == role)
                    ++layersByCount[std::max<std::uint64_t>(one.tensors, one.highest + 1)];
            }
        }
        if (layersByCount.empty())
            continue;
        const std::uint64_t usual =
            std::ranges::max_element(layersByCount, {}, [](const auto& one) { return one.second; })->first;
        for (const auto& [number, layer] : stack.layers) {
            for (const ModelLayer::Role& one : layer.roles) {
                if (one.role != role || one.tensors >= usual)
                    continue;
                findings.add({.severity = Severity::Error,
                    .code = "experts-missing",
                    .message = "layer " + std::to_string(number) + " of " + quote(stack.name) + " has "
                        + formatCount(one.tensors) + " of " + formatCount(usual) + " experts with "
                        + quote(stack.roles[role])
                        + ". A loader fills missing experts with random numbers, or refuses the model.",
                    .file = Finding::noFile});
            }
        }
    }
}

} // namespace

void checkLayers(const LayerStacks& stacks, const RecognizedModel& model, Findings& findings)
{
    if (!model.family || !model.family->isUniform)
        return;
    for (const LayerStack& stack : stacks.list()) {
        if (stack.layers.size() < 2)
            continue;
        checkNumbers(stack, findings);
        checkRoles(stack, findings);
        checkExperts(stack, findings);
    }
}

} // namespace loupe
