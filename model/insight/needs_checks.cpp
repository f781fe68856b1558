#include "core/text/block_number.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/model_checks.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace loupe {

namespace {

bool isBias(std::string_view name)
{
    return name.ends_with("bias") || name.ends_with("beta");
}

/// Whether a tensor has one of `choices`, as ModelNeed takes them: codes of a weight count as the weight.
bool hasPart(const NameRoles& roles, std::string_view choices, bool isOuter = false)
{
    return anyChoice(choices, [&](std::string_view part) {
        const std::string wanted = roleOf(part);
        const auto& tensors = roles.checkpoint().tensors;
        return std::ranges::any_of(roles.list(), [&](const NameRoles::Role& role) {
            const bool isLike = isBias(role.name) == isBias(part) && hasNamePart(role.name, wanted)
                && (isOfVision(part) || !isOfVision(role.name))
                && !(isOuter && role.name.find('#') != std::string::npos);
            if (!isLike || wanted == part)
                return isLike;
            for (std::uint32_t at = role.first; at < tensors.size(); ++at) { // those with these very numbers
                if (&roles.list()[roles.of(at)] == &role && hasNumberedPart(tensors[at].name, part))
                    return true;
            }
            return false;
        });
    });
}

bool hasAdapterNames(const NameRoles& roles)
{
    return std::ranges::any_of(
        roles.list(), [](const NameRoles::Role& role) { return role.name.ends_with(".lora_a"); });
}

bool hasVision(const NameRoles& roles)
{
    return std::ranges::any_of(roles.list(), [](const NameRoles::Role& role) { return isOfVision(role.name); });
}

/// A language model that was taken out of one that reads images has no tensor of the encoder.
bool needsTower(const NameRoles& roles, const ModelConfig& config)
{
    return hasVision(roles) && config.json()["vision_config"].isObject();
}

bool isEncoder(const ModelFamily& family)
{
    return family.kind == ModelKind::Encoder || family.kind == ModelKind::Vision;
}

/// Why the model may have other parts than its family; empty where it may not.
std::string_view whyOther(const ModelFamily& family, const ModelReport& report)
{
    const JsonValue& json = report.config.json();
    const std::string_view positions = json["position_embedding_type"].string();
    if (json["auto_map"].isObject() && (isEncoder(family) || !report.model.byTensors))
        return "its configuration refers to custom code (auto_map)";
    if (!positions.empty() && positions != "absolute")
        return "its position encoding differs from its family's";
    return isEncoder(family) && !report.model.byConfig
        ? "without a configuration it may be any of several similar encoders"
        : std::string_view();
}

/// Whether the model is to have a head: not one for other tasks, nor one that was saved without what lies around its
/// blocks.
bool needsHead(const NameRoles& roles, const LayerStack& stack, const ModelConfig& config)
{
    const std::string_view name = modelClass(config);
    const bool writesText = name.empty() || name.find("LM") != std::string_view::npos
        || name.find("ConditionalGeneration") != std::string_view::npos;
    const bool isBare = stack.name.find('.') == std::string::npos;
    return writesText && !isBare && !hasPart(roles, "score|classifier|v_head|reward_head|regression_head");
}

void checkUntiedHead(const NameRoles& roles, const LayerStack& stack, const ModelReport& report, Findings& findings)
{
    if (statedTiedHead(report.model, report.config).value_or(true) || !needsHead(roles, stack, report.config)
        || hasPart(roles, "lm_head|embed_out|output|head", true))
        return;
    const bool isStated = report.config.value("tie_word_embeddings").boolean().has_value();
    const std::string why = isStated
        ? report.config.file() + " says that it is not tied to the embedding (tie_word_embeddings is false)"
        : "models of the family " + std::string(report.model.title) + " do not tie it to the embedding by default ("
            + report.config.file() + " has no tie_word_embeddings)";
    findings.add({.severity = isStated || !modelClass(report.config).empty() ? Severity::Error : Severity::Warning,
        .code = "model-incomplete",
        .message = "the head \"lm_head.weight\" is missing, and " + why
            + ". A loader fills the head with random numbers, or refuses the model.",
        .file = Finding::noFile});
}

/// Parts of the model's class that many do without.
void checkSpareHead(const NameRoles& roles, const ModelReport& report, Findings& findings)
{
    const auto isLacking = [&](const ModelNeed& need) { return !hasPart(roles, need.parts, need.isOuter); };
    for (const ModelHead& head : modelHeads()) {
        const bool isOfModel = head.isSpare && isListed(head.classes, modelClass(report.config));
        const auto lacking = isOfModel ? std::ranges::find_if(head.needs, isLacking) : head.needs.end();
        if (lacking == head.needs.end())
            continue;
        findings.add({.severity = Severity::Note,
            .code = "model-incomplete",
            .message = "no tensor is named " + quote(std::string(lacking->parts)) + ", which the class "
                + quote(std::string(modelClass(report.config)))
                + " has. A loader fills it with random numbers, which matters only if it is used.",
            .file = Finding::noFile});
    }
}

/// What the model is to have: its family, the families of its parts, and its class.
std::vector<ModelNeed> needsOf(const NameRoles& roles, const ModelReport& report)
{
    std::vector<ModelNeed> needs;
    const auto add = [&](std::span<const ModelNeed> group) {
        for (const ModelNeed& need : group) {
            if (isNeeded(need, report.config) && (need.where.empty() || hasPart(roles, need.where)))
                needs.push_back(need);
        }
    };
    const ModelFamily& family = *report.model.family;
    const bool isGguf = !report.config.ggufArchitecture().empty();
    std::ranges::for_each(isGguf ? family.ggufNeeds : family.needs, add);
    if (isGguf)
        return needs;
    if (const ModelFamily* const text = textFamilyOf(family, report.config))
        std::ranges::for_each(text->needs, add);
    const VisionTower* const tower = visionTowerOf(family, report.config);
    if (tower && needsTower(roles, report.config))
        std::ranges::for_each(tower->needs, add);
    if (report.model.byConfig) {
        for (const ModelHead& head : modelHeads()) {
            if (!head.isSpare && isListed(head.classes, modelClass(report.config)))
                add(head.needs);
        }
    }
    return needs;
}

} // namespace

std::string checkNeeds(const NameRoles& roles, const LayerStacks& stacks, const ModelReport& report, Findings& findings)
{
    const ModelFamily* const family = report.model.family;
    const LayerStack* const stack = stacks.largest();
    if (!family)
        return "the family of the model is unknown";
    const bool isGguf = !report.config.ggufArchitecture().empty();
    if (isGguf && hasAdapterNames(roles))
        return {}; // it states the architecture of its model, and is none
    const std::vector<ModelNeed> needs = needsOf(roles, report);
    if (needs.empty() || !stack)
        return "the tensors of the family " + std::string(report.model.title) + " are not known";
    std::vector<std::string_view> lacking;
    const std::size_t all = needs.size();
    for (const ModelNeed& need : needs) {
        if (!hasPart(roles, need.parts, need.isOuter))
            lacking.push_back(need.parts.substr(0, need.parts.find('|')));
    }
    const std::string_view why = isGguf ? std::string_view() : whyOther(*family, report);
    if (!why.empty() && (lacking.size() > 1 || isEncoder(*family)))
        return std::string(why); // a single part is no other design
    if (lacking.size() > all / 2 && report.model.contradicting)
        return "the configuration may belong to another model";
    if (lacking.size() > all / 2)
        return "it has less than half of the tensors of its family: it may be a part of a model";
    if (!isGguf) {
        checkUntiedHead(roles, *stack, report, findings);
        checkSpareHead(roles, report, findings);
    }
    if (lacking.empty())
        return {};
    constexpr std::size_t most = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(lacking.size(), most); ++i)
        names.append(i > 0 ? ", " : "").append(quote(std::string(lacking[i])));
    if (lacking.size() > most)
        names += " and " + formatCount(lacking.size() - most) + " more";
    findings.add({.severity = Severity::Error,
        .code = "model-incomplete",
        .message = "no tensor is named " + names + ", which every model of the family "
            + std::string(report.model.title) + (report.config.isEmpty() ? " has" : " with this configuration has")
            + ". A loader fills missing tensors with random numbers, or refuses the model.",
        .file = Finding::noFile});
    return {};
}

} // namespace loupe
