#include "insight/family.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "insight/layers.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

namespace loupe {

namespace {

bool hasShape(const NameRoles& roles, const ModelFamily::Shape& wanted)
{
    const auto tensor = roles.find(wanted.tensor);
    if (!tensor)
        return false;
    const auto shape = roles.checkpoint().tensors[*tensor].shape;
    if (wanted.axis == ModelFamily::Shape::rank)
        return shape.size() == wanted.size;
    if (wanted.axis >= shape.size())
        return false;
    const auto size = wanted.isTimesFirst ? checkedMultiply(shape[0], wanted.size) : std::optional(wanted.size);
    return shape[wanted.axis] == size;
}

/// A bias that most layers do not have, though they have the weight that it goes with.
bool isStray(const NameRoles& roles, std::uint32_t tensor)
{
    constexpr std::uint32_t usualTimes = 4;
    constexpr std::string_view ending = ".bias";
    const NameRoles::Role& role = roles.list()[roles.of(tensor)];
    if (!role.name.ends_with(ending))
        return false;
    const std::string weight = role.name.substr(0, role.name.size() - ending.size()) + ".weight";
    const auto found = std::ranges::find(roles.list(), weight, &NameRoles::Role::name);
    return found != roles.list().end() && found->tensors / usualTimes >= role.tensors;
}

/// Strays aside: one tensor too many makes no model another one.
bool hasInLayers(const NameRoles& roles, std::string_view part)
{
    const auto tensor = roles.find(part);
    return tensor && !isStray(roles, *tensor);
}

/// Whether a norm has a weight: no other weight has one axis.
bool hasNormWeight(const NameRoles& roles)
{
    return std::ranges::any_of(roles.list(), [&](const NameRoles::Role& role) {
        return role.name.ends_with(".weight") && roles.checkpoint().tensors[role.first].shape.size() == 1;
    });
}

/// Whether the configuration asks for the part, so that it does not tell against the family.
bool isAskedFor(std::string_view part, const ModelFamily& family, const ModelConfig& config)
{
    const auto isPart = [&](std::string_view choice) { return choice == part; };
    const auto asks = [&](const ModelNeed& need) { return anyChoice(need.parts, isPart) && isNeeded(need, config); };
    return std::ranges::any_of(family.needs, [&](const auto& group) { return std::ranges::any_of(group, asks); });
}

/// Whether the configuration names no class of diffusers that is none of the family's.
bool mayBeOfClass(const ModelFamily& family, const ModelConfig& config)
{
    const std::string_view name = config.json()["_class_name"].string();
    return family.classes.empty() || name.empty() || isListed(family.classes, name);
}

bool fitsTensors(const NameRoles& roles, const ModelFamily& family, const ModelConfig& config)
{
    const auto has = [&](std::string_view part) { return hasInLayers(roles, part); };
    const auto isAgainst = [&](std::string_view part) { return has(part) && !isAskedFor(part, family, config); };
    return std::ranges::all_of(
               family.all, [&](std::string_view choices) { return choices.empty() || anyChoice(choices, has); })
        && !(family.hasBareNorms && hasNormWeight(roles))
        && std::ranges::none_of(family.none, [&](std::string_view choices) { return anyChoice(choices, isAgainst); })
        && std::ranges::all_of(family.shapes,
            [&](const ModelFamily::Shape& shape) { return shape.tensor.empty() || hasShape(roles, shape); });
}

/// The family that the tensors contradict least, among those that `isNamed` accepts. Precondition: it accepts one.
template <typename Predicate>
const ModelFamily& likestFamily(const NameRoles& roles, std::span<const ModelFamily> families, const Predicate& isNamed)
{
    const auto has = [&](std::string_view part) { return hasInLayers(roles, part); };
    const auto lacks = [&](std::string_view choices) { return !choices.empty() && !anyChoice(choices, has); };
    const auto hasOne = [&](std::string_view choices) { return anyChoice(choices, has); };
    const auto against = [&](const ModelFamily& family) {
        return isNamed(family) ? std::ranges::count_if(family.all, lacks) + std::ranges::count_if(family.none, hasOne)
                               : std::numeric_limits<std::ptrdiff_t>::max();
    };
    return *std::ranges::min_element(families, {}, against);
}

/// Why tensors are those of the family: the names of its telltale ones.
void addTensorEvidence(std::vector<std::string>& evidence, const NameRoles& roles, const ModelFamily& family)
{
    const auto& tensors = roles.checkpoint().tensors;
    for (const std::string_view part : family.all) {
        if (const auto tensor = part.empty() ? std::nullopt : roles.find(part))
            evidence.push_back("tensor " + quote(tensors[*tensor].name));
    }
    for (const ModelFamily::Shape& shape : family.shapes) {
        const auto tensor = shape.tensor.empty() ? std::nullopt : roles.find(shape.tensor);
        if (!tensor)
            continue;
        const std::string name = quote(tensors[*tensor].name);
        std::string said = name + " has " + std::to_string(shape.size);
        if (shape.axis == ModelFamily::Shape::rank)
            said += shape.size == 1 ? " dimension" : " dimensions";
        else
            said += (shape.isTimesFirst ? " times the first axis on axis " : " on axis ") + std::to_string(shape.axis);
        evidence.push_back(std::move(said));
    }
    if (family.hasBareNorms)
        evidence.emplace_back("no norm has a weight");
    for (const std::string_view part : family.none) {
        const std::string_view first = part.substr(0, part.find('|'));
        if (!first.empty() && !roles.has(first))
            evidence.push_back("no tensor named …" + std::string(first));
    }
}

std::string_view typeOf(const ModelConfig& config)
{
    if (!config.ggufArchitecture().empty())
        return config.ggufArchitecture();
    const std::string_view type = config.isOfAdapter() ? std::string_view() : config.json()["model_type"].string();
    return type.empty() ? config.textPart()["model_type"].string() : type;
}

/// The family that the model's class in transformers names by itself; null if none.
const ModelFamily* familyOfClass(const ModelConfig& config)
{
    const std::string_view name = modelClass(config);
    const auto families = modelFamilies();
    const auto found = name.empty() ? families.end() : std::ranges::find(families, name, &ModelFamily::configClass);
    return found == families.end() ? nullptr : &*found;
}

/// Whether the configuration says so by a number above 0, "true" or a list with elements; nothing where it does not
/// have the key.
std::optional<bool> isSet(const ModelConfig& config, std::string_view key)
{
    if (!config.ggufArchitecture().empty()) {
        const auto number = config.number({}, key);
        return number ? std::optional(number->value > 0) : std::nullopt;
    }
    const JsonValue& value = key.find('.') == std::string_view::npos ? config.value(key) : config.at(key);
    if (value.kind() == JsonValue::Kind::None)
        return std::nullopt;
    return value.boolean().value_or(false) || value.number().value_or(0) > 0 || !value.elements().empty();
}

/// Whether the configuration has one and the same number under both keys.
bool isSameNumber(const ModelConfig& config, std::string_view one, std::string_view other)
{
    const auto number = config.value(one).number();
    return number && number == config.value(other).number();
}

/// Whether the model drafts tokens for another, as EAGLE does: its `fc` joins the embedding and the hidden state of the
/// other model, or three hidden states.
bool isDraft(const NameRoles& roles)
{
    const auto fc = std::ranges::find_if(roles.list(),
        [](const NameRoles::Role& role) { return role.name == "fc.weight" || role.name == "model.fc.weight"; });
    if (fc == roles.list().end() || !roles.has("midlayer|layers.#"))
        return false;
    const auto shape = roles.checkpoint().tensors[fc->first].shape;
    return shape.size() == 2 && shape[0] > 0 && shape[1] % shape[0] == 0
        && (shape[1] / shape[0] == 2 || shape[1] / shape[0] == 3);
}

} // namespace

bool isNeeded(const ModelNeed& need, const ModelConfig& config)
{
    const auto isSaid = [&](std::string_view key) { return key.empty() || isSet(config, key).value_or(need.isUsual); };
    return isSaid(need.key) && isSaid(need.andKey)
        && (need.unless.empty() || !isSet(config, need.unless).value_or(config.isEmpty()))
        && (need.notAs.empty() || !isSameNumber(config, need.key, need.notAs));
}

bool isEncoder(const ModelFamily& family)
{
    return family.kind == ModelKind::Encoder || family.kind == ModelKind::Vision
        || family.kind == ModelKind::AudioEncoder;
}

bool mayHaveOtherCode(const RecognizedModel& model, const ModelConfig& config)
{
    return model.family && config.json()["auto_map"].isObject() && !model.family->hasOwnCode
        && (isEncoder(*model.family) || !model.byTensors);
}

const ModelFamily* textFamilyOf(const ModelFamily& family, const ModelConfig& config)
{
    if (family.textFamily.empty())
        return nullptr;
    const std::string_view type = config.textPart()["model_type"].string();
    const auto families = modelFamilies();
    const auto isNamed = [&](const ModelFamily& one) {
        return one.textFamily.empty() && one.visionType.empty() && isListed(one.configTypes, type);
    };
    auto found = std::ranges::find_if(families, isNamed);
    // "qwen2_vl_text" in the configuration of a "qwen2_vl" is no other family.
    const bool isUsual = type.empty() || type.starts_with(config.json()["model_type"].string());
    if (found == families.end() && isUsual)
        found = std::ranges::find(families, family.textFamily, &ModelFamily::id);
    return found == families.end() ? nullptr : &*found;
}

const VisionTower* visionTowerOf(const ModelFamily& family, const ModelConfig& config)
{
    const JsonValue& vision = config.json()["vision_config"];
    std::string_view type = vision["model_type"].string();
    if (type.empty())
        type = family.visionType;
    const auto towers = visionTowers();
    const auto found =
        std::ranges::find_if(towers, [&](const VisionTower& tower) { return isListed(tower.types, type); });
    return found == towers.end() || family.visionType.empty() ? nullptr : &*found;
}

std::string_view modelClass(const ModelConfig& config)
{
    const auto& names = config.json()["architectures"].elements();
    return names.empty() ? std::string_view() : names.front().string();
}

ModelTask modelTask(const ModelConfig& config)
{
    const std::string_view name = modelClass(config);
    if (name.empty())
        return ModelTask::Unstated;
    if (name.ends_with("ForCausalLM") || name.ends_with("LMHeadModel"))
        return ModelTask::ContinuesText;
    if (name.ends_with("ForConditionalGeneration") || name.ends_with("ChatModel"))
        return ModelTask::AnswersInput;
    return name.ends_with("Model") ? ModelTask::None : ModelTask::Other;
}

std::optional<bool> statedTiedHead(const RecognizedModel& model, const ModelConfig& config)
{
    constexpr std::string_view key = "tie_word_embeddings";
    const auto outer = config.json()[key].boolean();
    const auto inner = config.textPart()[key].boolean();
    if (outer || inner)
        return outer.value_or(false) || inner.value_or(false);
    if (!model.family || !model.byConfig || !config.ggufArchitecture().empty())
        return std::nullopt;
    const ModelFamily* const text = textFamilyOf(*model.family, config);
    return text && !model.family->tiesHead ? text->tiesHead : model.family->tiesHead;
}

RecognizedModel recognizeModel(const NameRoles& roles, const ModelConfig& config)
{
    RecognizedModel model;
    if (isDraft(roles)) {
        model.unknownType = RecognizedModel::draftType;
        return model;
    }
    const bool isGguf = !config.ggufArchitecture().empty();
    const std::string_view type = typeOf(config);
    const ModelFamily* const ofClass = isGguf ? nullptr : familyOfClass(config);
    const auto isNamed = [&](const ModelFamily& family) {
        return ofClass ? &family == ofClass : isListed(isGguf ? family.ggufTypes : family.configTypes, type);
    };
    const auto fits = [&](const ModelFamily& family) {
        return mayBeOfClass(family, config) && fitsTensors(roles, family, config);
    };
    const auto families = modelFamilies();
    const auto named = std::ranges::find_if(families, isNamed);
    const auto fitting = std::ranges::find_if(families, fits);
    if (named != families.end()) {
        const auto both =
            std::ranges::find_if(families, [&](const ModelFamily& family) { return isNamed(family) && fits(family); });
        model.byConfig = true;
        model.byTensors = both != families.end();
        model.family = model.byTensors ? &*both : &likestFamily(roles, families, isNamed);
        // An adapter, or the state of an optimizer, lies next to the configuration of its model. A shard may lack the
        // tensors that tell its family from a similar one.
        if (!model.byTensors && fitting != families.end()) {
            const bool isBeside = fitting->kind == ModelKind::Adapter || fitting->kind == ModelKind::TrainingState;
            if (isBeside)
                model.family = &*fitting;
            else if (!isGguf && !fitting->hasBareNorms && !isPieceOfModel(roles.checkpoint()))
                model.contradicting = &*fitting;
            model.byConfig = !isBeside;
            model.byTensors = isBeside;
        }
    } else if (fitting != families.end()) {
        model.family = &*fitting;
        model.byTensors = true;
    }
    if (!type.empty() && named == families.end())
        model.unknownType = type;
    // Names that are those of another model as well do not make an unknown model a known one.
    if (!model.unknownType.empty() && model.family && model.family->kind != ModelKind::Adapter
        && model.family->kind != ModelKind::TrainingState)
        model.family = nullptr;

    if (model.byConfig) {
        const std::string key = isGguf ? "general.architecture" : ofClass ? "the class" : "model_type";
        model.evidence.push_back((isGguf ? std::string() : config.file() + ": ") + key + " is "
            + quote(ofClass ? modelClass(config) : type));
    }
    if (model.family) {
        const std::string_view common = model.family->titleByTensors;
        const bool isOneOfSeveral = !model.byConfig || (isGguf && model.family->ggufNamesSeveral);
        model.title = isOneOfSeveral && !common.empty() ? common : model.family->title;
        if (model.byTensors)
            addTensorEvidence(model.evidence, roles, *model.family);
    }
    for (const ModelPart& part : modelParts()) {
        const bool isAll = model.family
            && (model.family->kind == ModelKind::TrainingState || model.family->kind == ModelKind::Adapter);
        if (!isAll && roles.has(part.tensors) && (part.with.empty() || roles.has(part.with))
            && !roles.has(part.without))
            model.parts.push_back(part.title);
    }
    return model;
}

} // namespace loupe
