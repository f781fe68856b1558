#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/leftovers.h"
#include "insight/like_layers.h"
#include "insight/model_checks.h"
#include "insight/stack_counts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using RoleSet = std::vector<std::uint32_t>; // ascending

/// Whether a layer has it for the prediction of later tokens, besides what the other layers have.
bool isOfPrediction(std::string_view role)
{
    constexpr std::array<std::string_view, 5> begins{"eh_proj", "enorm", "hnorm", "shared_head", "embed_tokens"};
    return std::ranges::any_of(begins, [&](std::string_view begin) { return role.starts_with(begin); });
}

/// For each role of the stack that goes with a quantized weight, the roles that may be that weight.
std::map<std::uint32_t, RoleSet> weightsOfCompanions(const LayerStack& stack)
{
    std::map<std::uint32_t, RoleSet> weights;
    for (std::uint32_t role = 0; role < stack.roles.size(); ++role) {
        if (!isOfCodes(stack.roles[role]))
            continue;
        RoleSet& ofRole = weights[role];
        for (std::uint32_t other = 0; other < stack.roles.size(); ++other) {
            if (mayBeCodesOf(stack.roles[role], stack.roles[other]))
                ofRole.push_back(other);
        }
    }
    return weights;
}

/// A role of which a layer has several tensors is in it as often: parts of a block of T5 have numbers. The scales of a
/// weight that the layer lacks do not count.
RoleSet roleSet(const LayerStack& stack, const ModelLayer& layer, const std::map<std::uint32_t, RoleSet>& weights)
{
    const auto has = [&](std::uint32_t role) {
        return std::ranges::binary_search(layer.roles, role, {}, &ModelLayer::Role::role);
    };
    constexpr std::uint32_t mostParts = 64;
    RoleSet roles;
    for (const ModelLayer::Role& role : layer.roles) {
        const std::string& name = stack.roles[role.role];
        const auto ofWeight = weights.find(role.role);
        const bool isLeftOver = ofWeight != weights.end() && std::ranges::none_of(ofWeight->second, has);
        if (!isLeftOver && !isOfPrediction(name))
            roles.insert(
                roles.end(), hasNamePart(name, "experts.#") ? 1 : std::min(role.tensors, mostParts), role.role);
    }
    return roles;
}

/// What is known of a stack's layers before they are compared.
struct StackFacts {
    bool isOfFamily = true; ///< whose layers are known to be alike
    const LayerKinds* kinds = nullptr; ///< that the configuration tells apart; null if it is not asked
    std::optional<StatedLayers> stated = {}; ///< nothing if the configuration does not say
    bool isLate = false; ///< begins with a later number than other stacks
    std::string_view firstWithout = {}; ///< ModelFamily::firstWithout
};

/// The end of a message about what layers lack. Where the family is not known, what is regular may belong to the model.
std::string lackText(bool isSure)
{
    return isSure ? ". A loader fills missing tensors with random numbers, or refuses the model."
                  : ". It may belong to the model, whose family is not known.";
}

void checkNumbers(const LayerStack& stack, const StackFacts& facts, Findings& findings)
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
    const bool isCounted = facts.stated && facts.stated->layers > last; // from 0
    const bool isSure =
        facts.isOfFamily || isCounted || facts.isLate || (missing == numbers.size() && !isRegular(numbers, last));
    std::string which = listedNumbers(numbers);
    if (missing > numbers.size())
        which = "the first are " + which;
    findings.add({.severity = isSure ? Severity::Error : Severity::Note,
        .code = "layers-missing",
        .message = counted(missing, "layer") + " of " + quote(stack.name) + (missing == 1 ? " is" : " are")
            + " missing (" + which + "), but it has layers up to " + formatCount(last) + lackText(isSure),
        .file = Finding::noFile});
}

/// The last layers, where the configuration counts more than there are. Where the family is not known, the count may be
/// that of another stack.
void checkLastOnes(const LayerStack& stack, const StackFacts& facts, bool isSure, Findings& findings)
{
    const std::uint64_t held = stack.layers.rbegin()->first + 1;
    if (!facts.stated || facts.stated->layers <= held)
        return;
    const std::string stated = counted(facts.stated->layers, "layer");
    findings.add({.severity = isSure ? Severity::Error : Severity::Note,
        .code = "layers-missing",
        .message = quote(stack.name) + " ends with layer " + formatCount(held - 1) + ", but "
            + (facts.stated->key.empty() ? "without a count in the configuration, transformers expects " + stated
                                         : "the configuration has " + stated + " (" + facts.stated->key + ")")
            + lackText(isSure),
        .file = Finding::noFile});
}

using RoleKinds = std::map<RoleSet, std::vector<std::uint64_t>>; // numbers of layers with these roles

/// A layer is whole if no kind that more layers have has all of its roles and others.
void checkKinds(const LayerStack& stack, const StackFacts& facts, const RoleKinds& kinds, Findings& findings)
{
    constexpr std::size_t mostKinds = 64; // a model has a few; each is compared with each
    if (kinds.size() > mostKinds)
        return;
    const std::uint64_t last = stack.layers.rbegin()->first;
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
        const auto isWeight = [&](std::uint32_t role) { return !isCompanion(stack.roles[role]); };
        const bool isSure = facts.isOfFamily || (!isRegular(layers, last) && std::ranges::any_of(lacking, isWeight));
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(lacking.size(), 4); ++i)
            names.append(i > 0 ? ", " : "").append(quote(stack.roles[lacking[i]]));
        if (lacking.size() > 4)
            names += " and " + formatCount(lacking.size() - 4) + " more";
        findings.add({.severity = isSure ? Severity::Error : Severity::Note,
            .code = "layer-incomplete",
            .message = (layers.size() == 1 ? "layer " : "layers ") + listedNumbers(layers) + " of " + quote(stack.name)
                + (layers.size() == 1 ? " lacks " : " lack ") + names + ", which "
                + counted(whole->second.size(), "other layer") + (whole->second.size() == 1 ? " has" : " have")
                + lackText(isSure),
            .file = Finding::noFile});
    }
}

/// Adds roles that have `part` to those of a layer that lacks them, as it may.
void addSpared(const LayerStack& stack, std::string_view part, RoleSet& roles)
{
    for (std::uint32_t role = 0; role < stack.roles.size(); ++role) {
        if (hasNamePart(stack.roles[role], part) && !std::ranges::binary_search(roles, role))
            roles.insert(std::ranges::lower_bound(roles, role), role);
    }
}

/// Compares layers with those of the same kind, where the configuration says which.
void checkRoles(const LayerStack& stack, const StackFacts& facts, Findings& findings)
{
    std::map<std::string, RoleKinds> byKind;
    const std::map<std::uint32_t, RoleSet> weights = weightsOfCompanions(stack);
    for (const auto& [number, layer] : stack.layers) {
        RoleSet roles = roleSet(stack, layer, weights);
        if (number == 0 && !facts.firstWithout.empty())
            addSpared(stack, facts.firstWithout, roles);
        byKind[facts.kinds ? facts.kinds->of(number) : std::string()][std::move(roles)].push_back(number);
    }
    for (const auto& [kind, roles] : byKind)
        checkKinds(stack, facts, roles, findings);
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

void checkExperts(const LayerStack& stack, const StackFacts& facts, Findings& findings)
{
    constexpr std::uint64_t fewTimes = 4; // fewer layers than one in this many are an exception
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
        const auto [usual, layers] =
            *std::ranges::max_element(layersByCount, {}, [](const auto& one) { return one.second; });
        const std::uint64_t others = std::accumulate(layersByCount.begin(), layersByCount.end(), std::uint64_t{0},
            [](std::uint64_t sum, const auto& one) { return sum + one.second; });
        if (!facts.isOfFamily && (others - layers) * fewTimes > others)
            continue; // layers may have as many as they need
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

/// Whether it repeats modules, and is no sequence of linear layers and activations.
bool hasModules(const LayerStack& stack)
{
    return std::ranges::any_of(stack.roles,
        [](const std::string& role) { return role.find('.') != std::string::npos && !role.starts_with("weight."); });
}

/// Whether a stack lacks its first layers only, and others like it begin with 0.
bool isLateAlone(const LayerStack& stack, const LayerStacks& stacks, const Checkpoint& checkpoint)
{
    const std::uint64_t first = stack.layers.begin()->first;
    const bool hasRest = stack.layers.rbegin()->first + 1 - first == stack.layers.size();
    return first > 0 && hasRest && std::ranges::any_of(stacks.list(), [&](const LayerStack& other) {
        return &other != &stack && other.layers.begin()->first == 0 && hasLikeLayers(other, checkpoint);
    });
}

/// What the configuration says of the number of layers, where that is not compared with the tensors as a figure.
std::optional<StatedLayers> countOf(const LayerStack& stack, const LayerStacks& stacks, const ModelReport& report)
{
    const auto& figures = report.architecture.figures;
    const auto figure = std::ranges::find(figures, ArchitectureFigure::Layers, &FigureValue::figure);
    const bool isFigure = &stack == stacks.largest() && figure != figures.end();
    if (isFigure && figure->byTensors)
        return std::nullopt; // it is said already
    auto stated = statedLayers(stack, report.config, report.model.family);
    if (!stated && isFigure && !report.model.family && isAlone(stack, stacks))
        stated = {figure->value, figure->evidence};
    return stated;
}

} // namespace

std::string checkLayers(
    const LayerStacks& stacks, const Checkpoint& checkpoint, const ModelReport& report, Findings& findings)
{
    const ModelFamily* const family = report.model.family;
    const bool isOfFamily = family && family->isUniform;
    const LayerKinds kinds(report.config, stacks.largest());
    bool hasAny = false;
    for (const LayerStack& stack : stacks.list()) {
        StackFacts facts{.isOfFamily = isOfFamily,
            .stated = countOf(stack, stacks, report),
            .isLate = isLateAlone(stack, stacks, checkpoint),
            .firstWithout = family ? family->firstWithout : std::string_view()};
        const bool isCompared = stack.layers.size() > 1
            && ((isOfFamily && hasModules(stack))
                || ((!family || mayHaveLikeLayers(family->kind)) && hasLikeLayers(stack, checkpoint)));
        if (isCompared || facts.stated) {
            checkNumbers(stack, facts, findings);
            checkLastOnes(stack, facts, family != nullptr, findings);
        }
        if (!isCompared)
            continue;
        hasAny = true;
        facts.kinds = !isOfFamily && &stack == stacks.largest() ? &kinds : nullptr;
        checkRoles(stack, facts, findings);
        if (isOfFamily)
            checkExtra(stack, findings);
        checkExperts(stack, facts, findings);
        if (&stack == stacks.largest())
            checkAllExperts(stack, checkpoint, report.architecture, findings);
    }
    return hasAny || isOfFamily || (family && !mayHaveLikeLayers(family->kind)) ? std::string()
                                                                                : "no layers have similar tensors";
}

} // namespace loupe
