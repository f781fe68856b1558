#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/model_checks.h"

#include <algorithm>
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
        return std::ranges::any_of(roles.list(), [&](const NameRoles::Role& role) {
            return isBias(role.name) == isBias(part) && hasNamePart(role.name, part)
                && (isOfVision(part) || !isOfVision(role.name))
                && !(isOuter && role.name.find('#') != std::string::npos);
        });
    });
}

bool hasAdapterNames(const NameRoles& roles)
{
    return std::ranges::any_of(
        roles.list(), [](const NameRoles::Role& role) { return role.name.ends_with(".lora_a"); });
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
    const auto& names = config.json()["architectures"].elements();
    const std::string_view name = names.empty() ? std::string_view() : names.front().string();
    const bool writesText = name.empty() || name.find("LM") != std::string_view::npos
        || name.find("ConditionalGeneration") != std::string_view::npos;
    const bool isBare = stack.name.find('.') == std::string::npos;
    return writesText && !isBare && !hasPart(roles, "score|classifier|v_head|reward_head|regression_head");
}

void checkUntiedHead(const NameRoles& roles, const LayerStack& stack, const ModelReport& report, Findings& findings)
{
    const JsonValue& inner = report.config.json()["text_config"]["tie_word_embeddings"];
    const bool isUntied =
        !report.config.value("tie_word_embeddings").boolean().value_or(true) && !inner.boolean().value_or(false);
    if (!isUntied || !needsHead(roles, stack, report.config) || hasPart(roles, "lm_head|embed_out|output|head"))
        return;
    findings.add({.severity = Severity::Error,
        .code = "model-incomplete",
        .message = "the head \"lm_head.weight\" is missing, and " + report.config.file()
            + " says that it is not tied to the embedding (tie_word_embeddings is false). A loader "
              "fills the head with random numbers, or refuses the model.",
        .file = Finding::noFile});
}

} // namespace

std::string checkNeeds(const NameRoles& roles, const LayerStacks& stacks, const ModelReport& report, Findings& findings)
{
    const ModelFamily* const family = report.model.family;
    const LayerStack* const stack = stacks.largest();
    if (!family)
        return "the family of the model is unknown";
    const bool isGguf = !report.config.ggufArchitecture().empty();
    const ModelNeeds& groups = isGguf ? family->ggufNeeds : family->needs;
    if (isGguf && hasAdapterNames(roles))
        return {}; // it states the architecture of its model, and is none
    if (groups.front().empty() || !stack)
        return "the tensors of the family " + std::string(report.model.title) + " are not known";
    std::vector<std::string_view> lacking;
    std::size_t all = 0;
    for (const auto& group : groups) {
        for (const ModelNeed& need : group) {
            if (!isNeeded(need, report.config))
                continue;
            ++all;
            if (!hasPart(roles, need.parts, need.isOuter))
                lacking.push_back(need.parts.substr(0, need.parts.find('|')));
        }
    }
    const std::string_view why = isGguf ? std::string_view() : whyOther(*family, report);
    if (!why.empty() && (lacking.size() > 1 || isEncoder(*family)))
        return std::string(why); // a single part is no other design
    if (lacking.size() > all / 2 && report.model.contradicting)
        return "the configuration may belong to another model";
    if (lacking.size() > all / 2)
        return "it has less than half of the tensors of its family: it may be a part of a model";
    if (!isGguf)
        checkUntiedHead(roles, *stack, report, findings);
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
