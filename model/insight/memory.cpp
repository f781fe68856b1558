#include "insight/memory.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "insight/caching_layers.h"

#include <algorithm>
#include <initializer_list>
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

/// Layers that keep the same number of tokens.
struct KeepingLayers {
    std::uint64_t layers = 0;
    std::uint64_t tokens = 0;
    Unit unit = Unit::Tokens;
};

/// The layers in groups of the same number of cached tokens, of which there are at most `tokens`.
std::vector<KeepingLayers> byTokensKept(const CachingLayers& layers, std::uint64_t tokens)
{
    std::vector<KeepingLayers> groups{{layers.all, tokens}};
    for (const CachingLayers::Windowed& windowed : layers.windowed) {
        if (windowed.tokens < tokens) {
            groups.front().layers -= windowed.layers;
            groups.push_back({windowed.layers, windowed.tokens});
        }
    }
    if (groups.front().layers == 0 && groups.size() > 1)
        groups.erase(groups.begin());
    if (layers.crossing > 0)
        groups.push_back(
            {layers.crossing, layers.encoderTokens > 0 ? layers.encoderTokens : tokens, Unit::EncoderTokens});
    return groups;
}

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
        case Unit::EncoderTokens:
            text += counted(piece.number, "token") + " of the encoder";
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
    const CachingLayers& layers = std::get<CachingLayers>(caching);
    const std::uint64_t tokens = options.tokens > 0 ? options.tokens : architecture.find(Context).value_or(0);
    if (tokens == 0)
        return std::string("the context length is unknown");
    CacheNeed need;
    need.tokens = tokens;
    need.isEstimate = layers.isEstimate;
    FormulaMaker formula;
    const auto latent = architecture.find(LatentSize);
    const auto rotary = architecture.find(RotarySize);
    if (latent && rotary) {
        const std::uint64_t size = saturatingAdd(*latent, *rotary);
        formula.times(layers.all, Unit::Layers).timesSumOf(*latent).plus(*rotary).endSum();
        formula.times(options.bytesPerElement, Unit::Bytes).times(tokens, Unit::Tokens);
        need.bytes = product({layers.all, size, options.bytesPerElement, tokens, options.sequences});
        need.formula = formula.timesSequences(options.sequences).take();
        return need;
    }
    const auto hidden = architecture.find(HiddenSize);
    const auto ofDecoder = config.value("decoder_attention_heads").unsignedInteger();
    const auto heads = layers.crossing > 0 && ofDecoder ? ofDecoder : architecture.find(Heads);
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
    const std::vector<KeepingLayers> groups = byTokensKept(layers, tokens);
    const bool isSum = groups.size() > 1;
    const std::uint64_t perToken = product({2, keySize, options.bytesPerElement, options.sequences});
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto& [count, kept, unit] = groups[i];
        if (i > 0)
            formula.plus(count, Unit::Layers);
        else if (isSum)
            formula.timesSumOf(count, Unit::Layers);
        else
            formula.times(count, Unit::Layers);
        formula.times(kept, unit);
        need.bytes = saturatingAdd(need.bytes, product({perToken, count, kept}));
    }
    if (isSum)
        formula.endSum();
    need.formula = formula.timesSequences(options.sequences).take();
    return need;
}

} // namespace loupe
