#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/recognition.h"
#include "formats/quantized/scale_grids.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>
#include <utility>

namespace loupe::quantized {

namespace {

using Dimensions = std::vector<std::uint64_t>;

/// A layout of a row's packed codes in words, for a given width of codes.
struct Packing {
    unsigned bits = 0;
    bool inWholeWords = false;
};

/// Whether codes fill words without gaps, as they do since version 0.18.0. Nothing if the config does not state a
/// version.
std::optional<bool> isDenseVersion(const QuantizationConfig& config)
{
    constexpr std::pair firstDense{0U, 18U};
    const std::string_view text = config.settings()["version"].string();
    std::pair<unsigned, unsigned> version;
    const char* const end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, version.first);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.'
        || std::from_chars(major.ptr + 1, end, version.second).ec != std::errc())
        return std::nullopt;
    return version >= firstDense;
}

/// All packings that fit, with the numbers of bits that the config allows. `longest` is the maximum number of
/// consecutive codes.
template <typename Fits>
std::vector<Packing> packingsOf(const QuantizationConfig& config, std::uint64_t longest, Fits&& fits)
{
    std::set<unsigned> candidates;
    for (const JsonValue* const weights : config.weightGroups()) {
        const auto bits = (*weights)["num_bits"].integer();
        if (bits && *bits >= 1 && *bits <= 8)
            candidates.insert(static_cast<unsigned>(*bits));
    }
    if (candidates.empty())
        candidates = {1, 2, 3, 4, 5, 6, 7, 8};
    std::vector<Packing> found;
    for (const unsigned bits : candidates) {
        const bool differ = wordBits % bits != 0 && longest > wordBits / bits;
        const bool isDense = fits(CodeLayout{.bits = bits});
        const bool isInWholeWords = differ && fits(CodeLayout{.bits = bits, .inWholeWords = true});
        const auto version = isDense && isInWholeWords ? isDenseVersion(config) : std::nullopt;
        if (isDense && version.value_or(true))
            found.push_back({bits, false});
        if (isInWholeWords && !version.value_or(false))
            found.push_back({bits, true});
    }
    return found;
}

/// Whether the codes may be in whole words, whose highest bits are 0. False if one of the first words has other bits
/// there.
bool mayBeInWholeWords(Recognition& in, const Part& codes, unsigned bits)
{
    constexpr std::uint64_t wordsLookedAt = 1024;
    const auto usedBits = static_cast<unsigned>(wordBits) / bits * bits;
    std::vector<std::uint32_t> words(std::min(codes.elements(), wordsLookedAt));
    const auto bytes = in.bytesOf(codes, 0, words.size() * sizeof(std::uint32_t));
    if (!bytes)
        return true;
    std::memcpy(words.data(), bytes->data(), bytes->size());
    return std::ranges::all_of(words, [&](std::uint32_t word) { return word >> usedBits == 0; });
}

/// "3 bits dense, 3 bits in whole words".
std::string listOf(const std::vector<Packing>& packings)
{
    std::string text;
    for (const Packing& packing : packings) {
        text += text.empty() ? "" : ", ";
        text += counted(packing.bits, "bit") + (packing.inWholeWords ? " in whole words" : " dense");
    }
    return text;
}

bool isAsymmetric(const QuantizationConfig& config)
{
    const auto groups = config.weightGroups();
    return !groups.empty() && std::ranges::all_of(groups, [](const JsonValue* weights) {
        return (*weights)["symmetric"].boolean() == false;
    });
}

/// The state of recognizing a packed weight of compressed-tensors, step by step. If a step fails, it reports the reason
/// and returns false.
class PackedWeight {
public:
    PackedWeight(Recognition& in, const Part& codes, std::string_view module)
        : m_in(in)
        , m_codes(codes)
        , m_module(module)
        , m_name(std::string(module) + ".weight")
        , m_parts{codes}
    {
    }

    void recognize()
    {
        m_scheme.typeName = "INT";
        if (findShape() && findPacking() && findScales() && findZeroPoints() && findGroups())
            finish();
        else
            addUndecoded();
    }

private:
    bool findShape()
    {
        const std::string shapeName = m_module + ".weight_shape";
        const auto part = m_in.part(shapeName);
        if (!part) {
            m_in.addMissing("companion-missing", m_name, m_codes, shapeName,
                "without it, only a guess gives the number of columns");
            return false;
        }
        m_parts.push_back(*part);
        const auto numbers = m_in.smallIntegers(*part, 8);
        const bool isValid = numbers && numbers->size() >= 2
            && std::ranges::all_of(*numbers, [](std::int64_t number) { return number > 0; });
        if (!isValid) {
            m_in.addFinding(Severity::Error, "shape-contradiction",
                quote(shapeName) + " is invalid, expected two or three integers above 0", m_name, &*part);
            return false;
        }
        for (const std::int64_t number : *numbers)
            m_shape.push_back(static_cast<std::uint64_t>(number));
        const auto stored = m_codes.tensor.shape;
        if (m_shape.size() != stored.size() || !std::equal(m_shape.begin(), m_shape.end() - 1, stored.begin())
            || m_shape.back() > m_codes.tensor.bytes.size() * 8) {
            m_in.addFinding(Severity::Error, "shape-contradiction",
                quote(shapeName) + " says " + formatShape(m_shape) + ", but " + quote(m_codes.tensor.name) + " is "
                    + formatShape(stored),
                m_name, &*part);
            return false;
        }
        m_scheme.rows = m_codes.dimension(1);
        m_scheme.columns = m_shape.back();
        m_scheme.batches = batchesOf(m_shape);
        return true;
    }

    bool findPacking()
    {
        const std::uint64_t words = m_codes.dimension(0);
        const auto zeros = m_in.part(m_module, ".weight_zero_point");
        const bool arePacked = zeros && zeros->tensor.dtype == DType::I32;
        const auto fitsCodes = [&](const CodeLayout& layout) { return layout.wordsFor(m_scheme.columns) == words; };
        const auto fitsBoth = [&](const CodeLayout& layout) {
            return fitsCodes(layout) && layout.wordsFor(m_scheme.rows) == zeros->dimension(1);
        };
        std::vector<Packing> packings;
        if (arePacked)
            packings = packingsOf(m_in.config(), std::max(m_scheme.columns, m_scheme.rows), fitsBoth);
        if (packings.empty())
            packings = packingsOf(m_in.config(), m_scheme.columns, fitsCodes);
        if (packings.size() > 1)
            std::erase_if(packings, [&](const Packing& packing) {
                return packing.inWholeWords && !mayBeInWholeWords(m_in, m_codes, packing.bits);
            });
        if (packings.empty()) {
            const auto groups = m_in.config().weightGroups();
            const auto bits = groups.empty() ? std::optional<std::int64_t>(4) : (*groups.front())["num_bits"].integer();
            const auto layout =
                CodeLayout{.bits = static_cast<unsigned>(std::clamp<std::int64_t>(bits.value_or(4), 1, 8))};
            m_in.addFinding(Severity::Error, "packed-width",
                quote(m_codes.tensor.name) + " has rows of " + counted(words, "word") + ", expected "
                    + formatCount(layout.wordsFor(m_scheme.columns)) + " for " + counted(m_scheme.columns, "column")
                    + " of " + counted(layout.bits, "bit"),
                m_name, &m_codes);
            return false;
        }
        if (packings.size() > 1) {
            m_in.addFinding(Severity::Warning, "packed-width",
                quote(m_codes.tensor.name) + " has rows of " + counted(words, "word") + ", which hold "
                    + counted(m_scheme.columns, "column") + " in several ways (" + listOf(packings)
                    + "): no config says which, and the weight is not decoded",
                m_name, &m_codes);
            return false;
        }
        m_packing = packings.front();
        const int offset = -(1 << (m_packing.bits - 1));
        m_scheme.codes = std::make_unique<CodedGrid>(
            CodeGrid(m_codes, {.bits = m_packing.bits, .inWholeWords = m_packing.inWholeWords, .rowBytes = words * 4}),
            integerValues(offset));
        m_scheme.codeDType = DType::I8;
        m_scheme.codeOffset = offset;
        m_scheme.typeName = "INT" + std::to_string(m_packing.bits);
        return true;
    }

    bool findScales()
    {
        const std::string scaleName = m_module + ".weight_scale";
        const auto part = m_in.part(scaleName);
        if (!part) {
            m_in.addMissing("scale-missing", m_name, m_codes, scaleName, "packed integers need it");
            return false;
        }
        m_parts.push_back(*part);
        const bool isForAll = part->elements() == 1;
        m_scheme.groups = isForAll ? 1 : part->dimension(0);
        const auto expected = withLast(m_shape, {m_scheme.groups});
        const bool divides = m_scheme.groups > 0 && m_scheme.columns % m_scheme.groups == 0;
        if (m_scheme.groups > 0 && !divides && hasShape(*part, expected)) {
            m_in.addFinding(Severity::Error, "scale-shape",
                quote(scaleName) + " has " + counted(m_scheme.groups, "group") + ", but the "
                    + counted(m_scheme.columns, "column") + " of " + quote(m_name)
                    + " cannot be split into so many of one size",
                m_name, &*part);
            return false;
        }
        if ((!isForAll && !hasShape(*part, expected)) || !divides) {
            std::uint64_t groups = 1;
            for (const JsonValue* const weights : m_in.config().weightGroups()) {
                if (const auto size = (*weights)["group_size"].integer(); size && *size > 0)
                    groups = ceilDivide(m_scheme.columns, static_cast<std::uint64_t>(*size));
            }
            m_in.addShape("scale-shape", m_name, *part, withLast(m_shape, {groups}),
                "a scale for each group of columns of the weight " + formatShape(m_shape));
            return false;
        }
        compareGroupSize(*part);
        m_scheme.columnsEach = m_scheme.columns / m_scheme.groups;
        m_scheme.typeName += " " + groupText(m_in.config(), m_scheme.columnsEach, m_scheme.columns);
        if (isForAll) {
            m_scheme.rows *= m_scheme.batches;
            m_scheme.batches = 1;
            m_scheme.scales.rowsEach = m_scheme.rows;
        }
        m_scheme.scales.grid = std::make_unique<StoredGrid>(*part, part->tensor.dtype, m_scheme.groups);
        m_in.keepScales({*part, part->tensor.dtype, ScaleRule::Positive});
        return true;
    }

    /// Reports that none of the config's group sizes is that of the tensors.
    void compareGroupSize(const Part& scales)
    {
        const auto fits = [&](const JsonValue* weights) {
            const auto size = (*weights)["group_size"].integer();
            return !size || *size < 1
                || ceilDivide(m_scheme.columns, static_cast<std::uint64_t>(*size)) == m_scheme.groups;
        };
        const auto configured = m_in.config().weightGroups();
        if (!configured.empty() && std::ranges::none_of(configured, fits))
            m_in.addGroupSize("no group size of the config fits " + quote(scales.tensor.name) + ", which has "
                    + counted(m_scheme.groups, "group") + " for " + counted(m_scheme.columns, "column"),
                m_scheme.columns, m_scheme.groups, m_name, scales);
    }

    bool findZeroPoints()
    {
        const std::string zeroName = m_module + ".weight_zero_point";
        const auto part = m_in.part(zeroName);
        if (!part) {
            if (!isAsymmetric(m_in.config()) && !m_in.isListed(zeroName))
                return true;
            m_in.addMissing("zero-point-missing", m_name, m_codes, zeroName, "the config says symmetric: false");
            return false;
        }
        m_parts.push_back(*part);
        m_scheme.formula = Scheme::Formula::ZeroPoint;
        m_scheme.zeroPoints.rowsEach = m_scheme.scales.rowsEach;
        if (part->tensor.dtype == DType::I8) {
            if (!std::ranges::equal(part->tensor.shape, m_parts[m_parts.size() - 2].tensor.shape)) {
                m_in.addShape("zero-point-shape", m_name, *part,
                    {m_parts[m_parts.size() - 2].tensor.shape.begin(), m_parts[m_parts.size() - 2].tensor.shape.end()},
                    "the shape of the scales");
                return false;
            }
            m_scheme.zeroPoints.grid = std::make_unique<StoredGrid>(*part, DType::I8, m_scheme.groups);
            return true;
        }
        CodeLayout layout{.direction = CodeLayout::Direction::DownColumns,
            .bits = m_packing.bits,
            .inWholeWords = m_packing.inWholeWords,
            .rowBytes = m_scheme.groups * 4,
            .streamRows = m_scheme.rows};
        const std::uint64_t words = layout.wordsFor(m_scheme.rows);
        const auto expected = withLast(m_shape, {words, m_scheme.groups});
        if (part->tensor.dtype != DType::I32 || !hasShape(*part, expected)) {
            m_in.addShape("zero-point-shape", m_name, *part, expected,
                counted(m_scheme.rows, "row") + " of zero points of " + counted(m_packing.bits, "bit")
                    + ", packed down the columns");
            return false;
        }
        m_scheme.zeroPoints.grid =
            std::make_unique<CodedGrid>(CodeGrid(*part, layout), integerValues(-(1 << (m_packing.bits - 1))));
        return true;
    }

    bool findGroups()
    {
        const std::string indexName = m_module + ".weight_g_idx";
        const auto part = m_in.part(indexName);
        if (!part)
            return true;
        m_parts.push_back(*part);
        if (part->tensor.dtype != DType::I32 || part->elements() != m_scheme.columns) {
            m_in.addShape("g-idx-shape", m_name, *part, {m_scheme.columns}, "a group for each column");
            return false;
        }
        const Recognition::GroupIndex index = m_in.checkGroupIndex(m_name, *part, m_scheme.groups);
        if (index == Recognition::GroupIndex::Used)
            m_scheme.groupOfColumn = *part;
        return index != Recognition::GroupIndex::Invalid;
    }

    void addUndecoded()
    {
        for (const std::string_view suffix : {".weight_scale", ".weight_zero_point", ".weight_g_idx"}) {
            const auto part = m_in.part(m_module, suffix);
            if (part && std::ranges::find(m_parts, part->index, &Part::index) == m_parts.end())
                m_parts.push_back(*part);
        }
        m_in.addUndecoded(m_name, m_scheme.typeName, std::move(m_parts));
    }

    void finish()
    {
        std::string typeName = m_scheme.typeName;
        m_in.add({m_name, std::move(m_shape), std::move(m_scheme), std::move(typeName), std::move(m_parts)});
    }

    Recognition& m_in;
    const Part& m_codes;
    std::string m_module;
    std::string m_name;
    std::vector<Part> m_parts;
    Dimensions m_shape;
    Packing m_packing;
    Scheme m_scheme;
};

/// Recognizes `P.weight` of I8 with scales, from compressed-tensors or ComfyUI.
bool recognizePlainInt8(Recognition& in, const Part& codes)
{
    const auto module = moduleOf(codes.tensor.name, ".weight");
    if (!module || codes.rank() < 2)
        return false;
    const auto scale = in.part(*module, ".weight_scale");
    if (!scale)
        return false;
    const std::string name(codes.tensor.name);
    std::vector<Part> parts{codes, *scale};
    Scheme scheme;
    scheme.typeName = "INT8";
    scheme.batches = batchesOf(codes.tensor.shape);
    scheme.rows = codes.dimension(1);
    scheme.columns = codes.dimension(0);
    scheme.columnsEach = scheme.columns;
    const std::uint64_t allRows = scheme.batches * scheme.rows;
    const bool isForAll = scale->elements() == 1;
    const auto perRow = withLast(codes.tensor.shape, {scheme.rows, 1});
    const bool isVector = codes.rank() == 2 && hasShape(*scale, {scheme.rows});
    const std::uint64_t groups = isForAll || isVector ? 1 : scale->dimension(0);
    const bool isInGroups = groups > 0 && scheme.columns % groups == 0
        && hasShape(*scale, withLast(codes.tensor.shape, {scheme.rows, groups}));
    if (!isForAll && !isVector && !isInGroups) {
        in.addShape("scale-shape", name, *scale, perRow, "a scale for each row or group, or one for all");
        in.addUndecoded(name, scheme.typeName, std::move(parts));
        return true;
    }
    if (isForAll) {
        scheme.rows = allRows;
        scheme.batches = 1;
    }
    scheme.scales.rowsEach = isForAll ? allRows : 1;
    scheme.groups = groups;
    scheme.columnsEach = scheme.columns / groups;
    scheme.typeName += isForAll ? " per tensor" : " " + groupText(in.config(), scheme.columnsEach, scheme.columns);
    scheme.codes =
        std::make_unique<CodedGrid>(CodeGrid(codes, {.bits = 8, .rowBytes = scheme.columns}), signedValues());
    scheme.codeDType = DType::I8;
    scheme.scales.grid = std::make_unique<StoredGrid>(*scale, scale->tensor.dtype, groups);
    in.keepScales({*scale, scale->tensor.dtype, ScaleRule::Positive});
    if (const auto zero = in.part(*module, ".weight_zero_point")) {
        parts.push_back(*zero);
        if (!std::ranges::equal(zero->tensor.shape, scale->tensor.shape)) {
            in.addShape("zero-point-shape", name, *zero, {scale->tensor.shape.begin(), scale->tensor.shape.end()},
                "the shape of the scales");
            in.addUndecoded(name, scheme.typeName, std::move(parts));
            return true;
        }
        scheme.formula = Scheme::Formula::ZeroPoint;
        scheme.zeroPoints = {std::make_unique<StoredGrid>(*zero, zero->tensor.dtype, groups), scheme.scales.rowsEach};
    }
    if (auto description = in.part(*module, ".comfy_quant"))
        parts.push_back(*description);
    std::string typeName = scheme.typeName;
    in.add({name, {codes.tensor.shape.begin(), codes.tensor.shape.end()}, std::move(scheme), std::move(typeName),
        std::move(parts)});
    return true;
}

} // namespace

bool recognizeCompressedTensors(Recognition& in, const Part& codes)
{
    if (codes.elements() == 0)
        return false;
    if (codes.tensor.dtype == DType::I8)
        return recognizePlainInt8(in, codes);
    const auto module = moduleOf(codes.tensor.name, ".weight_packed");
    if (!module || codes.tensor.dtype != DType::I32 || codes.rank() < 2)
        return false;
    PackedWeight(in, codes, *module).recognize();
    return true;
}

} // namespace loupe::quantized
