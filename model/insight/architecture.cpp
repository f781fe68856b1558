#include "insight/architecture.h"

#include "core/checked_math.h"
#include "core/coded_elements.h"
#include "core/text/block_number.h"
#include "core/text/quote.h"
#include "insight/caching_layers.h"
#include "insight/figure_rules.h"
#include "insight/parameter_counts.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace loupe {

namespace {

using enum ArchitectureFigure;

struct Size {
    std::uint64_t value = 0;
    std::string evidence;
};

std::optional<Size> sizeOf(const NameRoles& roles, std::string_view part, std::size_t axis, std::size_t dimensions)
{
    const auto tensor = part.empty() ? std::nullopt : roles.find(part);
    if (!tensor)
        return std::nullopt;
    const Tensor& found = roles.checkpoint().tensors[*tensor];
    if (found.shape.size() != dimensions || axis >= dimensions)
        return std::nullopt;
    if (isCoded(roles.checkpoint(), *tensor) && (axis > 0 || !hasOwnRows(roles.checkpoint(), *tensor)))
        return std::nullopt;
    return Size{found.shape[axis], quote(found.name) + ", axis " + std::to_string(axis)};
}

/// Whether most tensors of its role have the same size, unlike in the stages of Swin.
bool isUsual(const NameRoles& roles, std::uint32_t tensor, std::size_t axis)
{
    const auto& tensors = roles.checkpoint().tensors;
    const std::uint32_t role = roles.of(tensor);
    std::uint64_t alike = 0;
    for (std::uint32_t at = tensor; at < tensors.size(); ++at) {
        const auto& shape = tensors[at].shape;
        alike += roles.of(at) == role && axis < shape.size() && shape[axis] == tensors[tensor].shape[axis] ? 1 : 0;
    }
    return alike * 4 >= std::uint64_t{roles.list()[role].tensors} * 3;
}

std::optional<Size> ofConfig(const ModelConfig& config, const FigureRule& rule)
{
    constexpr double most = 1e15;
    const auto isTrue = [&](std::string_view key) {
        return !key.empty() && config.value(key).boolean().value_or(false);
    };
    if (isTrue(rule.unless))
        return std::nullopt;
    if (isTrue(rule.one) && !isTrue(rule.exceptOne))
        return Size{1, std::string(rule.one)};
    const auto number = config.number(rule.config, rule.gguf);
    if (!number || number->value < 1 || number->value > most || number->value != std::trunc(number->value))
        return std::nullopt;
    return Size{static_cast<std::uint64_t>(number->value), number->key};
}

/// Heads, from rows of projections and the size of a head, which a norm of each head tells. The projection makes
/// `parts` of the same size.
std::optional<Size> headsByTensors(
    const NameRoles& roles, std::string_view projection, std::string_view norm, std::uint64_t parts)
{
    const auto rows = sizeOf(roles, projection, 0, 2);
    const auto size = sizeOf(roles, norm, 0, 1);
    const auto each = size ? checkedMultiply(size->value, parts) : std::nullopt;
    if (!rows || !each || *each == 0 || rows->value % *each != 0 || rows->value == *each)
        return std::nullopt;
    return Size{rows->value / *each, rows->evidence + " / " + size->evidence};
}

std::optional<Size> queryHeads(const NameRoles& roles, const RecognizedModel& model)
{
    return headsByTensors(roles, "self_attn.q_proj.weight|attn_q.weight", "self_attn.q_norm.weight|attn_q_norm.weight",
        model.family ? model.family->queryParts : 1);
}

bool isGenerator(ModelKind kind)
{
    return kind == ModelKind::ImageGeneration || kind == ModelKind::VideoGeneration;
}

/// Names of the encoder's and the decoder's layers in a model that has both.
constexpr std::string_view encoderStacks = "encoder.layers|encoder.block|encoder.blocks|enc.blk";
constexpr std::string_view decoderStacks = "decoder.layers|decoder.block|decoder.blocks|dec.blk";

/// The first stack whose name ends with one of `ends`. Null if there is none.
const LayerStack* stackOf(const LayerStacks& stacks, std::string_view ends)
{
    const auto found = std::ranges::find_if(stacks.list(), [&](const LayerStack& stack) {
        return anyChoice(
            ends, [&](std::string_view end) { return stack.name.ends_with(end) && hasNamePart(stack.name, end); });
    });
    return found == stacks.list().end() ? nullptr : &*found;
}

bool hasEncoderAndDecoder(const RecognizedModel& model)
{
    return model.family && (model.family->kind == ModelKind::EncoderDecoder || model.family->kind == ModelKind::Speech);
}

std::optional<Size> layerCount(const LayerStack* stack)
{
    return stack ? std::optional(Size{stack->layersWithout("eh_proj.weight"), "layers of " + quote(stack->name)})
                 : std::nullopt;
}

std::optional<Size> ofTensors(
    const NameRoles& roles, const LayerStacks& stacks, const RecognizedModel& model, const FigureRule& rule)
{
    if (model.family && isGenerator(model.family->kind))
        return std::nullopt; // tensors with such names are those of its text encoders
    switch (rule.figure) {
    case Layers:
        if (model.family && model.family->repeatsLayers)
            return std::nullopt;
        return layerCount(hasEncoderAndDecoder(model) ? stackOf(stacks, encoderStacks) : stacks.largest());
    case DecoderLayers:
        return layerCount(stackOf(stacks, decoderStacks));
    case Heads:
        return queryHeads(roles, model);
    case KeyValueHeads:
        return headsByTensors(
            roles, "self_attn.k_proj.weight|attn_k.weight", "self_attn.k_norm.weight|attn_k_norm.weight", 1);
    case HeadSize: {
        const auto heads = queryHeads(roles, model);
        return heads ? sizeOf(roles, "self_attn.q_norm.weight|attn_q_norm.weight", 0, 1) : std::nullopt;
    }
    default: {
        const auto tensor = rule.tensors.empty() ? std::nullopt : roles.find(rule.tensors);
        const bool isDecoder = model.family && model.family->kind == ModelKind::Decoder;
        if (tensor && isDecoder && isOfVision(roles.checkpoint().tensors[*tensor].name))
            return std::nullopt;
        const auto size = sizeOf(roles, rule.tensors, rule.axis, rule.dimensions);
        if (!size && tensor && isCoded(roles.checkpoint(), *tensor))
            return sizeOf(roles, rule.vectors, 0, 1);
        return size && isUsual(roles, *tensor, rule.axis) ? size : std::nullopt;
    }
    }
}

/// Layers before those with experts, where all behind the first of these have experts as well; else none.
std::uint64_t layersBeforeExperts(const LayerStacks& stacks)
{
    const LayerStack* const stack = stacks.largest();
    if (!stack)
        return 0;
    std::vector<bool> areExperts;
    for (const std::string& role : stack->roles)
        areExperts.push_back(isOfExperts(role));
    const auto hasExperts = [&](const auto& layer) {
        return std::ranges::any_of(
            layer.second.roles, [&](const ModelLayer::Role& one) { return areExperts[one.role]; });
    };
    const auto first = std::ranges::find_if(stack->layers, hasExperts);
    const bool isRest = first != stack->layers.end() && std::all_of(first, stack->layers.end(), hasExperts);
    return isRest ? static_cast<std::uint64_t>(std::distance(stack->layers.begin(), first)) : 0;
}

/// Projections of keys, alone or together with queries and values.
constexpr std::string_view projectionsOfKeys =
    "k_proj|wk|attn_k|kv_a_proj_with_mqa|qkv_proj|query_key_value|c_attn|Wqkv|wqkv|attn_qkv";
/// Parts of linear attention, beside its projections. Such a layer has a state of fixed size, and no cache.
constexpr std::string_view partsOfLinearAttention =
    "A_log|dt_bias|conv1d|q_conv1d|k_conv1d|gk_proj|g_norm|g_norm_swish_gate|output_gate";
/// Attention to the output of an encoder, which decoders of encoder-decoder models have.
constexpr std::string_view crossAttention = "encoder_attn|EncDecAttention|crossattention|cross_attn";

/// The module that each role belongs to as one of `parts`: "self_attn." for "self_attn.k_proj.weight". Nothing for
/// other roles.
std::vector<std::optional<std::string_view>> modulesOf(const LayerStack& stack, std::string_view parts)
{
    std::vector<std::optional<std::string_view>> modules;
    for (const std::string_view role : stack.roles) {
        auto& module = modules.emplace_back();
        anyChoice(parts, [&](std::string_view part) {
            if (hasNamePart(role, part))
                module = role.substr(0, role.find(part));
            return module.has_value();
        });
    }
    return modules;
}

std::optional<std::uint64_t> attentionLayers(const NameRoles& roles, const LayerStacks& stacks)
{
    const LayerStack* const stack = stacks.largest();
    if (!stack || isPieceOfModel(roles.checkpoint()) || hasNamePart(stack->name, "encoder"))
        return std::nullopt;
    for (const auto& module : modulesOf(*stack, crossAttention)) {
        if (module)
            return std::nullopt;
    }
    const auto ofKeys = modulesOf(*stack, projectionsOfKeys);
    const auto ofLinear = modulesOf(*stack, partsOfLinearAttention);
    const auto caches = [&](const auto& layer) {
        const auto& held = layer.second.roles;
        return std::ranges::any_of(held, [&](const ModelLayer::Role& keys) {
            const auto isBeside = [&](const ModelLayer::Role& part) {
                return ofLinear[part.role] == ofKeys[keys.role];
            };
            return ofKeys[keys.role] && std::ranges::none_of(held, isBeside);
        });
    };
    const auto count = std::ranges::count_if(stack->layers, caches);
    return count > 0 ? std::optional(static_cast<std::uint64_t>(count)) : std::nullopt;
}

/// Codes of quantized weights may be packed, so that their matrix is narrower than the hidden size.
std::optional<std::uint64_t> keyRows(const NameRoles& roles, const Architecture& architecture)
{
    constexpr std::string_view keys = "self_attn.k_proj.weight|attn_k.weight";
    const auto rows = sizeOf(roles, keys, 0, 2);
    const auto columns = sizeOf(roles, keys, 1, 2);
    return rows && columns && columns->value == architecture.find(HiddenSize) ? std::optional(rows->value)
                                                                              : std::nullopt;
}

std::optional<std::uint64_t> encoderPositions(const NameRoles& roles)
{
    const auto rows = sizeOf(roles, "encoder.embed_positions.weight|encoder.positional_embedding", 0, 2);
    return rows ? std::optional(rows->value) : std::nullopt;
}

std::optional<bool> tiedHead(const NameRoles& roles, const ModelConfig& config, const RecognizedModel& model)
{
    if (!model.family || model.family->kind != ModelKind::Decoder || !roles.has(ruleOf(HiddenSize).tensors))
        return std::nullopt;
    if (roles.has("lm_head.weight|embed_out.weight|output.weight|output_layer.weight")) {
        // A copy may be stored all the same: whether it is one is a question about values.
        const auto said = config.value("tie_word_embeddings").boolean();
        return said && *said ? std::nullopt : std::optional(false);
    }
    if (isPieceOfModel(roles.checkpoint()) || !statedTiedHead(model, config).value_or(true))
        return std::nullopt; // the head may be in another shard, or it is missing
    return modelTask(config) == ModelTask::None ? std::nullopt : std::optional(true);
}

} // namespace

std::string_view figureKey(ArchitectureFigure figure)
{
    return ruleOf(figure).key;
}

std::string_view figureTitle(ArchitectureFigure figure)
{
    return ruleOf(figure).title;
}

std::optional<std::uint64_t> Architecture::find(ArchitectureFigure figure) const
{
    const auto found = std::ranges::find(figures, figure, &FigureValue::figure);
    return found == figures.end() ? std::nullopt : std::optional(found->value);
}

std::optional<std::uint64_t> Architecture::findInTensors(ArchitectureFigure figure) const
{
    const auto found = std::ranges::find(figures, figure, &FigureValue::figure);
    if (found == figures.end())
        return std::nullopt;
    return found->byTensors ? found->byTensors->value : found->value;
}

std::vector<FigureValue> statedFigures(const ModelConfig& config)
{
    std::vector<FigureValue> figures;
    for (const FigureRule& rule : figureRules) {
        if (auto said = ofConfig(config, rule))
            figures.push_back({rule.figure, said->value, std::move(said->evidence), {}});
    }
    return figures;
}

namespace {

/// Whether the largest stack is not that of the image encoder, which there is: the one of SAM's mask decoder.
bool isBesideEncoder(const LayerStacks& stacks)
{
    const LayerStack* const largest = stacks.largest();
    return largest && !isOfVision(largest->name)
        && std::ranges::any_of(stacks.list(), [](const LayerStack& stack) { return isOfVision(stack.name); });
}

/// Whether the number of layers in the largest stack says something: not of U-Nets and the like, and where the family
/// is not known, not if there are several stacks of such a size.
bool hasLayers(const LayerStacks& stacks, const RecognizedModel& model)
{
    if (model.family) {
        constexpr std::array without{ModelKind::ImageGeneration, ModelKind::VideoGeneration, ModelKind::Autoencoder,
            ModelKind::Control, ModelKind::Adapter, ModelKind::Embedding, ModelKind::TrainingState};
        const bool hasStages =
            model.family->kind == ModelKind::Vision && (!model.family->isUniform || isBesideEncoder(stacks));
        return !hasStages && std::ranges::find(without, model.family->kind) == without.end();
    }
    constexpr std::uint64_t fewTimes = 10;
    const LayerStack* const largest = stacks.largest();
    return largest && std::ranges::none_of(stacks.list(), [&](const LayerStack& stack) {
        return stack.name != largest->name && stack.elements > largest->elements / fewTimes;
    });
}

void takePaddingAway(std::vector<FigureValue>& figures, const ModelConfig& config)
{
    const auto context = std::ranges::find(figures, Context, &FigureValue::figure);
    const auto padding = config.value("pad_token_id").unsignedInteger().value_or(1);
    if (context == figures.end() || context->value <= padding + 1)
        return;
    context->value -= padding + 1;
    context->evidence += " - " + std::to_string(padding + 1);
}

} // namespace

Architecture architectureOf(
    const NameRoles& roles, const LayerStacks& stacks, const ModelConfig& config, const RecognizedModel& model)
{
    Architecture architecture;
    const bool isAdapter = model.family && model.family->kind == ModelKind::Adapter;
    // The configuration of a model with several stacks of layers has one figure for each.
    const bool isComparable = model.family && !(isEncoder(*model.family) && mayHaveOtherCode(model, config))
        && (model.family->kind == ModelKind::Decoder || model.family->kind == ModelKind::StateSpace
            || model.family->kind == ModelKind::Encoder);
    const bool hasDecoder = hasEncoderAndDecoder(model);
    for (const FigureRule& rule : figureRules) {
        if (isAdapter)
            break; // its configuration is of the adapter, and its tensors have shapes of their own
        auto said = ofConfig(config, rule);
        if (said && rule.figure == FeedForwardSize && model.family)
            said->value /= model.family->feedForwardParts;
        const bool isElsewhere =
            (rule.figure == Layers || rule.figure == DecoderLayers) && isPieceOfModel(roles.checkpoint());
        const auto seen = isElsewhere ? std::nullopt : ofTensors(roles, stacks, model, rule);
        const bool isOfOther = (rule.figure == Layers && !hasLayers(stacks, model) && (!said || model.family))
            || (rule.figure == DecoderLayers && !hasDecoder)
            || (rule.figure == SlidingWindow && isWindowOff(config, model));
        if ((!said && !seen) || isOfOther)
            continue;
        FigureValue value{rule.figure, (said ? said : seen)->value, (said ? said : seen)->evidence, {}};
        // An encoder and its decoder have the same hidden size and the same tokens.
        const bool isOfBoth = hasDecoder && (rule.figure == HiddenSize || rule.figure == Vocabulary);
        // Embeddings that are narrower than the layers, as of OPT 350M and ALBERT.
        const bool isProjected = rule.figure == HiddenSize
            && (config.value("word_embed_proj_dim").integer() || config.value("embedding_size").integer()
                || roles.has("project_in|embedding_hidden_mapping_in|embeddings_project"));
        if (said && seen && said->value != seen->value && (isComparable || isOfBoth) && !isProjected)
            value.byTensors = {seen->value, seen->evidence};
        architecture.figures.push_back(std::move(value));
    }
    if (model.family && model.family->skipsPadding)
        takePaddingAway(architecture.figures, config);
    architecture.parameters = countParameters(roles, stacks, architecture);
    architecture.attentionLayers = attentionLayers(roles, stacks);
    architecture.keyRows = keyRows(roles, architecture);
    if (model.family && model.family->kind == ModelKind::Speech)
        architecture.encoderPositions = encoderPositions(roles);
    architecture.hasTiedHead = tiedHead(roles, config, model);
    architecture.denseLayers = layersBeforeExperts(stacks);
    return architecture;
}

} // namespace loupe
