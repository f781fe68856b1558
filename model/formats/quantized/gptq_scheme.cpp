#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/recognition.h"
#include "formats/quantized/scale_grids.h"

#include <algorithm>
#include <array>

namespace loupe::quantized {

namespace {

constexpr std::array<unsigned, 4> gptqBits{2, 3, 4, 8};
constexpr std::uint64_t nibblesOfWord = 8;

/// `P.qweight` and its companions, or `qweight` of a single module without a prefix.
struct PackedParts {
    std::string name; ///< the logical name
    std::string prefix; ///< "P.", or empty
    std::vector<Part> parts; ///< all existing parts, the codes first
    std::optional<Part> zeros;
    std::optional<Part> scales;
    std::optional<Part> groupIndex;
};

PackedParts partsOf(const Recognition& in, const Part& codes, std::string_view prefix)
{
    PackedParts found{std::string(prefix) + "weight", std::string(prefix), {codes}, in.part(prefix, "qzeros"),
        in.part(prefix, "scales"), in.part(prefix, "g_idx")};
    for (const auto& part : {found.zeros, found.scales, found.groupIndex}) {
        if (part)
            found.parts.push_back(*part);
    }
    return found;
}

/// "“q.qweight” of shape [64, 4]".
std::string described(const Part& part)
{
    return quote(part.tensor.name) + " of shape " + formatShape(part.tensor.shape);
}

/// The number of bits per code that agrees with the shapes of codes, zero points and the group index, if there is one.
/// If several numbers do, returns that of the config.
std::optional<unsigned> bitsOf(const Part& codes, const PackedParts& from, std::optional<std::int64_t> configured)
{
    const std::uint64_t rows = codes.dimension(1);
    const std::uint64_t outputs = codes.dimension(0);
    const auto fits = [&](unsigned bits) {
        const CodeLayout layout{.bits = bits};
        return layout.wordsFor(outputs) == from.zeros->dimension(0)
            && (!from.groupIndex || layout.wordsFor(from.groupIndex->elements()) == rows);
    };
    for (const unsigned bits : gptqBits) {
        if (configured == static_cast<std::int64_t>(bits) && fits(bits))
            return bits;
    }
    const auto found = std::ranges::find_if(gptqBits, fits);
    return found == gptqBits.end() ? std::nullopt : std::optional<unsigned>(*found);
}

/// The stored zero point of the first version is one less than the zero point, and wraps around.
CodeTable zeroValues(unsigned bits, bool isFirstVersion)
{
    return isFirstVersion ? nextValues(bits) : integerValues(0);
}

/// The number of columns in a group, if no index maps each column to its group.
std::uint64_t columnsEach(const QuantizationConfig& config, std::uint64_t columns, std::uint64_t groups)
{
    if (const auto size = config.groupSize();
        size && *size > 0 && ceilDivide(columns, static_cast<std::uint64_t>(*size)) == groups)
        return static_cast<std::uint64_t>(*size);
    return ceilDivide(columns, std::max<std::uint64_t>(groups, 1));
}

/// Reports that the config's group size differs from that of the tensors.
void compareGroupSize(Recognition& in, const PackedParts& from, std::uint64_t columns, std::uint64_t groups)
{
    const auto size = in.config().groupSize();
    if (!size || *size < 1 || ceilDivide(columns, static_cast<std::uint64_t>(*size)) == groups
        || in.config().settings()["dynamic"].isObject())
        return;
    in.addGroupSize("the config says groups of " + counted(static_cast<std::uint64_t>(*size), "column") + ", but "
            + quote(from.scales->tensor.name) + " of shape " + formatShape(from.scales->tensor.shape) + " has "
            + counted(groups, "group") + " for " + counted(columns, "column"),
        columns, groups, from.name, *from.scales);
}

class Gptq {
public:
    Gptq(Recognition& in, const Part& codes, PackedParts from)
        : m_in(in)
        , m_codes(codes)
        , m_from(std::move(from))
    {
    }

    void recognize()
    {
        m_typeName = "GPTQ";
        if (const auto bits = m_in.config().bits())
            m_typeName += "-" + std::to_string(*bits);
        if (!isReadable() || !hasCompanions() || !findBits() || !checkShapes())
            m_in.addUndecoded(m_from.name, m_typeName, m_from.parts);
    }

private:
    bool isReadable()
    {
        const JsonValue& settings = m_in.config().settings();
        const std::string_view format = settings["checkpoint_format"].string();
        m_isFirstVersion = format != "gptq_v2";
        const bool isPlanar = format == "gptq_p";
        const auto bits = m_in.config().bits();
        if (format.empty() || format == "gptq" || format == "gptq_v2"
            || (isPlanar && bits && (*bits == 2 || *bits == 4 || *bits == 8))) {
            m_isFirstVersion = m_isFirstVersion && !isPlanar;
            return true;
        }
        m_in.addFinding(Severity::Note, "layout-unsupported",
            "checkpoint_format is " + quote(format) + ": codes are in the order of a kernel and are not decoded",
            m_from.name, &m_codes);
        return false;
    }

    bool hasCompanions()
    {
        if (!m_from.scales)
            m_in.addMissing("scale-missing", m_from.name, m_codes, m_from.prefix + "scales", "codes need scales");
        if (!m_from.zeros)
            m_in.addMissing(
                "zero-point-missing", m_from.name, m_codes, m_from.prefix + "qzeros", "codes need zero points");
        return m_from.scales && m_from.zeros;
    }

    bool findBits()
    {
        const auto configured = m_in.config().bits();
        const auto bits = bitsOf(m_codes, m_from, configured);
        const std::uint64_t rows = m_codes.dimension(1);
        if (!bits && m_from.groupIndex) {
            // If the index is what does not fit, the zero points determine the number of bits.
            PackedParts without = m_from;
            without.groupIndex.reset();
            if (const auto other = bitsOf(m_codes, without, configured);
                other && (!configured || *configured == static_cast<std::int64_t>(*other))) {
                m_in.addShape("g-idx-shape", m_from.name, *m_from.groupIndex, {rows * wordBits / *other},
                    counted(rows, "packed row") + " of " + counted(*other, "bit"));
                return false;
            }
        }
        if (!bits) {
            m_in.addShape("zero-point-shape", m_from.name, *m_from.zeros,
                {m_from.scales->dimension(1),
                    CodeLayout{.bits = static_cast<unsigned>(std::clamp<std::int64_t>(configured.value_or(4), 1, 8))}
                        .wordsFor(m_codes.dimension(0))},
                "a zero point for each output and group");
            return false;
        }
        const bool mayDiffer = m_in.config().settings()["dynamic"].isObject();
        if (configured && *configured != static_cast<std::int64_t>(*bits) && !mayDiffer) {
            m_in.addFinding(Severity::Error, "config-contradiction",
                "the config says " + std::to_string(*configured) + " bits, but " + described(m_codes) + " and "
                    + described(*m_from.zeros) + " are packed with " + std::to_string(*bits),
                m_from.name, &m_codes);
            return false;
        }
        if (m_in.config().method() != "gptq")
            m_in.addAssumption(
                "GPTQ of " + counted(*bits, "bit") + " and zero points of version 1", m_from.name, m_codes);
        m_bits = *bits;
        m_columns = m_from.groupIndex ? m_from.groupIndex->elements() : rows * wordBits / m_bits;
        return true;
    }

    bool checkShapes()
    {
        const std::uint64_t outputs = m_codes.dimension(0);
        const std::uint64_t groups = m_from.zeros->dimension(1);
        if (groups == 0 || m_from.scales->rank() != 2 || !hasShape(*m_from.scales, {groups, outputs})) {
            m_in.addShape("scale-shape", m_from.name, *m_from.scales, {groups, outputs},
                "the groups of qzeros " + formatShape(m_from.zeros->tensor.shape) + " and the outputs of qweight");
            return false;
        }
        if (groups > m_columns) {
            m_in.addShape(
                "scale-shape", m_from.name, *m_from.scales, {m_columns, outputs}, "no more groups than columns");
            return false;
        }
        if (!m_from.groupIndex && groups > 1 && isInActivationOrder()) {
            m_in.addFinding(Severity::Note, "g-idx-missing",
                quote(m_from.prefix + "g_idx") + " is missing, although " + m_in.config().evidence()
                    + " says desc_act: values are read with groups in ascending order, as vLLM does",
                m_from.name, &m_codes);
        }
        Scheme scheme;
        scheme.rows = outputs;
        scheme.columns = m_columns;
        scheme.groups = groups;
        if (m_from.groupIndex) {
            if (!isGroupIndexUsable(groups))
                return false;
            scheme.groupOfColumn = *m_from.groupIndex;
        }
        compareGroupSize(m_in, m_from, m_columns, groups);
        scheme.columnsEach = columnsEach(m_in.config(), m_columns, groups);
        scheme.formula = Scheme::Formula::ZeroPoint;
        scheme.codes = std::make_unique<CodedGrid>(
            CodeGrid(m_codes,
                {.direction = CodeLayout::Direction::DownColumns, .bits = m_bits, .rowBytes = outputs * 4}, true),
            integerValues(0));
        scheme.scales.grid = std::make_unique<StoredGrid>(*m_from.scales, m_from.scales->tensor.dtype, outputs, true);
        scheme.zeroPoints.grid = std::make_unique<CodedGrid>(
            CodeGrid(*m_from.zeros, {.bits = m_bits, .rowBytes = m_from.zeros->dimension(0) * 4}, true),
            zeroValues(m_bits, m_isFirstVersion));
        scheme.typeName =
            "GPTQ-" + std::to_string(m_bits) + " " + groupText(m_in.config(), scheme.columnsEach, m_columns);
        m_in.keepScales({*m_from.scales, m_from.scales->tensor.dtype, ScaleRule::Positive});
        std::string typeName = scheme.typeName;
        m_in.add({m_from.name, {outputs, m_columns}, std::move(scheme), std::move(typeName), m_from.parts});
        return true;
    }

    /// Whether the order of the groups may be unusual. "dynamic" may exclude some modules from this.
    bool isInActivationOrder() const
    {
        const JsonValue& settings = m_in.config().settings();
        return settings["desc_act"].boolean().value_or(false) && !settings["dynamic"].isObject();
    }

    bool isGroupIndexUsable(std::uint64_t groups)
    {
        const Part& index = *m_from.groupIndex;
        if (index.tensor.dtype != DType::I32) {
            m_in.addFinding(Severity::Error, "g-idx-shape",
                quote(index.tensor.name) + " is " + std::string(dtypeName(index.tensor.dtype)) + ", expected I32",
                m_from.name, &index);
            return false;
        }
        const Recognition::GroupIndex found = m_in.checkGroupIndex(m_from.name, index, groups);
        if (found == Recognition::GroupIndex::Unused)
            m_in.addFinding(Severity::Error, "g-idx-range",
                quote(index.tensor.name) + " gives a column group -1, expected 0 to " + formatCount(groups - 1),
                m_from.name, &index);
        return found == Recognition::GroupIndex::Used;
    }

    Recognition& m_in;
    const Part& m_codes;
    PackedParts m_from;
    std::string m_typeName;
    bool m_isFirstVersion = true;
    unsigned m_bits = 0;
    std::uint64_t m_columns = 0;
};

/// The layouts of AWQ: codes are packed along the outputs (gemm), or scales have a row per output (gemv).
enum class AwqLayout : std::uint8_t { None, Gemm, Gemv };

AwqLayout awqLayout(const QuantizationConfig& config, const Part& codes, const PackedParts& from)
{
    if (from.groupIndex || !from.scales || codes.rank() != 2 || from.scales->rank() != 2)
        return AwqLayout::None;
    if (from.scales->dimension(0) == codes.dimension(0) * nibblesOfWord)
        return AwqLayout::Gemm;
    const bool mayBeGptq = from.scales->dimension(0) == codes.dimension(0);
    if (from.scales->dimension(1) == codes.dimension(1) && (config.method() == "awq" || !mayBeGptq))
        return AwqLayout::Gemv;
    return AwqLayout::None;
}

/// The number of scales that gemv stores in a row: whole words of zero points, and a multiple of words for small
/// groups.
std::uint64_t gemvScales(std::uint64_t columns, std::uint64_t groupSize)
{
    const std::uint64_t multiple = groupSize >= 128 ? 1 : groupSize >= 64 ? 2 : 4;
    const std::uint64_t words = ceilDivide(ceilDivide(columns, groupSize), nibblesOfWord);
    return ceilDivide(words, multiple) * multiple * nibblesOfWord;
}

/// The group sizes for which this many scales are stored in a row. Tries the config's group size, or, without a config,
/// all sizes of AWQ.
std::vector<std::uint64_t> gemvGroupSizes(const QuantizationConfig& config, std::uint64_t columns, std::uint64_t stored)
{
    std::vector<std::uint64_t> sizes;
    if (const auto configured = config.groupSize(); configured && *configured > 0) {
        sizes.push_back(std::min(columns, static_cast<std::uint64_t>(*configured)));
    } else if (configured && *configured == -1) {
        sizes.push_back(columns);
    } else {
        for (std::uint64_t size = 32; size < columns; size *= 2)
            sizes.push_back(size);
        sizes.push_back(columns);
    }
    std::erase_if(
        sizes, [&](std::uint64_t size) { return columns % size != 0 || gemvScales(columns, size) != stored; });
    return sizes;
}

/// Whether all scales after this many groups are 0 in the first row, like padding.
bool isPaddedBehind(Recognition& in, const Part& scales, std::uint64_t groups)
{
    const std::uint64_t bytes = bitsPerElement(scales.tensor.dtype) / 8;
    constexpr std::uint64_t mostBytes = 4096;
    const std::uint64_t begin = groups * bytes;
    const std::uint64_t end = std::min(scales.dimension(0) * bytes, begin + mostBytes);
    const auto padding = in.bytesOf(scales, begin, end > begin ? end - begin : 0);
    return !padding || std::ranges::all_of(*padding, [](char byte) { return byte == 0; });
}

/// Whether codes without scales belong to AWQ, whose zero points are as wide as its codes. If they are missing, or do
/// not have a width that GPTQ uses, the config decides.
bool isAwqWithoutScales(const QuantizationConfig& config, const Part& codes, const PackedParts& from)
{
    if (from.scales || from.groupIndex)
        return false;
    const auto isOfGptq = [&](unsigned bits) {
        return CodeLayout{.bits = bits}.wordsFor(codes.dimension(0)) == from.zeros->dimension(0);
    };
    if (!from.zeros || std::ranges::any_of(gptqBits, isOfGptq))
        return config.method() == "awq";
    return config.method() == "awq" || from.zeros->dimension(0) == codes.dimension(0);
}

/// AWQ only has 4-bit codes, but only the shapes of gemm prove this. Returns false if the weight is not decoded.
bool compareAwqBits(Recognition& in, const Part& codes, const PackedParts& from, bool isGemm)
{
    const auto bits = in.config().bits();
    if (in.config().method() != "awq" || !bits || *bits == 4)
        return true;
    in.addFinding(isGemm ? Severity::Warning : Severity::Error, "config-contradiction",
        "the config says " + std::to_string(*bits) + " bits, but " + described(codes) + " and "
            + described(*from.scales)
            + " are those of AWQ, which has 4: " + (isGemm ? "the tensors decide" : "the weight is not decoded"),
        from.name, &codes);
    return isGemm;
}

void addAwq(Recognition& in, const Part& codes, const PackedParts& from, AwqLayout layout)
{
    const bool isGemm = layout == AwqLayout::Gemm;
    const std::string_view version = in.config().settings()["version"].string();
    if (in.config().method() == "awq" && (version == "gemm" || version == "gemv") && (version == "gemm") != isGemm)
        in.addFinding(Severity::Warning, "config-contradiction",
            "the config says version " + quote(version) + ", but " + described(codes) + " and "
                + described(*from.scales) + " fit " + (isGemm ? "gemm" : "gemv") + " alone: the tensors decide",
            from.name, &codes);
    Scheme scheme;
    scheme.formula = Scheme::Formula::ZeroPoint;
    scheme.rows = isGemm ? codes.dimension(0) * nibblesOfWord : codes.dimension(1);
    scheme.columns = isGemm ? codes.dimension(1) : codes.dimension(0) * nibblesOfWord;
    const auto undecoded = [&] { in.addUndecoded(from.name, "AWQ-4", from.parts); };
    if (!from.zeros) {
        in.addMissing("zero-point-missing", from.name, codes, from.prefix + "qzeros", "codes need zero points");
        return undecoded();
    }
    if (!compareAwqBits(in, codes, from, isGemm))
        return undecoded();
    const Part& scales = *from.scales;
    const Part& zeros = *from.zeros;
    const std::uint64_t storedGroups = isGemm ? scales.dimension(1) : scales.dimension(0);
    std::vector<std::uint64_t> sizes;
    if (!isGemm)
        sizes = gemvGroupSizes(in.config(), scheme.columns, storedGroups);
    if (sizes.size() > 1)
        std::erase_if(
            sizes, [&](std::uint64_t size) { return !isPaddedBehind(in, scales, ceilDivide(scheme.columns, size)); });
    if (isGemm) {
        compareGroupSize(in, from, scheme.columns, storedGroups);
        scheme.columnsEach = columnsEach(in.config(), scheme.columns, storedGroups);
    } else if (sizes.size() == 1) {
        scheme.columnsEach = sizes.front();
        if (!in.config().groupSize())
            in.addAssumption("AWQ gemv and groups of " + counted(scheme.columnsEach, "column"), from.name, codes);
    } else {
        in.addFinding(Severity::Warning, "scale-shape",
            quote(scales.tensor.name) + " has " + counted(storedGroups, "column") + " for "
                + counted(scheme.columns, "column") + " of codes, which fit "
                + (sizes.empty() ? "no group size of AWQ gemv" : "several group sizes, and no config says which")
                + ": the weight is not decoded",
            from.name, &scales);
        return undecoded();
    }
    scheme.groups = ceilDivide(scheme.columns, scheme.columnsEach);
    const std::vector<std::uint64_t> expectedZeros = isGemm
        ? std::vector<std::uint64_t>{storedGroups, codes.dimension(0)}
        : std::vector<std::uint64_t>{scheme.rows, ceilDivide(storedGroups, nibblesOfWord)};
    if (zeros.tensor.dtype != DType::I32 || !hasShape(zeros, expectedZeros)) {
        in.addShape("zero-point-shape", from.name, zeros, expectedZeros,
            counted(scheme.rows, "output") + " in " + counted(storedGroups, "group"));
        return undecoded();
    }
    if (scheme.groups > storedGroups) {
        in.addShape("scale-shape", from.name, scales,
            isGemm ? std::vector<std::uint64_t>{scheme.groups, scheme.rows}
                   : std::vector<std::uint64_t>{scheme.rows, scheme.groups},
            counted(scheme.columns, "column") + " in groups of " + formatCount(scheme.columnsEach));
        return undecoded();
    }
    CodeLayout codeLayout{.direction = isGemm ? CodeLayout::Direction::AwqWords : CodeLayout::Direction::AlongRows,
        .bits = 4,
        .rowBytes = codes.dimension(0) * 4};
    CodeLayout zeroLayout = codeLayout;
    zeroLayout.rowBytes = zeros.dimension(0) * 4;
    scheme.codes = std::make_unique<CodedGrid>(CodeGrid(codes, codeLayout, isGemm), integerValues(0));
    scheme.zeroPoints.grid = std::make_unique<CodedGrid>(CodeGrid(zeros, zeroLayout, isGemm), integerValues(0));
    scheme.scales.grid = std::make_unique<StoredGrid>(scales, scales.tensor.dtype, scales.dimension(0), isGemm);
    scheme.typeName = "AWQ-4 " + groupText(in.config(), scheme.columnsEach, scheme.columns);
    in.keepScales({scales, scales.tensor.dtype, ScaleRule::Positive,
        isGemm ? std::nullopt : std::optional(PaddedScales{scheme.rows, scheme.groups, scales.dimension(0)})});
    const std::vector<std::uint64_t> shape{scheme.rows, scheme.columns};
    std::string typeName = scheme.typeName;
    in.add({from.name, shape, std::move(scheme), std::move(typeName), from.parts});
}

} // namespace

bool recognizeGptqOrAwq(Recognition& in, const Part& codes)
{
    const auto prefix = moduleOf(codes.tensor.name, "qweight");
    if (!prefix || !(prefix->empty() || prefix->ends_with('.')))
        return false;
    if (codes.tensor.dtype != DType::I32 || codes.rank() != 2 || codes.elements() == 0)
        return false;
    PackedParts from = partsOf(in, codes, *prefix);
    if (from.zeros && (from.zeros->rank() != 2 || from.zeros->tensor.dtype != DType::I32))
        return false;
    const AwqLayout layout = awqLayout(in.config(), codes, from);
    const std::string& method = in.config().method();
    const bool isAwq = layout != AwqLayout::None;
    if (from.zeros && from.scales && method == (isAwq ? "gptq" : "awq"))
        in.addFinding(Severity::Warning, "config-contradiction",
            "the config says " + quote(method) + ", but " + described(codes) + " and " + described(*from.scales)
                + " are those of " + (isAwq ? "AWQ" : "GPTQ") + ": the tensors decide",
            from.name, &codes);
    if (isAwq) {
        addAwq(in, codes, from, layout);
    } else if (isAwqWithoutScales(in.config(), codes, from)) {
        in.addMissing("scale-missing", from.name, codes, from.prefix + "scales", "codes need scales");
        if (!from.zeros)
            in.addMissing("zero-point-missing", from.name, codes, from.prefix + "qzeros", "codes need zero points");
        in.addUndecoded(from.name, "AWQ-4", from.parts);
    } else {
        Gptq(in, codes, std::move(from)).recognize();
    }
    return true;
}

} // namespace loupe::quantized
