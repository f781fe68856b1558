#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/recognition.h"
#include "formats/quantized/scale_grids.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace loupe::quantized {

namespace {

constexpr std::size_t tableSize = 16;
constexpr std::size_t nestedTableSize = 256;
constexpr std::uint64_t largestState = 1 << 16;

using Table = std::array<float, tableSize>;

/// From QLoRA (Dettmers et al., 2023), appendix E.
constexpr Table nf4Table{-1.0F, -0.6961928009986877F, -0.5250730514526367F, -0.39491748809814453F,
    -0.28444138169288635F, -0.18477343022823334F, -0.09105003625154495F, 0.0F, 0.07958029955625534F,
    0.16093020141124725F, 0.24611230194568634F, 0.33791524171829224F, 0.44070982933044434F, 0.5626170039176941F,
    0.7229568362236023F, 1.0F};
/// bitsandbytes' own float with 3 bits and a sign, divided by 12.
constexpr Table fp4Table{0.0F, 0.0625F / 12, 8.0F / 12, 12.0F / 12, 4.0F / 12, 6.0F / 12, 2.0F / 12, 3.0F / 12, 0.0F,
    -0.0625F / 12, -8.0F / 12, -12.0F / 12, -4.0F / 12, -6.0F / 12, -2.0F / 12, -3.0F / 12};

/// Whether two numbers differ only by rounding: libraries compute their tables in different ways.
bool isClose(float a, float b)
{
    return std::abs(a - b) <= 1e-6F;
}

/// The content of the JSON text that describes a 4-bit weight.
struct QuantState {
    std::string type; ///< "nf4" or "fp4"
    std::uint64_t blockSize = 0;
    std::vector<std::uint64_t> shape;
    std::uint64_t nestedBlockSize = 0;
    float nestedOffset = 0;
};

bool isBlockSize(const JsonValue& value)
{
    const auto number = value.integer();
    return number && *number >= 1 && *number <= std::int64_t{1} << 30;
}

std::optional<QuantState> readState(const std::string& text, std::string_view type)
{
    const auto json = JsonValue::parse(text.substr(0, text.find_last_not_of('\0') + 1));
    if (!json || !isBlockSize((*json)["blocksize"]) || (*json)["shape"].elements().empty())
        return std::nullopt;
    QuantState state{std::string(type), static_cast<std::uint64_t>(*(*json)["blocksize"].integer()), {}, 0, 0};
    for (const JsonValue& dimension : (*json)["shape"].elements()) {
        const auto number = dimension.integer();
        if (!number || *number < 0)
            return std::nullopt;
        state.shape.push_back(static_cast<std::uint64_t>(*number));
    }
    if (isBlockSize((*json)["nested_blocksize"]))
        state.nestedBlockSize = static_cast<std::uint64_t>(*(*json)["nested_blocksize"].integer());
    state.nestedOffset = static_cast<float>((*json)["nested_offset"].number().value_or(0));
    return state;
}

/// The state of recognizing a 4-bit weight. If a step fails, it reports the reason and returns false.
class FourBit {
public:
    FourBit(Recognition& in, const Part& codes, const Part& state, std::string_view type)
        : m_in(in)
        , m_codes(codes)
        , m_statePart(state)
        , m_name(codes.tensor.name)
        , m_type(type)
        , m_parts{codes, state}
    {
    }

    void recognize()
    {
        if (findState() && findTable() && findScales())
            finish();
        else
            m_in.addUndecoded(m_name, typeName(), std::move(m_parts));
    }

private:
    std::string typeName() const { return m_type == "nf4" ? "NF4" : "FP4"; }

    bool findState()
    {
        const auto text = m_in.smallBytes(m_statePart, largestState);
        auto state = text ? readState(*text, m_type) : std::nullopt;
        if (!state) {
            m_in.addFinding(Severity::Error, "quant-state-broken",
                quote(m_statePart.tensor.name) + " is not the JSON text of a quant_state with blocksize and shape",
                m_name, &m_statePart);
            return false;
        }
        m_state = std::move(*state);
        const auto elements = elementCount(m_state.shape);
        if (!elements || *elements == 0 || ceilDivide(*elements, 2) != m_codes.tensor.bytes.size()) {
            m_in.addFinding(Severity::Error, "shape-contradiction",
                "quant_state says " + formatShape(m_state.shape) + ", but " + quote(m_name) + " has "
                    + counted(m_codes.tensor.bytes.size(), "byte") + ", two codes each",
                m_name, &m_statePart);
            return false;
        }
        m_elements = *elements;
        return true;
    }

    bool findTable()
    {
        const std::string mapName = m_name + ".quant_map";
        const auto map = m_in.part(mapName);
        const Table& usual = m_type == "nf4" ? nf4Table : fp4Table;
        if (!map) {
            std::copy(usual.begin(), usual.end(), m_values.begin());
            return true;
        }
        m_parts.push_back(*map);
        if (map->tensor.dtype != DType::F32 || map->elements() != tableSize) {
            m_in.addShape("quant-map-unusual", m_name, *map, {tableSize}, "a value for each code of 4 bits");
            return false;
        }
        const auto bytes = m_in.smallBytes(*map, tableSize * sizeof(float));
        if (!bytes) {
            m_in.addFinding(Severity::Error, "quant-map-unusual", quote(mapName) + " cannot be read", m_name, &*map);
            return false;
        }
        std::memcpy(m_values.data(), bytes->data(), bytes->size());
        for (std::size_t i = 0; i < tableSize; ++i) {
            if (!isClose(m_values[i], usual[i])) {
                m_in.addFinding(Severity::Warning, "quant-map-unusual",
                    quote(mapName) + " differs from the " + typeName() + " table in entry " + std::to_string(i)
                        + ": kernels use their own table and get other values",
                    m_name, &*map, i * sizeof(float));
                break;
            }
        }
        return true;
    }

    bool findScales()
    {
        const std::string absmaxName = m_name + ".absmax";
        const auto absmax = m_in.part(absmaxName);
        if (!absmax) {
            m_in.addMissing("scale-missing", m_name, m_codes, absmaxName, "blocks need their largest magnitude");
            return false;
        }
        m_parts.push_back(*absmax);
        const std::uint64_t blocks = ceilDivide(m_elements, m_state.blockSize);
        if (absmax->elements() != blocks) {
            m_in.addShape("scale-shape", m_name, *absmax, {blocks},
                counted(m_elements, "element") + " in blocks of " + formatCount(m_state.blockSize));
            return false;
        }
        if (absmax->tensor.dtype != DType::U8) {
            m_scales = std::make_unique<StoredGrid>(*absmax, absmax->tensor.dtype, blocks);
            m_in.keepScales({*absmax, absmax->tensor.dtype, ScaleRule::Positive});
            return true;
        }
        return findNestedScales(*absmax, blocks);
    }

    bool findNestedScales(const Part& absmax, std::uint64_t blocks)
    {
        const auto nested = m_in.part(m_name, ".nested_absmax");
        const auto map = m_in.part(m_name, ".nested_quant_map");
        for (const auto& [part, suffix] :
            {std::pair(&nested, ".nested_absmax"), std::pair(&map, ".nested_quant_map")}) {
            if (*part) {
                m_parts.push_back(**part);
                continue;
            }
            m_in.addMissing("scale-missing", m_name, m_codes, m_name + suffix, "absmax is quantized and needs it");
            return false;
        }
        const std::uint64_t nestedBlocks = ceilDivide(blocks, std::max<std::uint64_t>(m_state.nestedBlockSize, 1));
        if (m_state.nestedBlockSize == 0 || nested->elements() != nestedBlocks || nested->tensor.dtype != DType::F32) {
            m_in.addShape("scale-shape", m_name, *nested, {nestedBlocks},
                formatCount(blocks) + " scales in blocks of " + formatCount(m_state.nestedBlockSize));
            return false;
        }
        const auto bytes = m_in.smallBytes(*map, nestedTableSize * sizeof(float));
        if (map->tensor.dtype != DType::F32 || map->elements() != nestedTableSize || !bytes) {
            m_in.addShape("quant-map-unusual", m_name, *map, {nestedTableSize}, "a value for each code of 8 bits");
            return false;
        }
        CodeValues values{};
        std::memcpy(values.data(), bytes->data(), bytes->size());
        m_in.keepScales({*nested, DType::F32, ScaleRule::Positive});
        m_scales =
            std::make_unique<NestedGrid>(std::make_unique<CodedGrid>(CodeGrid(absmax, {.bits = 8, .rowBytes = blocks}),
                                             std::make_shared<CodeValues>(values)),
                std::make_unique<StoredGrid>(*nested, DType::F32, nestedBlocks), m_state.nestedBlockSize,
                m_state.nestedOffset);
        m_typeSuffix = " nested";
        return true;
    }

    /// Adds the weight. Blocks ignore rows, so the scheme treats all elements as one row.
    void finish()
    {
        Scheme scheme;
        scheme.typeName = typeName() + " g" + std::to_string(m_state.blockSize) + m_typeSuffix;
        scheme.columns = m_elements;
        scheme.columnsEach = m_state.blockSize;
        scheme.groups = ceilDivide(m_elements, m_state.blockSize);
        scheme.codes = std::make_unique<CodedGrid>(
            CodeGrid(m_codes, {.bits = 4, .highNibbleFirst = true, .rowBytes = m_codes.tensor.bytes.size()}),
            std::make_shared<CodeValues>(m_values));
        scheme.scales.grid = std::move(m_scales);
        std::string name = scheme.typeName;
        m_in.add({m_name, std::move(m_state.shape), std::move(scheme), std::move(name), std::move(m_parts)});
    }

    Recognition& m_in;
    const Part& m_codes;
    const Part& m_statePart;
    std::string m_name;
    std::string_view m_type;
    std::string m_typeSuffix;
    std::vector<Part> m_parts;
    QuantState m_state;
    std::uint64_t m_elements = 0;
    CodeValues m_values{};
    std::unique_ptr<const NumberGrid> m_scales;
};

/// Recognizes 4-bit codes without their quant_state, which holds their shape, by their other parts or by the config.
bool recognizeWithoutState(Recognition& in, const Part& codes)
{
    const std::string name(codes.tensor.name);
    const auto module = moduleOf(name, ".weight");
    if (!module || codes.tensor.dtype != DType::U8 || codes.rank() != 2 || codes.dimension(0) != 1)
        return false;
    const QuantizationConfig& config = in.config();
    const bool isConfigured = config.method() == "bitsandbytes" && config.settings()["load_in_8bit"].boolean() != true
        && config.coverage(*module) == QuantizationConfig::Coverage::Covered;
    const bool hasParts = in.isListed(name + ".absmax") && in.isListed(name + ".quant_map");
    if (!hasParts && !isConfigured)
        return false;
    std::vector<Part> parts{codes};
    for (const std::string_view suffix : {".absmax", ".quant_map", ".nested_absmax", ".nested_quant_map"}) {
        if (const auto part = in.part(name, suffix))
            parts.push_back(*part);
    }
    const std::string type = config.settings()["bnb_4bit_quant_type"].string() == "fp4" ? "fp4" : "nf4";
    in.addMissing("companion-missing", name, codes, name + ".quant_state.bitsandbytes__" + type,
        "only it has the shape of the weight");
    in.addUndecoded(name, "bitsandbytes 4-bit", std::move(parts));
    return true;
}

/// Recognizes LLM.int8(): `P.weight` of I8 with `P.SCB`.
bool recognizeInt8(Recognition& in, const Part& codes)
{
    const auto module = moduleOf(codes.tensor.name, ".weight");
    if (!module || codes.tensor.dtype != DType::I8 || codes.rank() != 2)
        return false;
    const std::string scaleName = std::string(*module) + ".SCB";
    const auto format = in.part(*module, ".weight_format");
    const auto scale = in.part(scaleName);
    if (!scale && !format && !in.isListed(scaleName))
        return false;
    const std::string name(codes.tensor.name);
    std::vector<Part> parts{codes};
    if (scale)
        parts.push_back(*scale);
    if (format)
        parts.push_back(*format);
    const auto undecoded = [&] {
        in.addUndecoded(name, "LLM.int8", std::move(parts));
        return true;
    };
    if (format) {
        const auto bytes = in.smallBytes(*format, 16);
        if (!bytes || bytes->empty() || bytes->front() != 0) {
            in.addFinding(Severity::Error, "layout-unsupported",
                quote(format->tensor.name) + " is "
                    + (bytes && !bytes->empty() ? std::to_string(static_cast<unsigned char>(bytes->front()))
                                                : "unreadable")
                    + ", expected 0: only rows in their order can be read",
                name, &*format);
            return undecoded();
        }
    }
    if (!scale) {
        in.addMissing("scale-missing", name, codes, scaleName, "rows of 8-bit integers need their scale");
        return undecoded();
    }
    const std::uint64_t rows = codes.dimension(1);
    if (scale->elements() != rows) {
        in.addShape("scale-shape", name, *scale, {rows}, "a scale for each row");
        return undecoded();
    }
    in.keepScales({*scale, scale->tensor.dtype, ScaleRule::Positive});
    Scheme scheme;
    scheme.typeName = "LLM.int8";
    scheme.formula = Scheme::Formula::Int8;
    scheme.rows = rows;
    scheme.columns = codes.dimension(0);
    scheme.columnsEach = scheme.columns;
    scheme.codes =
        std::make_unique<CodedGrid>(CodeGrid(codes, {.bits = 8, .rowBytes = scheme.columns}), signedValues());
    scheme.codeDType = DType::I8;
    scheme.scales.grid = std::make_unique<StoredGrid>(*scale, scale->tensor.dtype, 1);
    in.add({name, {rows, scheme.columns}, std::move(scheme), "LLM.int8", std::move(parts)});
    return true;
}

} // namespace

bool recognizeBitsandbytes(Recognition& in, const Part& codes)
{
    if (codes.elements() == 0)
        return false;
    // Codes are one column, or one row if a library has transposed them.
    const bool isLine = codes.rank() < 2 || (codes.rank() == 2 && (codes.dimension(0) == 1 || codes.dimension(1) == 1));
    for (const std::string_view type : {"nf4", "fp4"}) {
        if (!isLine)
            break;
        const auto state = in.part(codes.tensor.name, ".quant_state.bitsandbytes__" + std::string(type));
        if (state && state->tensor.dtype == DType::U8) {
            FourBit(in, codes, *state, type).recognize();
            return true;
        }
    }
    return recognizeWithoutState(in, codes) || recognizeInt8(in, codes);
}

} // namespace loupe::quantized
