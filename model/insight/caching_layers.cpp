#include "insight/caching_layers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>

namespace loupe {

namespace {

/// A type of layers with a window, as in "layer_types", and the key of its size in config.json and in GGUF.
struct WindowType {
    std::string_view type;
    std::array<std::string_view, 1> key;
    std::string_view gguf;
};
constexpr WindowType windowTypes[]{
    {"sliding_attention", {"sliding_window"}, "attention.sliding_window"},
    {"chunked_attention", {"attention_chunk_size"}, {}},
    {"local_attention", {"attention_window_size"}, {}},
};

/// Families whose layers have a window even if the configuration does not list the types of layers.
struct WindowRule {
    std::string_view families; ///< ids, separated by spaces
    std::uint64_t period = 0; ///< every layer of this number sees all tokens; 0: none does
    std::string_view type = "sliding_attention"; ///< of the other layers
    std::string_view periodKey = "sliding_window_pattern"; ///< the key that states another period
    std::string_view listKey = {}; ///< the key whose list has 0 for each layer that sees all tokens, else 1
    std::uint64_t usualWindow = 0; ///< if the configuration has no such key; 0: no window
    bool needsSwitch = false; ///< only if "use_sliding_window" is true
    std::string_view firstKey = {}; ///< the key of the first layer with a window
    std::uint64_t first = 0; ///< if there is no such key
};
constexpr WindowRule windowRules[]{
    {.families = "gemma3", .period = 6},
    {.families = "gemma3n", .period = 5},
    {.families = "cohere", .period = 4},
    {.families = "gemma2 gpt-oss", .period = 2},
    {.families = "mistral mixtral phi3 starcoder2"},
    {.families = "llama4",
        .period = 4,
        .type = "chunked_attention",
        .periodKey = "no_rope_layer_interval",
        .listKey = "no_rope_layers",
        .usualWindow = 8192},
    {.families = "recurrent-gemma", .type = "local_attention", .usualWindow = 2048},
    {.families = "qwen2 qwen2-moe qwen3 qwen3-moe", .needsSwitch = true, .firstKey = "max_window_layers", .first = 28},
};
/// The rule for all other families: no layer has a window unless the configuration lists the types of layers.
constexpr WindowRule otherFamilies{.families = {}, .period = 1};

/// Keys whose lists have the type of each layer.
constexpr std::string_view typeLists[]{"layer_types", "layers_block_type", "attn_type_list"};
/// Key whose list has the types of the first layers, and repeats.
constexpr std::string_view typePeriod = "block_types";
/// Keys whose lists have the numbers of the layers with attention.
constexpr std::string_view attentionLists[]{"full_attn_idxs", "linear_attn_config.full_attn_layers"};
/// Key of the numbers of layers whose keys and values are those of an image. Their number of tokens is unknown.
constexpr std::string_view imageLayers = "cross_attention_layers";
/// Keys of the distance between layers with attention, and of the first such layer; by default, it is the last of its
/// period.
struct AttentionPeriod {
    std::string_view period;
    std::string_view first;
};
constexpr AttentionPeriod attentionPeriods[]{
    {"attn_layer_period", "attn_layer_offset"},
    {"full_attention_interval", {}},
};
/// Keys of models whose layers have keys and values of different sizes.
constexpr std::string_view unevenKeys[]{
    "global_head_dim", "num_global_key_value_heads", "swa_head_dim", "swa_num_key_value_heads", "block_configs"};

/// The rule for the layers that have a cache: in models of several parts, those of the text part.
const WindowRule& windowRule(const ModelConfig& config, const RecognizedModel& model)
{
    const ModelFamily* const text = model.family ? textFamilyOf(*model.family, config) : nullptr;
    const ModelFamily* const family = text ? text : model.family;
    const auto rule = std::ranges::find_if(
        windowRules, [&](const WindowRule& one) { return family && isListed(one.families, family->id); });
    return rule == std::end(windowRules) ? otherFamilies : *rule;
}

/// As ModelConfig::value(), but `path` may lead into objects, with a dot between two keys.
const JsonValue& valueAt(const ModelConfig& config, std::string_view path)
{
    const std::size_t dot = path.find('.');
    const JsonValue& value = config.value(path.substr(0, dot));
    return dot == std::string_view::npos ? value : value[path.substr(dot + 1)];
}

/// 0 if there is no such number, or if it is not a size.
std::uint64_t statedSize(const ModelConfig& config, const std::array<std::string_view, 1>& key, std::string_view gguf)
{
    constexpr double most = 1e15;
    const auto number = config.number(key, gguf);
    return number && number->value >= 1 && number->value <= most ? static_cast<std::uint64_t>(number->value) : 0;
}

/// The window of that type of layers; 0 if there is none.
std::uint64_t windowOf(const WindowType& type, const ModelConfig& config, const WindowRule& rule)
{
    const std::uint64_t stated = statedSize(config, type.key, type.gguf);
    const bool isUsual = rule.type == type.type && config.value(type.key.front()).kind() == JsonValue::Kind::None;
    return stated == 0 && isUsual ? rule.usualWindow : stated;
}

/// How many of the first `layers` elements are such ones.
template <typename Predicate>
std::uint64_t countFirst(const std::vector<JsonValue>& elements, std::uint64_t layers, const Predicate& isOne)
{
    const auto size = std::min<std::uint64_t>(elements.size(), layers);
    return static_cast<std::uint64_t>(
        std::count_if(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(size), isOne));
}

/// How many of the first `layers` layers are of that type.
std::uint64_t layersOfType(
    const WindowType& type, std::uint64_t layers, const ModelConfig& config, const WindowRule& rule)
{
    if (const auto& types = config.value("layer_types").elements(); !types.empty())
        return countFirst(types, layers, [&](const JsonValue& one) { return one.string() == type.type; });
    if (rule.type != type.type)
        return 0;
    if (const auto& list = config.value(rule.listKey).elements(); !list.empty())
        return countFirst(list, layers, [](const JsonValue& one) { return one.integer() != 0; });
    if (!rule.firstKey.empty()) {
        const auto first = config.value(rule.firstKey).unsignedInteger().value_or(rule.first);
        return layers - std::min(layers, first);
    }
    const auto stated = config.value(rule.periodKey).unsignedInteger();
    const std::uint64_t period = stated && *stated > 0 ? *stated : rule.period;
    return layers - (period > 0 ? layers / period : 0);
}

/// True if layers of this type, as in the configuration, have no keys and values to cache. Linear attention, Mamba and
/// convolutions keep a state of fixed size; feed-forward layers keep nothing.
bool hasNoKeys(const JsonValue& type)
{
    if (const auto number = type.number())
        return *number == 0; // of linear attention
    const std::string_view name = type.string();
    return name == "linear_attention" || (name != "hybrid" && name.find("attention") == std::string_view::npos);
}

std::uint64_t layersWithoutKeys(std::uint64_t layers, const ModelConfig& config)
{
    const auto others = [&](std::uint64_t attention) { return layers - std::min(layers, attention); };
    for (const std::string_view key : typeLists) {
        if (const auto& types = config.value(key).elements(); !types.empty())
            return countFirst(types, layers, hasNoKeys);
    }
    if (const auto& types = config.value(typePeriod).elements(); !types.empty()) {
        const std::uint64_t rest = layers % types.size();
        return layers / types.size() * countFirst(types, types.size(), hasNoKeys) + countFirst(types, rest, hasNoKeys);
    }
    for (const std::string_view path : attentionLists) {
        if (const auto& attention = valueAt(config, path).elements(); !attention.empty())
            return others(attention.size());
    }
    for (const AttentionPeriod& one : attentionPeriods) {
        const std::uint64_t period = config.value(one.period).unsignedInteger().value_or(0);
        if (period == 0)
            continue;
        const std::uint64_t first =
            one.first.empty() ? period - 1 : config.value(one.first).unsignedInteger().value_or(0);
        return others(first < layers ? (layers - 1 - first) / period + 1 : 0);
    }
    return std::min<std::uint64_t>(layers, config.value(imageLayers).elements().size());
}

bool hasDecoder(const RecognizedModel& model)
{
    constexpr std::array kinds{ModelKind::Decoder, ModelKind::EncoderDecoder, ModelKind::Speech};
    return model.family && std::ranges::find(kinds, model.family->kind) != kinds.end();
}

/// True if the configuration names a class with a head that judges its input instead of writing text.
bool onlyJudges(const ModelConfig& config)
{
    constexpr std::string_view ends[]{"Classification", "ForQuestionAnswering", "ForMultipleChoice", "RewardModel"};
    return std::ranges::any_of(ends, [&](std::string_view end) { return modelClass(config).ends_with(end); });
}

/// The decoder's layers in a model with an encoder. Each also caches the encoder's output.
std::variant<CachingLayers, std::string> besideEncoder(const Architecture& architecture, const ModelConfig& config)
{
    const auto layers = architecture.find(ArchitectureFigure::DecoderLayers);
    if (!layers)
        return std::string("the number of decoder layers is unknown");
    const std::uint64_t stated = statedSize(config, {"max_source_positions"}, {});
    return CachingLayers{.all = *layers,
        .windowed = {},
        .crossing = *layers,
        .encoderTokens = stated > 0 ? stated : architecture.encoderPositions.value_or(0)};
}

/// Why the cache is unknown, for a model of an unknown family; empty if an estimate is possible.
std::string_view whyNoEstimate(const Architecture& architecture, const ModelConfig& config)
{
    const bool hasEncoder = config.value("is_encoder_decoder").boolean().value_or(false);
    if (!writesText(modelTask(config)) || !architecture.attentionLayers || hasEncoder)
        return "the family of the model is unknown, and so is the cache of its layers";
    const auto isStated = [&](std::string_view key) {
        const JsonValue::Kind kind = config.value(key).kind();
        return kind != JsonValue::Kind::None && kind != JsonValue::Kind::Null;
    };
    return std::ranges::any_of(unevenKeys, isStated)
        ? "the family of the model is unknown, and the keys of its layers differ in size"
        : std::string_view();
}

} // namespace

std::variant<CachingLayers, std::string> cachingLayers(
    const Architecture& architecture, const ModelConfig& config, const RecognizedModel& model)
{
    const auto layers = architecture.find(ArchitectureFigure::Layers);
    if (model.family && !hasDecoder(model))
        return std::string("only decoders with attention have a KV cache");
    if (model.family && onlyJudges(config))
        return std::string("a model of this class writes no text and has no KV cache");
    if (model.family && model.family->kind != ModelKind::Decoder)
        return besideEncoder(architecture, config);
    if (model.family && !layers)
        return std::string("the number of layers is unknown");
    if (const std::string_view why = model.family ? "" : whyNoEstimate(architecture, config); !why.empty())
        return std::string(why);
    const std::uint64_t whole = layers ? *layers : *architecture.attentionLayers;
    // The last layers may reuse the cache of earlier ones.
    const std::uint64_t sharing = statedSize(config, {"num_kv_shared_layers"}, "attention.shared_kv_layers");
    const std::uint64_t first = whole - std::min(whole, sharing);
    CachingLayers caching;
    caching.all = first - layersWithoutKeys(first, config);
    if (!model.family) {
        caching.all = std::min(caching.all, *architecture.attentionLayers);
        caching.isEstimate = true;
    }
    if (isWindowOff(config, model))
        return caching;
    const WindowRule& rule = windowRule(config, model);
    std::uint64_t rest = caching.all;
    for (const WindowType& type : windowTypes) {
        const std::uint64_t tokens = windowOf(type, config, rule);
        const std::uint64_t count = tokens > 0 ? std::min(rest, layersOfType(type, first, config, rule)) : 0;
        rest -= count;
        if (count > 0)
            caching.windowed.push_back({count, tokens});
    }
    return caching;
}

bool hasCache(const ModelConfig& config, const RecognizedModel& model)
{
    return hasDecoder(model) && !onlyJudges(config);
}

bool isWindowOff(const ModelConfig& config, const RecognizedModel& model)
{
    return !config.value("use_sliding_window").boolean().value_or(!windowRule(config, model).needsSwitch);
}

} // namespace loupe
