#include "core/text/block_number.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/leftovers.h"
#include "insight/model_checks.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

bool isBias(std::string_view name)
{
    return name.ends_with("bias") || name.ends_with("beta");
}

/// Whether the role is a scale or the like of a weight that is missing.
bool isLeftOver(const NameRoles& roles, const std::string& name)
{
    return isOfCodes(name) && std::ranges::none_of(roles.list(), [&](const NameRoles::Role& other) {
        return mayBeCodesOf(name, other.name);
    });
}

/// Whether a tensor has one of `choices`, as ModelNeed takes them: codes of a weight count as the weight.
bool hasPart(const NameRoles& roles, std::string_view choices, bool isOuter = false)
{
    return anyChoice(choices, [&](std::string_view part) {
        const std::string wanted = roleOf(part);
        const auto isLike = [&](const NameRoles::Role& role) {
            return isBias(role.name) == isBias(part) && hasNamePart(role.name, wanted)
                && (isOfVision(part) || !isOfVision(role.name))
                && !(isOuter && role.name.find('#') != std::string::npos) && !isLeftOver(roles, role.name);
        };
        if (wanted == part)
            return std::ranges::any_of(roles.list(), isLike);
        std::vector<bool> areLike;
        for (const NameRoles::Role& role : roles.list())
            areLike.push_back(isLike(role));
        const auto& tensors = roles.checkpoint().tensors;
        for (std::uint32_t at = 0; at < tensors.size() && !areLike.empty(); ++at) { // those with these very numbers
            if (areLike[roles.of(at)] && hasNumberedPart(tensors[at].name, part))
                return true;
        }
        return false;
    });
}

/// The parts of a need, one for each of its numbers.
std::vector<std::string> numberedParts(const ModelNeed& need)
{
    std::vector<std::string> parts(std::max<std::size_t>(need.numbers, 1), std::string(need.parts));
    for (std::size_t number = 0; number < need.numbers; ++number)
        parts[number].replace(parts[number].find('#'), 1, std::to_string(number));
    return parts;
}

std::string firstChoice(std::string_view choices)
{
    return std::string(choices.substr(0, choices.find('|')));
}

std::string unknownNeeds(const ModelReport& report)
{
    return "the tensors of the family " + std::string(report.model.title) + " are not known";
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

/// Why the model may have other parts than its family; empty where it may not.
std::string_view whyOther(const ModelFamily& family, const ModelReport& report)
{
    const std::string_view positions = report.config.json()["position_embedding_type"].string();
    if (mayHaveOtherCode(report.model, report.config))
        return "its configuration refers to custom code (auto_map)";
    if (isEncoder(family) && !positions.empty() && positions != family.positions)
        return "its position encoding differs from its family's";
    return isEncoder(family) && !report.model.byConfig
        ? "without a configuration it may be any of several similar encoders"
        : std::string_view();
}

/// Whether the blocks have the names of a base model that was saved without its head.
bool isBare(const LayerStack& stack)
{
    return stack.name.find('.') == std::string::npos || isListed("encoder.layer transformer.layer", stack.name);
}

/// Whether the model is to have a head: not one for other tasks, nor one that was saved without what lies around its
/// blocks.
bool needsHead(const NameRoles& roles, const LayerStack& stack, const ModelConfig& config)
{
    const ModelTask task = modelTask(config);
    return (task == ModelTask::Unstated || writesText(task)) && !isBare(stack)
        && !hasPart(roles, "score|classifier|v_head|reward_head|regression_head");
}

/// Whether a model of an unknown family may be without a head, or have one with another name. It has none for certain
/// if the class writes text by code of transformers, all layers exist, and only one tensor outside of them, the
/// embedding, has an axis for the vocabulary.
bool mayHaveOtherHead(const NameRoles& roles, const LayerStack& stack, const ModelReport& report)
{
    const ModelConfig& config = report.config;
    const auto layers = config.value("num_hidden_layers").unsignedInteger();
    const auto tokens = config.value("vocab_size").unsignedInteger();
    if (report.model.unknownType == RecognizedModel::draftType || modelTask(config) != ModelTask::ContinuesText
        || config.json()["auto_map"].isObject() || !layers || *layers > stack.layers.size() || !tokens)
        return true;
    std::size_t ofTokens = 0;
    for (const NameRoles::Role& role : roles.list()) {
        if (role.name.find('#') != std::string::npos)
            continue;
        const Tensor& tensor = roles.checkpoint().tensors[role.first];
        if (tensor.dtype == DType::Opaque)
            return true;
        if (std::ranges::any_of(tensor.shape, [&](std::uint64_t size) { return size >= *tokens; }))
            ++ofTokens;
    }
    return ofTokens != 1;
}

void checkUntiedHead(const NameRoles& roles, const LayerStack& stack, const ModelReport& report, Findings& findings)
{
    if (statedTiedHead(report.model, report.config).value_or(true) || !needsHead(roles, stack, report.config)
        || hasPart(roles, "lm_head|embed_out|output|output_layer|head", true)
        || (!report.model.family && mayHaveOtherHead(roles, stack, report)))
        return;
    const bool isStated = report.config.value("tie_word_embeddings").boolean().has_value();
    const std::string why = isStated
        ? report.config.file() + " says that it is not tied to the embedding (tie_word_embeddings is false)"
        : "models of the family " + std::string(report.model.title) + " do not tie it to the embedding by default ("
            + report.config.file() + " has no tie_word_embeddings)";
    findings.add({.severity = isStated || !modelClass(report.config).empty() ? Severity::Error : Severity::Warning,
        .code = "model-incomplete",
        .message = "the head " + quote(roles.has("tok_embeddings") ? "output.weight" : "lm_head.weight")
            + " is missing, and " + why + ". A loader fills the head with random numbers, or refuses the model.",
        .file = Finding::noFile});
}

/// Whether many models of the class do without the head.
bool isSpare(const ModelHead& head, const NameRoles& roles, const LayerStack& stack)
{
    const auto has = [&](const ModelNeed& need) { return hasPart(roles, need.parts, need.isOuter); };
    return head.isSpare || (isBare(stack) && std::ranges::none_of(head.needs, has));
}

void checkSpareHeads(const NameRoles& roles, const LayerStack& stack, const ModelReport& report, Findings& findings)
{
    const auto isLacking = [&](const ModelNeed& need) { return !hasPart(roles, need.parts, need.isOuter); };
    for (const ModelHead& head : modelHeads()) {
        const bool isOfModel = isListed(head.classes, modelClass(report.config)) && isSpare(head, roles, stack);
        const auto lacking = isOfModel ? std::ranges::find_if(head.needs, isLacking) : head.needs.end();
        if (lacking == head.needs.end())
            continue;
        findings.add({.severity = Severity::Note,
            .code = "model-incomplete",
            .message = "no tensor is named " + quote(firstChoice(lacking->parts)) + ", which the class "
                + quote(std::string(modelClass(report.config)))
                + " has. A loader fills it with random numbers, which matters only if it is used.",
            .file = Finding::noFile});
    }
}

/// A part of a model that may be saved without the others: the language model, the image encoder.
struct PartNeeds {
    std::string_view title = {}; ///< for messages
    std::size_t all = 0;
    std::vector<std::string> lacking = {};

    /// Whether the part has other names, or was left out.
    bool isElsewhere() const { return lacking.size() > 1 && lacking.size() > all / 2; }
};

class NeedsOfModel {
public:
    NeedsOfModel(const NameRoles& roles, const LayerStack& stack, const ModelReport& report)
        : m_roles(roles)
        , m_config(report.config)
    {
        const ModelFamily& family = *report.model.family;
        if (!m_config.ggufArchitecture().empty()) {
            add(m_main, family.ggufNeeds);
            return;
        }
        add(family.textFamily.empty() ? m_main : m_connector, family.needs);
        if (const ModelFamily* const text = textFamilyOf(family, m_config))
            add(m_main, text->needs);
        const VisionTower* const tower = visionTowerOf(family, m_config);
        if (tower && needsTower(roles, m_config))
            add(m_tower, tower->needs);
        for (const ModelHead& head : modelHeads()) {
            const bool isOfModel = report.model.byConfig && isListed(head.classes, modelClass(m_config));
            if (isOfModel && !isSpare(head, roles, stack))
                add(m_head, head.needs);
        }
    }

    bool isEmpty() const { return m_main.all + m_tower.all + m_connector.all + m_head.all == 0; }
    bool hasMain() const { return !m_main.isElsewhere(); }
    /// Why parts are not checked; empty if all are.
    std::string whyUnchecked() const
    {
        if (!hasMain())
            return "it has less than half of the tensors of its family: it may be a part of a model";
        for (const PartNeeds* const part : {&m_tower, &m_connector}) {
            if (part->isElsewhere())
                return "it has less than half of the tensors of " + std::string(part->title)
                    + ", which may have other names";
        }
        return {};
    }
    std::size_t lackingOnes() const
    {
        return m_main.lacking.size() + m_tower.lacking.size() + m_connector.lacking.size() + m_head.lacking.size();
    }
    /// Tensors that the checked parts lack. Heads and connectors belong to a language model.
    std::vector<std::string> lacking() const
    {
        std::vector<std::string> names;
        for (const PartNeeds* const part : {&m_main, &m_tower, &m_connector, &m_head}) {
            const bool isChecked = part == &m_head ? hasMain() : !part->isElsewhere();
            if (isChecked && (hasMain() || part == &m_tower))
                names.insert(names.end(), part->lacking.begin(), part->lacking.end());
        }
        return names;
    }

private:
    void add(PartNeeds& part, const ModelNeeds& groups)
    {
        for (const std::span<const ModelNeed> group : groups)
            add(part, group);
    }
    void add(PartNeeds& part, std::span<const ModelNeed> group)
    {
        for (const ModelNeed& need : group) {
            if (!isNeeded(need, m_config) || !(need.where.empty() || hasPart(m_roles, need.where)))
                continue;
            for (std::string& parts : numberedParts(need)) {
                ++part.all;
                if (!hasPart(m_roles, parts, need.isOuter))
                    part.lacking.push_back(std::move(parts));
            }
        }
    }

    const NameRoles& m_roles;
    const ModelConfig& m_config;
    PartNeeds m_main;
    PartNeeds m_tower{.title = "its image encoder"};
    PartNeeds m_connector{.title = "the connector of its image encoder"};
    PartNeeds m_head;
};

} // namespace

std::string checkNeeds(const NameRoles& roles, const LayerStacks& stacks, const ModelReport& report, Findings& findings)
{
    const ModelFamily* const family = report.model.family;
    const LayerStack* const stack = stacks.largest();
    if (!family) {
        if (stack)
            checkUntiedHead(roles, *stack, report, findings);
        return "the family is unknown";
    }
    const bool isGguf = !report.config.ggufArchitecture().empty();
    if (isGguf && hasAdapterNames(roles))
        return {}; // it states the architecture of its model, and is none
    if (!stack)
        return unknownNeeds(report);
    const NeedsOfModel needs(roles, *stack, report);
    if (needs.isEmpty())
        return unknownNeeds(report);
    const std::string_view why = isGguf ? std::string_view() : whyOther(*family, report);
    if (!why.empty() && (needs.lackingOnes() > 1 || isEncoder(*family)))
        return std::string(why); // a single part is no other design
    std::string unchecked = needs.whyUnchecked();
    if (!unchecked.empty() && report.model.contradicting)
        return "the configuration may belong to another model";
    if (!isGguf && needs.hasMain()) {
        checkUntiedHead(roles, *stack, report, findings);
        checkSpareHeads(roles, *stack, report, findings);
    }
    const std::vector<std::string> lacking = needs.lacking();
    if (lacking.empty())
        return unchecked;
    constexpr std::size_t most = 4;
    std::string names;
    for (std::size_t i = 0; i < std::min(lacking.size(), most); ++i)
        names.append(i > 0 ? ", " : "").append(quote(firstChoice(lacking[i])));
    if (lacking.size() > most)
        names += " and " + formatCount(lacking.size() - most) + " more";
    findings.add({.severity = Severity::Error,
        .code = "model-incomplete",
        .message = "no tensor is named " + names + ", which every model of the family "
            + std::string(report.model.title) + (report.config.isEmpty() ? " has" : " with this configuration has")
            + ". A loader fills missing tensors with random numbers, or refuses the model.",
        .file = Finding::noFile});
    return unchecked;
}

} // namespace loupe
