#include "formats/quantized/recognition.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace loupe::quantized {

namespace {

/// Opening a model waits for its group indexes, and each read may wait for a disk or a server.
constexpr std::uint64_t mostIndexBytes = std::uint64_t{4} << 20;
constexpr std::uint32_t mostIndexesRead = 256;
constexpr std::uint32_t mostRemoteIndexesRead = 16;

/// Whether an element is a single real number of whole bytes.
bool isPlainNumber(DType dtype)
{
    const DTypeInfo& row = info(dtype);
    return (row.kind == DTypeKind::Float || row.kind == DTypeKind::Signed || row.kind == DTypeKind::Unsigned)
        && row.bits % 8 == 0 && row.bits <= 64;
}

} // namespace

Recognition::Recognition(const Checkpoint& stored, const QuantizationConfig& config)
    : Recognition(stored, config, DescriptionReads::Limit::Opening)
{
    m_byName.reserve(stored.tensors.size());
    for (std::uint32_t i = 0; i < stored.tensors.size(); ++i)
        m_byName.emplace(stored.tensors[i].name, i);
}

Recognition::Recognition(const Checkpoint& stored, const QuantizationConfig& config, std::span<const Part> only)
    : Recognition(stored, config, DescriptionReads::Limit::None)
{
    for (const Part& part : only)
        m_byName.emplace(part.tensor.name, part.index);
}

Recognition::Recognition(const Checkpoint& stored, const QuantizationConfig& config, DescriptionReads::Limit limit)
    : m_stored(stored)
    , m_config(config)
    , m_used(stored.tensors.size())
    , m_readsAll(limit == DescriptionReads::Limit::None)
    , m_bytesLeft(m_readsAll ? std::numeric_limits<std::uint64_t>::max() : mostIndexBytes)
    , m_reads(limit)
{
    for (const UnreadTensor& tensor : stored.unread)
        m_unread.emplace(tensor.name, tensor.file);
}

std::optional<Part> Recognition::part(std::string_view name) const
{
    const auto found = m_byName.find(name);
    if (found == m_byName.end() || m_used[found->second])
        return std::nullopt;
    return plainPart(m_stored, found->second);
}

std::optional<Part> Recognition::part(std::string_view module, std::string_view suffix) const
{
    return part(std::string(module).append(suffix));
}

void Recognition::setIndex(ShardIndex index)
{
    m_index = std::move(index);
    m_indexed.reserve(m_index->entries.size());
    for (const ShardIndex::Entry& entry : m_index->entries) {
        if (entry.shard != ShardIndex::noShard)
            m_indexed.emplace(entry.tensor, entry.shard);
    }
}

bool Recognition::isListed(std::string_view name) const
{
    return m_byName.contains(name) || m_unread.contains(name) || m_indexed.contains(name);
}

void Recognition::add(LogicalTensor tensor)
{
    const Part& codes = tensor.parts.front();
    const auto stored = m_byName.find(tensor.name);
    if ((stored != m_byName.end() && stored->second != codes.index) || m_logicalNames.contains(tensor.name))
        tensor.name = codes.tensor.name;
    m_logicalNames.insert(tensor.name);
    if (tensor.scheme && !haveFloatScales(tensor.name)) {
        tensor.scheme.reset();
        tensor.shape.clear();
    }
    if (m_isUndescribed) {
        ++m_undescribed;
        tensor.scheme.reset();
        tensor.shape.clear();
    }
    tensor.isAssumed = m_isAssumed && tensor.scheme.has_value();
    for (const Part& part : tensor.parts)
        m_used[part.index] = true;
    if (tensor.scheme)
        tensor.scheme->checkedScales = std::move(m_scales);
    m_scales.clear();
    m_tensors.push_back(std::move(tensor));
}

/// Whether the scales are floats. If not, reports it, because integers would be used as the factors themselves.
bool Recognition::haveFloatScales(std::string_view logicalName)
{
    const auto isFloat = [](const CheckedScales& scales) { return info(scales.as).kind == DTypeKind::Float; };
    const auto found = std::ranges::find_if_not(m_scales, isFloat);
    if (found == m_scales.end())
        return true;
    addFinding(Severity::Error, "scale-shape",
        quote(found->part.tensor.name) + " is " + std::string(dtypeName(found->as)) + ", expected a float type",
        logicalName, &found->part);
    return false;
}

void Recognition::addUndecoded(std::string name, std::string typeName, std::vector<Part> parts)
{
    add({std::move(name), {}, std::nullopt, std::move(typeName), std::move(parts)});
}

void Recognition::addFinding(Severity severity, std::string_view code, std::string message,
    std::string_view logicalName, const Part* where, std::uint64_t offsetInPart)
{
    if (m_isUndescribed)
        return; // without a description, it is unknown whether anything is wrong
    Finding finding{.severity = severity, .code = code, .message = std::move(message)};
    finding.file = where ? where->tensor.file : Finding::noFile;
    if (where)
        finding.offset = where->tensor.bytes.begin + offsetInPart;
    finding.tensor = logicalName;
    finding.aboutTensor = !logicalName.empty();
    m_findings.add(std::move(finding));
}

void Recognition::addAssumption(std::string assumed, std::string_view logicalName, const Part& codes)
{
    const auto [added, isNew] = m_reported.insert(std::move(assumed));
    if (isNew)
        addFinding(Severity::Note, "config-note",
            "no config says how " + quote(logicalName) + " and others like it are quantized: " + *added
                + " are assumed from the shapes",
            logicalName, &codes);
}

void Recognition::addAmbiguity(std::string ways, std::string_view logicalName, const Part& codes)
{
    const auto [added, isNew] = m_reported.insert(std::move(ways));
    if (isNew)
        addFinding(Severity::Warning, "packed-width",
            "no config says how " + quote(logicalName)
                + " and others like it are quantized, and their shapes fit "
                  "several ways ("
                + *added + "): they are not decoded",
            logicalName, &codes);
}

void Recognition::addGroupSize(
    std::string message, std::uint64_t columns, std::uint64_t groups, std::string_view logicalName, const Part& scales)
{
    if (m_groupSizes.insert(ceilDivide(columns, std::max<std::uint64_t>(groups, 1))).second)
        addFinding(Severity::Warning, "config-contradiction",
            std::move(message) + ": the tensors decide, in others like it, too", logicalName, &scales);
}

void Recognition::addMissing(std::string_view code, std::string_view logicalName, const Part& codes,
    std::string_view companion, std::string_view why)
{
    std::string message = quote(companion);
    if (const auto unread = m_unread.find(companion); unread != m_unread.end())
        message += " lies in a shard that is missing: " + m_stored.files[unread->second].path.filename().string();
    else if (const auto stored = m_byName.find(companion); stored != m_byName.end())
        message += m_used[stored->second] ? " belongs to another weight" : " cannot be read";
    else if (const auto indexed = m_indexed.find(companion); indexed != m_indexed.end())
        message += " is not in this shard, but in " + quote(m_index->shards[indexed->second]) + " (open "
            + quote(m_stored.wholeModel->filename().string()) + ", which names both)";
    else
        message += m_stored.wholeModel ? " is not in this shard" : " is missing";
    message.append(": ").append(why);
    addFinding(
        m_stored.wholeModel ? Severity::Warning : Severity::Error, code, std::move(message), logicalName, &codes);
}

void Recognition::addShape(std::string_view code, std::string_view logicalName, const Part& companion,
    const std::vector<std::uint64_t>& expected, std::string_view why)
{
    std::string message = quote(companion.tensor.name) + " has shape " + formatShape(companion.tensor.shape)
        + ", expected " + formatShape(expected);
    message.append(": ").append(why);
    addFinding(Severity::Error, code, std::move(message), logicalName, &companion);
}

Recognition::GroupIndex Recognition::checkGroupIndex(
    std::string_view logicalName, const Part& index, std::uint64_t groups)
{
    if (!m_readsAll && m_indexesRead == (index.source->isRemote() ? mostRemoteIndexesRead : mostIndexesRead)) {
        m_isAssumed = true;
        return GroupIndex::Used;
    }
    ++m_indexesRead;
    constexpr std::uint64_t whereShort = 16;
    std::uint64_t count = index.elements();
    if (index.tensor.bytes.size() > m_bytesLeft) {
        m_isAssumed = m_isAssumed || count > whereShort;
        count = std::min(count, whereShort);
    }
    m_bytesLeft -= std::min(m_bytesLeft, count * sizeof(std::int32_t));
    std::vector<std::int32_t> entries(count);
    if (!index.source->read(index.tensor.bytes.begin, std::as_writable_bytes(std::span(entries))))
        return GroupIndex::Invalid;
    if (std::ranges::find(entries, -1) != entries.end())
        return GroupIndex::Unused; // compressed-tensors writes it like this
    const auto isOutside = [&](std::int32_t entry) { return entry < 0 || static_cast<std::uint64_t>(entry) >= groups; };
    const auto outside = std::ranges::find_if(entries, isOutside);
    if (outside == entries.end())
        return GroupIndex::Used;
    const auto at = static_cast<std::uint64_t>(outside - entries.begin());
    addFinding(Severity::Error, "g-idx-range",
        quote(index.tensor.name) + " gives column " + formatCount(at) + " group " + std::to_string(*outside)
            + ", expected 0 to " + formatCount(groups - 1),
        logicalName, &index, at * sizeof(std::int32_t));
    return GroupIndex::Invalid;
}

std::optional<std::string> Recognition::smallBytes(const Part& part, std::uint64_t most)
{
    return part.tensor.bytes.size() > most ? std::nullopt : bytesOf(part, 0, part.tensor.bytes.size());
}

std::optional<std::string> Recognition::bytesOf(const Part& part, std::uint64_t begin, std::uint64_t size)
{
    auto read = m_reads.read(part, begin, size, m_codes ? *m_codes : part);
    m_isAssumed = m_isAssumed || read.outcome == DescriptionReads::Outcome::Assumed;
    m_isUndescribed = m_isUndescribed || read.outcome == DescriptionReads::Outcome::Unread;
    const bool isKnown =
        read.outcome == DescriptionReads::Outcome::Read || read.outcome == DescriptionReads::Outcome::Assumed;
    return isKnown ? std::optional(std::move(read.bytes)) : std::nullopt;
}

void Recognition::begin(const Part& codes)
{
    m_codes = &codes;
    m_isAssumed = false;
    m_isUndescribed = false;
}

std::optional<std::vector<std::int64_t>> Recognition::smallIntegers(const Part& part, std::size_t most)
{
    if (part.tensor.dtype != DType::I64 && part.tensor.dtype != DType::I32)
        return std::nullopt;
    const auto bytes = part.elements() <= most ? smallBytes(part, most * sizeof(std::int64_t)) : std::nullopt;
    if (!bytes)
        return std::nullopt;
    std::vector<std::int64_t> numbers(bytes->size() / (bitsPerElement(part.tensor.dtype) / 8));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = readScalar(part.tensor.dtype, std::as_bytes(std::span(*bytes)), i).asSigned;
    return numbers;
}

std::optional<Part> plainPart(const Checkpoint& stored, std::uint32_t index)
{
    const Tensor& tensor = stored.tensors[index];
    const Source* const source = stored.files[tensor.file].source.get();
    if (tensor.storage || !isPlainNumber(tensor.dtype) || !source || tensor.bytes.end > source->size())
        return std::nullopt;
    const auto elements = elementCount(tensor.shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(tensor.dtype)) : std::nullopt;
    if (!bits || tensor.bytes.size() != ceilDivide(*bits, 8))
        return std::nullopt;
    return Part{tensor, source, index};
}

std::optional<std::string_view> moduleOf(std::string_view name, std::string_view suffix)
{
    if (!name.ends_with(suffix))
        return std::nullopt;
    return name.substr(0, name.size() - suffix.size());
}

bool isFloat8(DType dtype)
{
    return formOf(dtype) == ElementForm::Float8 && dtype != DType::F8_E8M0;
}

std::uint64_t batchesOf(std::span<const std::uint64_t> shape)
{
    std::uint64_t batches = 1;
    for (std::size_t i = 0; i + 2 < shape.size(); ++i)
        batches *= shape[i]; // fits, since the product of all axes fits
    return batches;
}

std::uint64_t ceilDivide(std::uint64_t a, std::uint64_t b)
{
    return a / b + (a % b != 0 ? 1 : 0);
}

std::vector<std::uint64_t> withLast(std::span<const std::uint64_t> shape, std::initializer_list<std::uint64_t> last)
{
    std::vector<std::uint64_t> result(
        shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(std::min(shape.size(), last.size())));
    result.insert(result.end(), last);
    return result;
}

bool hasShape(const Part& part, const std::vector<std::uint64_t>& shape)
{
    return std::ranges::equal(part.tensor.shape, shape);
}

std::string groupText(const QuantizationConfig& config, std::uint64_t groupSize, std::uint64_t columns)
{
    const auto size = static_cast<std::int64_t>(groupSize);
    const auto isOf = [&](const JsonValue* weights) { return (*weights)["group_size"].integer() == size; };
    const bool isConfigured = config.groupSize() == size || std::ranges::any_of(config.weightGroups(), isOf);
    return groupSize >= columns && !isConfigured ? "per channel" : "g" + std::to_string(groupSize);
}

bool recognize(Recognition& in, const Part& codes)
{
    constexpr std::array recognizers{recognizeComfyFormat, recognizeBitsandbytes, recognizeFloat8,
        recognizeCompressedTensors, recognizeFloat4, recognizeGptqOrAwq, recognizeMlx, recognizeByNameOnly};
    in.begin(codes);
    const bool isRecognized = std::ranges::any_of(recognizers, [&](auto recognizer) { return recognizer(in, codes); });
    in.end();
    return isRecognized;
}

} // namespace loupe::quantized
