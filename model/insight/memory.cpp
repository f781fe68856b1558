#include "insight/memory.h"

#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
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

/// How many layers look at the last tokens only; nothing if the model does not say which.
std::optional<std::uint64_t> slidingLayers(
    std::uint64_t layers, const ModelConfig& config, const RecognizedModel& model)
{
    const auto every = [&](std::uint64_t period) { return layers - layers / period; };
    if (const auto& types = config.value("layer_types").elements(); !types.empty()) {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(types, [](const JsonValue& type) { return type.string() == "sliding_attention"; }));
    }
    if (const auto pattern = config.value("sliding_window_pattern").integer(); pattern && *pattern > 0)
        return every(static_cast<std::uint64_t>(*pattern));
    const std::string_view family = model.family ? model.family->id : std::string_view();
    if (family == "gemma3")
        return every(6);
    if (family == "gemma2" || family == "gpt-oss")
        return (layers + 1) / 2;
    if (family == "qwen2" || family == "qwen2-moe" || family == "qwen3" || family == "qwen3-moe") {
        if (!config.value("use_sliding_window").boolean().value_or(false))
            return 0;
        const auto first = config.value("max_window_layers").integer().value_or(28);
        return layers - std::min(layers, static_cast<std::uint64_t>(std::max<std::int64_t>(first, 0)));
    }
    if (family == "mistral")
        return layers;
    return std::nullopt;
}

/// How many layers keep a state of one size in place of keys and values: linear attention, Mamba, convolutions.
std::uint64_t linearLayers(std::uint64_t layers, const ModelConfig& config)
{
    const auto others = [&](std::uint64_t attention) { return layers - std::min(layers, attention); };
    if (const auto& types = config.value("layer_types").elements(); !types.empty()) {
        const auto linear = std::ranges::count_if(types, [](const JsonValue& type) {
            return type.string() == "linear_attention" || type.string().find("attention") == std::string_view::npos;
        });
        return std::min(layers, static_cast<std::uint64_t>(linear));
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
    if (!model.family)
        return std::string("the family of the model is unknown, and so is the cache of its layers");
    if (model.family->kind != ModelKind::Decoder)
        return std::string("only decoders with attention have a KV cache");
    auto layers = architecture.find(Layers);
    if (layers)
        *layers -= linearLayers(*layers, config);
    const std::uint64_t tokens = options.tokens > 0 ? options.tokens : architecture.find(Context).value_or(0);
    if (!layers || tokens == 0)
        return std::string(layers ? "the context length is unknown" : "the number of layers is unknown");
    const auto latent = architecture.find(LatentSize);
    const auto rotary = architecture.find(RotarySize);
    if (latent && rotary) {
        const std::uint64_t size = saturatingAdd(*latent, *rotary);
        FormulaMaker formula;
        formula.times(*layers, Unit::Layers).timesSumOf(*latent).plus(*rotary).endSum();
        formula.times(options.bytesPerElement, Unit::Bytes).times(tokens, Unit::Tokens);
        return CacheNeed{product({*layers, size, options.bytesPerElement, tokens, options.sequences}), tokens,
            formula.timesSequences(options.sequences).take()};
    }
    const auto hidden = architecture.find(HiddenSize);
    const auto heads = architecture.find(Heads);
    const auto keyHeads = architecture.find(KeyValueHeads) ? architecture.find(KeyValueHeads) : heads;
    std::optional<std::uint64_t> size = architecture.find(HeadSize);
    if (!size && hidden && heads && *heads > 0 && *hidden % *heads == 0)
        size = *hidden / *heads;
    if (!keyHeads || !size)
        return std::string("the number and size of the heads are unknown: config.json states them");
    const auto window = architecture.find(SlidingWindow);
    const std::uint64_t sliding = window ? std::min(*layers, slidingLayers(*layers, config, model).value_or(0)) : 0;
    const std::uint64_t kept = std::min(tokens, window.value_or(tokens));
    const std::uint64_t perToken = product({2, *keyHeads, *size, options.bytesPerElement, options.sequences});
    const std::uint64_t bytes =
        saturatingAdd(product({perToken, *layers - sliding, tokens}), product({perToken, sliding, kept}));
    FormulaMaker formula;
    formula.times(2).times(*keyHeads, Unit::Heads).times(*size).times(options.bytesPerElement, Unit::Bytes);
    if (sliding > 0 && kept < tokens) {
        formula.timesSumOf(*layers - sliding, Unit::Layers).times(tokens, Unit::Tokens);
        formula.plus(sliding, Unit::Layers).times(kept, Unit::Tokens).endSum();
    } else {
        formula.times(*layers, Unit::Layers).times(tokens, Unit::Tokens);
    }
    return CacheNeed{bytes, tokens, formula.timesSequences(options.sequences).take()};
}

} // namespace loupe
