#include "insight/memory.h"

#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <utility>

namespace loupe {

namespace {

using enum ArchitectureFigure;

std::uint64_t product(std::initializer_list<std::uint64_t> factors)
{
    std::uint64_t result = 1;
    for (const std::uint64_t factor : factors)
        result = checkedMultiply(result, factor).value_or(std::numeric_limits<std::uint64_t>::max());
    return result;
}

/// Families whose layers look back at a window of tokens even if the configuration does not list the types of layers.
struct WindowRule {
    std::string_view families; ///< ids, separated by spaces
    std::uint64_t period; ///< every layer of this number sees all tokens; 0: none does
};
constexpr WindowRule windowRules[]{
    {"gemma3", 6},
    {"cohere", 4},
    {"gemma2 gpt-oss", 2},
    {"mistral mixtral phi3 starcoder2", 0},
};

std::uint64_t countOfTypes(const JsonValue& types, std::string_view wanted)
{
    return static_cast<std::uint64_t>(std::ranges::count_if(
        types.elements(), [&](const JsonValue& type) { return isListed(wanted, type.string()); }));
}

/// The family of the layers that have a cache. Null if unknown.
const ModelFamily* languageFamily(const ModelConfig& config, const RecognizedModel& model)
{
    const ModelFamily* const text = model.family ? textFamilyOf(*model.family, config) : nullptr;
    return text ? text : model.family;
}

/// How many layers only look back at the sliding window.
std::uint64_t slidingLayers(std::uint64_t layers, const ModelConfig& config, const RecognizedModel& model)
{
    const auto exceptEvery = [&](std::uint64_t period) { return layers - (period > 0 ? layers / period : 0); };
    if (const JsonValue& types = config.value("layer_types"); !types.elements().empty())
        return countOfTypes(types, "sliding_attention");
    if (const auto pattern = config.value("sliding_window_pattern").integer(); pattern && *pattern > 0)
        return exceptEvery(static_cast<std::uint64_t>(*pattern));
    const ModelFamily* const family = languageFamily(config, model);
    if (!family)
        return 0;
    if (isListed("qwen2 qwen2-moe qwen3 qwen3-moe", family->id)) {
        if (!config.value("use_sliding_window").boolean().value_or(false))
            return 0;
        const auto first = config.value("max_window_layers").integer().value_or(28);
        return layers - std::min(layers, static_cast<std::uint64_t>(std::max<std::int64_t>(first, 0)));
    }
    const auto rule =
        std::ranges::find_if(windowRules, [&](const WindowRule& one) { return isListed(one.families, family->id); });
    return rule == std::end(windowRules) ? 0 : exceptEvery(rule->period);
}

/// Whether layers of this type, as in the configuration, keep a state of fixed size instead of keys and values: linear
/// attention, Mamba, convolutions.
bool keepsState(const JsonValue& type)
{
    const std::string_view name = type.string();
    return name == "linear_attention" || (name != "hybrid" && name.find("attention") == std::string_view::npos);
}

std::uint64_t linearLayers(std::uint64_t layers, const ModelConfig& config)
{
    const auto others = [&](std::uint64_t attention) { return layers - std::min(layers, attention); };
    for (const std::string_view key : {"layer_types", "layers_block_type"}) {
        if (const auto& types = config.value(key).elements(); !types.empty())
            return std::min(layers, static_cast<std::uint64_t>(std::ranges::count_if(types, keepsState)));
    }
    if (const auto& attention = config.value("full_attn_idxs").elements(); !attention.empty()) // LFM2
        return others(attention.size());
    const auto period = config.value("attn_layer_period").unsignedInteger(); // Jamba
    const std::uint64_t first = config.value("attn_layer_offset").unsignedInteger().value_or(0);
    if (period && *period > 0)
        return others(first < layers ? (layers - 1 - first) / *period + 1 : 0);
    const auto interval = config.value("full_attention_interval").unsignedInteger();
    return interval && *interval > 0 ? layers - layers / *interval : 0;
}

/// How many layers cache keys and values, and whether this is an estimate. Otherwise the reason why it is unknown.
std::variant<std::pair<std::uint64_t, bool>, std::string> cachingLayers(
    const Architecture& architecture, const ModelConfig& config, const RecognizedModel& model)
{
    const auto layers = architecture.find(Layers);
    if (model.family) {
        if (model.family->kind != ModelKind::Decoder)
            return std::string("only decoders with attention have a KV cache");
        if (!layers)
            return std::string("the number of layers is unknown");
        return std::pair(*layers - linearLayers(*layers, config), false);
    }
    const std::string_view name = modelClass(config);
    const bool writesText = name.ends_with("ForCausalLM") || name.ends_with("ForConditionalGeneration");
    if (!writesText || !architecture.attentionLayers)
        return std::string("the family of the model is unknown, and so is the cache of its layers");
    const std::uint64_t most = layers ? *layers - linearLayers(*layers, config) : *architecture.attentionLayers;
    return std::pair(std::min(most, *architecture.attentionLayers), true);
}

using Unit = FormulaPiece::Unit;

/// Makes a formula from left to right.
class FormulaMaker {
public:
    FormulaMaker& times(std::uint64_t number, Unit unit = Unit::None)
    {
        if (m_needsTimes)
            sign(" × ");
        m_formula.push_back({.unit = unit, .number = number});
        m_needsTimes = true;
        return *this;
    }
    /// times(), begun by "(".
    FormulaMaker& timesSumOf(std::uint64_t number, Unit unit = Unit::None)
    {
        sign(m_needsTimes ? " × (" : "(");
        m_needsTimes = false;
        return times(number, unit);
    }
    FormulaMaker& plus(std::uint64_t number, Unit unit = Unit::None)
    {
        sign(" + ");
        m_needsTimes = false;
        return times(number, unit);
    }
    FormulaMaker& endSum()
    {
        sign(")");
        m_needsTimes = true;
        return *this;
    }
    FormulaMaker& timesSequences(std::uint64_t count) { return count > 1 ? times(count, Unit::Sequences) : *this; }
    Formula take() { return std::move(m_formula); }

private:
    void sign(std::string_view text) { m_formula.push_back({.sign = text}); }

    Formula m_formula;
    bool m_needsTimes = false;
};

} // namespace

std::string formulaText(const Formula& formula)
{
    std::string text;
    for (const FormulaPiece& piece : formula) {
        switch (piece.unit) {
        case Unit::Sign:
            text += piece.sign;
            break;
        case Unit::None:
            text += formatCount(piece.number);
            break;
        case Unit::Heads:
            text += counted(piece.number, "head");
            break;
        case Unit::Bytes:
            text += counted(piece.number, "byte");
            break;
        case Unit::Layers:
            text += counted(piece.number, "layer");
            break;
        case Unit::Tokens:
            text += counted(piece.number, "token");
            break;
        case Unit::Sequences:
            text += counted(piece.number, "sequence");
            break;
        }
    }
    return text;
}

std::uint64_t weightBytes(std::uint64_t elements, std::uint64_t bits)
{
    const auto all = checkedMultiply(elements, bits);
    return all ? *all / 8 + (*all % 8 != 0) : product({elements / 8, bits});
}

std::variant<CacheNeed, std::string> keyValueCache(const Architecture& architecture, const ModelConfig& config,
    const RecognizedModel& model, const RunOptions& options)
{
    const auto caching = cachingLayers(architecture, config, model);
    if (const auto* const why = std::get_if<std::string>(&caching))
        return *why;
    const auto [layers, isEstimate] = std::get<0>(caching);
    const std::uint64_t tokens = options.tokens > 0 ? options.tokens : architecture.find(Context).value_or(0);
    if (tokens == 0)
        return std::string("the context length is unknown");
    CacheNeed need;
    need.tokens = tokens;
    need.isEstimate = isEstimate;
    FormulaMaker formula;
    const auto latent = architecture.find(LatentSize);
    const auto rotary = architecture.find(RotarySize);
    if (latent && rotary) {
        const std::uint64_t size = saturatingAdd(*latent, *rotary);
        formula.times(layers, Unit::Layers).timesSumOf(*latent).plus(*rotary).endSum();
        formula.times(options.bytesPerElement, Unit::Bytes).times(tokens, Unit::Tokens);
        need.bytes = product({layers, size, options.bytesPerElement, tokens, options.sequences});
        need.formula = formula.timesSequences(options.sequences).take();
        return need;
    }
    const auto hidden = architecture.find(HiddenSize);
    const auto heads = architecture.find(Heads);
    const auto keyHeads = architecture.find(KeyValueHeads) ? architecture.find(KeyValueHeads) : heads;
    std::optional<std::uint64_t> size = architecture.find(HeadSize);
    if (!size && hidden && heads && *heads > 0 && *hidden % *heads == 0)
        size = *hidden / *heads;
    std::uint64_t keySize = 0; // of all heads of a layer together
    formula.times(2);
    if (keyHeads && size) {
        keySize = product({*keyHeads, *size});
        formula.times(*keyHeads, Unit::Heads).times(*size);
    } else if (architecture.keyRows) {
        keySize = *architecture.keyRows;
        formula.times(keySize);
    } else {
        return std::string("the number and size of the heads are unknown: config.json states them");
    }
    formula.times(options.bytesPerElement, Unit::Bytes);
    const auto window = architecture.find(SlidingWindow);
    const std::uint64_t kept = std::min(tokens, window.value_or(tokens));
    const std::uint64_t sliding = kept < tokens ? std::min(layers, slidingLayers(layers, config, model)) : 0;
    if (sliding > 0 && sliding < layers) {
        formula.timesSumOf(layers - sliding, Unit::Layers).times(tokens, Unit::Tokens);
        formula.plus(sliding, Unit::Layers).times(kept, Unit::Tokens).endSum();
    } else {
        formula.times(layers, Unit::Layers).times(sliding > 0 ? kept : tokens, Unit::Tokens);
    }
    const std::uint64_t perToken = product({2, keySize, options.bytesPerElement, options.sequences});
    need.bytes = saturatingAdd(product({perToken, layers - sliding, tokens}), product({perToken, sliding, kept}));
    need.formula = formula.timesSequences(options.sequences).take();
    return need;
}

} // namespace loupe
