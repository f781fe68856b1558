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

/// Biases that one layer in many has, though all have the weights.
void checkExtra(const LayerStack& stack, Findings& findings)
{
    constexpr std::size_t usualTimes = 4;
    const std::size_t all = stack.layers.size();
    std::vector<std::vector<std::uint64_t>> layersOf(stack.roles.size());
    for (const auto& [number, layer] : stack.layers) {
        for (const ModelLayer::Role& one : layer.roles)
            layersOf[one.role].push_back(number);
    }
    for (std::uint32_t role = 0; role < stack.roles.size(); ++role) {
        const std::string& name = stack.roles[role];
        if (!name.ends_with(".bias") || layersOf[role].size() * (usualTimes + 1) > all)
            continue;
        // Its weight is in most layers: the module is one that all have.
        const std::string weight = name.substr(0, name.size() - 4) + "weight";
        const auto found = std::ranges::find(stack.roles, weight);
        if (found == stack.roles.end()
            || layersOf[static_cast<std::size_t>(found - stack.roles.begin())].size()
                < usualTimes * layersOf[role].size() + 1)
            continue;
        const std::vector<std::uint64_t>& layers = layersOf[role];
        findings.add({.severity = Severity::Warning,
            .code = "layer-has-more",
            .message = (layers.size() == 1 ? "layer " : "layers ") + listedNumbers(layers) + " of " + quote(stack.name)
                + (layers.size() == 1 ? " has " : " have ") + quote(name) + ", which "
                + counted(all - layers.size(), "other layer") + (all - layers.size() == 1 ? " lacks" : " lack")
                + ". A loader ignores the tensor, or it is left from another model.",
            .file = Finding::noFile});
    }
}

/// How many experts a layer has with a role: a tensor for each, or one that stacks them. 0 for other roles.
std::uint64_t expertsOf(const Checkpoint& checkpoint, const LayerStack& stack, const ModelLayer::Role& role)
{
    const std::string& name = stack.roles[role.role];
    if (hasNamePart(name, "experts.#")) // not "shared_experts"
        return role.tensors;
    const auto shape = checkpoint.tensors[role.first].shape;
    return shape.size() == 3 && hasNamePart(name, "mlp.experts") ? shape.front() : 0;
}

/// Fewer experts in every layer than the router and the configuration have.
void checkAllExperts(
    const LayerStack& stack, const Checkpoint& checkpoint, const Architecture& architecture, Findings& findings)
{
    const auto stated = std::ranges::find(architecture.figures, ArchitectureFigure::Experts, &FigureValue::figure);
    if (stated == architecture.figures.end())
        return;
    // Where the router has another number, that is said, and the router is what experts are chosen with.
    const std::uint64_t expected = stated->byTensors ? stated->byTensors->value : stated->value;
    const std::string& evidence = stated->byTensors ? stated->byTensors->evidence : stated->evidence;
    std::vector<std::uint64_t> mostOf(stack.roles.size()); // experts of a layer
    for (const auto& [number, layer] : stack.layers) {
        for (const ModelLayer::Role& one : layer.roles)
            mostOf[one.role] = std::max(mostOf[one.role], expertsOf(checkpoint, stack, one));
    }
    for (std::uint32_t role = 0; role < stack.roles.size(); ++role) {
        const std::uint64_t most = mostOf[role];
        if (most == 0 || most >= expected)
            continue;
        findings.add({.severity = Severity::Error,
            .code = "experts-missing",
            .message = "no layer of " + quote(stack.name) + " has more than " + formatCount(most) + " of "
                + formatCount(expected) + " experts with " + quote(stack.roles[role]) + " (" + evidence
                + "). A loader fills missing experts with random numbers, or refuses the model.",
            .file = Finding::noFile});
        return; // the other roles of these experts lack the same ones
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

void checkLayers(const LayerStacks& stacks, const Checkpoint& checkpoint, const RecognizedModel& model,
    const Architecture& architecture, Findings& findings)
{
    if (!model.family || !model.family->isUniform)
        return;
    for (const LayerStack& stack : stacks.list()) {
        if (stack.layers.size() < 2)
            continue;
        checkNumbers(stack, findings);
        checkRoles(stack, findings);
        checkExtra(stack, findings);
        checkExperts(stack, findings);
        if (&stack == stacks.largest())
            checkAllExperts(stack, checkpoint, architecture, findings);
    }
}

} // namespace loupe
