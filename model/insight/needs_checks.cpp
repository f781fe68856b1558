#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/model_checks.h"

#include <algorithm>

namespace loupe {

namespace {

/// Whether a tensor outside of a vision encoder has one of `choices`, a bias aside: codes of a weight count as the
/// weight.
bool hasWeight(const NameRoles& roles, std::string_view choices)
{
    while (!choices.empty()) {
        const std::string_view part = choices.substr(0, choices.find('|'));
        choices.remove_prefix(std::min(choices.size(), part.size() + 1));
        const auto isOne = [&](const NameRoles::Role& role) {
            return !role.name.ends_with(".bias") && hasNamePart(role.name, part) && !isOfVision(role.name);
        };
        if (std::ranges::any_of(roles.list(), isOne))
            return true;
    }
    return false;
}

bool hasAdapterNames(const NameRoles& roles)
{
    return std::ranges::any_of(
        roles.list(), [](const NameRoles::Role& role) { return role.name.ends_with(".lora_a"); });
}

/// Whether the model may have other parts than its family: it brings code of its own, or other positions, or is one of
/// the many encoders like BERT without a configuration that says which.
bool mayDiffer(const ModelFamily& family, const ModelReport& report)
{
    const JsonValue& json = report.config.json();
    const std::string_view positions = json["position_embedding_type"].string();
    const bool isEncoder = family.kind == ModelKind::Encoder || family.kind == ModelKind::Vision;
    return json["auto_map"].isObject() || (!positions.empty() && positions != "absolute")
        || (isEncoder && !report.model.byConfig);
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
    return writesText && !isBare && !hasWeight(roles, "score|classifier|v_head|reward_head|regression_head");
}

void checkUntiedHead(const NameRoles& roles, const LayerStack& stack, const ModelReport& report, Findings& findings)
{
    const JsonValue& inner = report.config.json()["text_config"]["tie_word_embeddings"];
    const bool isUntied =
        !report.config.value("tie_word_embeddings").boolean().value_or(true) && !inner.boolean().value_or(false);
    if (!isUntied || !needsHead(roles, stack, report.config) || hasWeight(roles, "lm_head|embed_out|output|head"))
        return;
    findings.add({.severity = Severity::Error,
        .code = "model-incomplete",
        .message = "the head \"lm_head.weight\" is missing, and " + report.config.file()
            + " says that it does not share the weights of the embedding (tie_word_embeddings is false). A loader "
              "fills "
              "the head with random numbers, or refuses the model.",
        .file = Finding::noFile});
}

} // namespace

void checkNeeds(const NameRoles& roles, const LayerStacks& stacks, const ModelReport& report, Findings& findings)
{
    const ModelFamily* const family = report.model.family;
    const LayerStack* const stack = stacks.largest();
    if (!family || report.model.contradicting || !stack)
        return;
    const bool isGguf = !report.config.ggufArchitecture().empty();
    if (!isGguf && mayDiffer(*family, report))
        return;
    const auto needs = isGguf ? family->ggufNeeds : family->needs;
    // An adapter in GGUF states the architecture of its model.
    if (needs.empty() || (isGguf && hasAdapterNames(roles)))
        return;
    std::vector<std::string_view> lacking;
    for (const std::string_view part : needs) {
        if (!hasWeight(roles, part))
            lacking.push_back(part.substr(0, part.find('|')));
    }
    if (lacking.size() > needs.size() / 2)
        return; // a piece of a model, which is not held to what whole ones have
    if (!isGguf)
        checkUntiedHead(roles, *stack, report, findings);
    if (lacking.empty())
        return;
    constexpr std::size_t most = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(lacking.size(), most); ++i)
        names += (i > 0 ? ", " : "") + quote(std::string(lacking[i]));
    if (lacking.size() > most)
        names += " and " + formatCount(lacking.size() - most) + " more";
    findings.add({.severity = Severity::Error,
        .code = "model-incomplete",
        .message = "no tensor has the name " + names + ", which each model of the family "
            + std::string(report.model.title)
            + " has. A loader fills missing tensors with random numbers, or refuses the model.",
        .file = Finding::noFile});
}

} // namespace loupe
