#include "insight/stack_counts.h"

#include "insight/family.h"
#include "insight/name_roles.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace loupe {

namespace {

struct StackKeys {
    std::string_view stack; ///< the end of its name; the whole name where it begins with "^"
    std::array<std::string_view, 4> keys; ///< the first one that the configuration has counts
    std::uint64_t usual = 0; ///< the default in transformers; 0: that of the family
};

// The first row that fits counts.
constexpr StackKeys stackKeys[]{
    // Encoders of images.
    {"^vision_model.encoder.layers", {"vision_config.num_hidden_layers", "num_hidden_layers"}},
    {"vision_model.encoder.layers", {"vision_config.num_hidden_layers"}},
    {"vision_tower.transformer.layers", {"vision_config.num_hidden_layers"}},
    {"vision_model.transformer.layers", {"vision_config.num_hidden_layers"}},
    {"vision_model.model.layers", {"vision_config.num_hidden_layers"}},
    {"vision_model.global_transformer.layers", {"vision_config.num_global_layers"}},
    {"visual.blocks", {"vision_config.depth"}},
    {"vision_tower.blocks", {"vision_config.depth"}},
    {"visual.deepstack_merger_list", {"vision_config.deepstack_visual_indexes"}},
    {"vision_tower.deepstack_merger_list", {"vision_config.deepstack_visual_indexes"}},
    // Encoders and decoders of text and sound.
    {"text_model.encoder.layers", {"text_config.num_hidden_layers", "num_hidden_layers"}},
    {"encoder.block", {"num_layers"}},
    {"decoder.block", {"num_decoder_layers", "num_layers"}},
    {"vision_encoder.layers", {"vision_config.num_hidden_layers"}},
    {"mask_decoder.transformer.layers", {"mask_decoder_config.num_hidden_layers"}},
    {"encoder.stages", {"depths"}}, // ResNet
    {"swin.encoder.layers", {"depths"}},
    {"audio_tower.layers", {"audio_config.encoder_layers"}, 32},
    {"feature_extractor.conv_layers", {"num_feat_extract_layers"}},
    {"^transformer.encoder.layers", {"num_layers", "num_hidden_layers"}}, // ChatGLM
    {"encoder.layers", {"encoder_layers", "num_encoder_layers", "num_hidden_layers", "n_layer"}},
    {"decoder.layers", {"decoder_layers", "num_decoder_layers", "num_hidden_layers"}},
    {"encoder.layer", {"num_hidden_layers"}},
    // ALBERT runs each of its groups as several layers: num_hidden_layers counts runs.
    {"encoder.albert_layer_groups", {"num_hidden_groups"}, 1},
    {"transformer.layer", {"n_layers", "num_hidden_layers"}},
    // Language models.
    {"language_model.model.layers",
        {"text_config.num_hidden_layers", "llm_config.num_hidden_layers", "num_hidden_layers"}},
    {"language_model.layers", {"text_config.num_hidden_layers", "num_hidden_layers"}},
    {"text_model.layers", {"text_config.num_hidden_layers"}},
    {"^model.layers", {"num_hidden_layers", "text_config.num_hidden_layers", "n_layers"}},
    {"^layers", {"num_hidden_layers", "text_config.num_hidden_layers", "n_layers", "num_layers"}},
    {"gpt_neox.layers", {"num_hidden_layers"}},
    {"backbone.layers", {"num_hidden_layers", "n_layer"}},
    {"^transformer.h", {"n_layer", "num_hidden_layers", "num_layers", "n_layers"}},
    {"^h", {"n_layer", "num_hidden_layers", "num_layers", "n_layers"}},
    {"^transformer.blocks", {"n_layers", "num_hidden_layers"}},
    // Transformers that make images and videos, as diffusers names them.
    {"^transformer_blocks", {"num_layers"}},
    {"^single_transformer_blocks", {"num_single_layers"}},
};

/// What stands before the rows' names in stacks of the main part.
constexpr std::string_view mainPrefixes =
    "model transformer bert roberta camembert electra distilbert deberta mpnet "
    "albert vit deit beit dinov2 dinov2_with_registers esm wav2vec2 hubert wavlm gpt_neox backbone";

bool isOfRow(std::string_view stack, std::string_view row)
{
    if (row.starts_with('^'))
        return stack == row.substr(1);
    return stack.ends_with(row) && (stack.size() == row.size() || stack[stack.size() - row.size() - 1] == '.');
}

/// Whether the keys at the top of the configuration may be about the stack.
bool isOfMainPart(std::string_view stack, std::string_view row)
{
    return row.starts_with('^') || stack.size() == row.size()
        || isListed(mainPrefixes, stack.substr(0, stack.size() - row.size() - 1));
}

/// A number, or that of the elements of a list.
std::optional<std::uint64_t> countAt(const ModelConfig& config, std::string_view key)
{
    const JsonValue& value = config.at(key);
    const auto count = value.elements().empty() ? value.unsignedInteger() : std::optional(value.elements().size());
    constexpr std::uint64_t most = 100'000;
    return count && *count > 0 && *count <= most ? count : std::nullopt;
}

/// Layers at the end of a vision encoder that its model does not look at.
std::uint64_t unusedLayers(const ModelConfig& config, std::uint64_t layers)
{
    const JsonValue& taken = config.json()["vision_feature_layer"];
    std::int64_t last = -1;
    if (const auto one = taken.integer())
        last = *one;
    else if (!taken.elements().empty()) {
        last = std::numeric_limits<std::int64_t>::min();
        for (const JsonValue& layer : taken.elements()) {
            const std::int64_t at = layer.integer().value_or(-1);
            last = std::max(last, at < 0 ? at : at - 1 - static_cast<std::int64_t>(layers));
        }
    }
    if (last >= 0)
        last -= 1 + static_cast<std::int64_t>(layers);
    return last >= -1 ? 0 : std::min<std::uint64_t>(static_cast<std::uint64_t>(-(last + 1)), layers);
}

/// Where the configuration of a part does not count its layers.
std::uint64_t usualLayers(bool isVision, const ModelConfig& config, const ModelFamily* family)
{
    if (!family || (family->textFamily.empty() && family->visionType.empty()))
        return 0;
    if (isVision) {
        const VisionTower* const tower = visionTowerOf(*family, config);
        return tower ? tower->layers : 0;
    }
    const ModelFamily* const text = textFamilyOf(*family, config);
    return text ? text->layers : 0;
}

} // namespace

std::optional<StatedLayers> statedLayers(const LayerStack& stack, const ModelConfig& config, const ModelFamily* family)
{
    if (!config.json().isObject() || config.isOfAdapter())
        return std::nullopt;
    const auto row =
        std::ranges::find_if(stackKeys, [&](const StackKeys& one) { return isOfRow(stack.name, one.stack); });
    if (row == std::end(stackKeys))
        return std::nullopt;
    const bool isVision = isOfVision(stack.name);
    const bool countsAtTop = family || isOfMainPart(stack.name, row->stack);
    StatedLayers stated;
    for (const std::string_view key : row->keys) {
        const bool isAsked = !key.empty() && (countsAtTop || key.find('.') != std::string_view::npos);
        const auto count = isAsked ? countAt(config, key) : std::nullopt;
        if (count && stated.layers == 0)
            stated = {*count, std::string(key)};
    }
    if (stated.layers == 0)
        stated.layers = row->usual > 0 ? row->usual : usualLayers(isVision, config, family);
    if (stated.layers == 0)
        return std::nullopt;
    if (isVision)
        stated.layers -= unusedLayers(config, stated.layers);
    return stated;
}

} // namespace loupe
