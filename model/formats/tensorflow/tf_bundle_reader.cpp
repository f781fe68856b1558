#include "formats/tensorflow/tf_bundle_reader.h"

#include "core/checked_math.h"
#include "core/text/json_writer.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/opaque_name.h"
#include "formats/shared/tensor_order.h"
#include "formats/shared/utf8_text.h"
#include "formats/storages/swapped_storage.h"
#include "formats/tensorflow/masked_crc.h"
#include "formats/tensorflow/tf_paths.h"
#include "formats/tensorflow/tf_slice.h"

#include <algorithm>

namespace loupe::tensorflow {

namespace {

constexpr std::size_t mostDimensions = 254; // TensorFlow's own limit
constexpr std::size_t mostTensors = 4'000'000;
constexpr std::size_t mostOthersListed = 100;
constexpr std::uint64_t highestProducer = 1; // the highest version so far for this bundle format

} // namespace

Result<FileContent> TfBundleReader::read()
{
    m_content.header = {0, m_source.size()};
    m_content.headerContent = m_content.header;
    m_content.data = {m_source.size(), m_source.size()};
    if (auto done = readTable(); !done)
        return fail(std::move(done.error()));
    if (m_wire.error())
        return fail(*m_wire.error());
    addCompanions();
    addDigests(sortTensors(m_content));
    addMetadata();
    if (auto unchanged = m_source.checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    m_work.expect(m_source.size());
    m_work.advance(m_source.size());
    return std::move(m_content);
}

Result<> TfBundleReader::readTable()
{
    const auto footer = m_table.footer();
    if (!footer)
        return fail(footer.error());
    if (!*footer)
        return {};
    const auto loaded = m_table.load((*footer)->index);
    if (!loaded || !*loaded)
        return loaded ? Result<>() : fail(loaded.error());
    std::vector<ByteRange> blocks;
    std::uint64_t end = 0;
    while (m_table.next()) {
        const auto block = m_table.valueAsPlace();
        if (!block || block->begin < end) {
            report(Severity::Error, "block-place",
                block ? "a block of the table starts at " + formatCount(block->begin)
                        + ", before the end of another at " + formatCount(end)
                      : "an entry of the table's directory is not a valid block address",
                m_table.value().begin);
            break;
        }
        end = block->end;
        blocks.push_back(*block);
    }
    for (const ByteRange block : blocks) {
        const auto goesOn = readBlock(block);
        if (!goesOn)
            return fail(goesOn.error());
        if (!*goesOn)
            break;
    }
    if (!m_shards && !m_content.findings.hasErrors())
        report(Severity::Error, "bundle-header", "the bundle has no header: no entry with an empty key", 0);
    return {};
}

Result<bool> TfBundleReader::readBlock(ByteRange place)
{
    const auto loaded = m_table.load(place);
    if (!loaded)
        return fail(loaded.error());
    if (!*loaded)
        return true;
    while (m_table.next()) {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the index was read", m_source.path().string());
        const std::string_view key = m_table.key();
        const std::uint64_t offset = m_table.value().begin;
        if (!allowsKey(key, offset))
            return false;
        if (m_entries++ > 0 && key <= m_lastKey)
            report(Severity::Warning, "key-order",
                "key " + quote(utf8Of(key)) + " comes after " + quote(utf8Of(m_lastKey)) + ", expected ascending keys",
                offset);
        m_lastKey = key;
        if (!key.empty())
            takeEntry(key, m_table.value());
        else if (m_entries == 1) // the empty key sorts first
            readHeader(m_table.value());
    }
    return true;
}

/// Returns whether one more key is within the limits. Entries of a few bytes may repeat the same long key over and
/// over.
bool TfBundleReader::allowsKey(std::string_view key, std::uint64_t offset)
{
    constexpr std::uint64_t perByte = 16;
    constexpr std::uint64_t free = std::uint64_t{16} << 20;
    m_keyBytes += key.size();
    if (m_keyBytes <= free || (m_keyBytes - free) / perByte <= m_source.size())
        return true;
    report(Severity::Error, "object-too-large",
        "the names are longer than " + std::to_string(perByte) + " times the file: the rest is not shown", offset);
    return false;
}

void TfBundleReader::readHeader(ByteRange value)
{
    ByteRange rest = value;
    m_shards = 0;
    while (const auto field = m_wire.next(rest)) {
        if (field->number == 1) {
            m_shards = field->bits;
        } else if (field->number == 2) {
            m_isBigEndian = field->bits == 1;
        } else if (field->number == 3) {
            ByteRange version = field->value;
            while (const auto inner = m_wire.next(version))
                m_producer = inner->number == 1 ? inner->bits : m_producer;
        }
    }
    if (*m_shards == 0 || *m_shards > mostShards) {
        report(Severity::Error, "bundle-header",
            "the bundle should have " + counted(*m_shards, "data file") + ", expected 1 to " + formatCount(mostShards),
            value.begin);
        m_shards.reset();
    }
    if (m_producer > highestProducer) {
        report(Severity::Warning, "bundle-version",
            "the bundle has version " + formatCount(m_producer) + ", newer than the latest known one, "
                + formatCount(highestProducer),
            value.begin);
    }
}

void TfBundleReader::takeEntry(std::string_view key, ByteRange value)
{
    const Entry entry = readEntry(value);
    const std::string name = nameOf(key, value.begin);
    if (entry.slices == 0)
        return place(name, entry, value.begin);
    m_content.findings.add({.severity = Severity::Note,
        .code = "tensor-partitioned",
        .message = "tensor " + quote(name) + " of shape " + formatShape(entry.shape) + " is in "
            + counted(entry.slices, "piece") + ", which are listed as tensors of their own",
        .offset = value.begin});
}

TfBundleReader::Entry TfBundleReader::readEntry(ByteRange value)
{
    Entry entry;
    ByteRange rest = value;
    while (const auto field = m_wire.next(rest)) {
        switch (field->number) {
        case 1:
            entry.type = field->bits;
            break;
        case 2:
            readShape(field->value, entry);
            break;
        case 3:
            entry.shard = field->bits;
            break;
        case 4:
            entry.offset = field->bits;
            break;
        case 5:
            entry.size = field->bits;
            break;
        case 6:
            entry.crc = static_cast<std::uint32_t>(field->bits);
            break;
        case 7:
            ++entry.slices;
            break;
        default:
            break;
        }
    }
    return entry;
}

void TfBundleReader::readShape(ByteRange message, Entry& entry)
{
    while (const auto field = m_wire.next(message)) {
        if (field->number == 3 && field->bits != 0)
            entry.hasShape = false;
        if (field->number != 2)
            continue;
        std::uint64_t size = 0;
        ByteRange rest = field->value;
        while (const auto inner = m_wire.next(rest))
            size = inner->number == 1 ? inner->bits : size;
        if (size >> 63 || entry.shape.size() == mostDimensions)
            entry.hasShape = false;
        else
            entry.shape.push_back(size);
    }
}

std::string TfBundleReader::nameOf(std::string_view key, std::uint64_t offset)
{
    if (key.front() == '\0') {
        if (auto name = sliceName(key))
            return utf8Of(*name);
    }
    std::string name = utf8Of(key);
    if (name != key)
        report(Severity::Warning, "name-utf8", "the name " + quote(name) + " is not UTF-8", offset);
    return name;
}

void TfBundleReader::place(const std::string& name, const Entry& entry, std::uint64_t offset)
{
    const TfType* const type = tfType(entry.type);
    if (type && !type->isTensor)
        return addOther(name, entry, *type, offset);
    if (entry.type == 0)
        return report(
            Severity::Error, "tensor-invalid", "tensor " + quote(name) + " has no type: not listed", offset, &name);
    if (m_content.tensors.size() == mostTensors)
        return report(Severity::Error, "tensor-too-many",
            "tensor " + quote(name) + " comes after " + formatCount(mostTensors)
                + " others, expected no more: not listed",
            offset, &name);
    addTensor(name, entry, type, offset);
}

void TfBundleReader::addTensor(const std::string& name, const Entry& entry, const TfType* type, std::uint64_t offset)
{
    const auto about = [&](std::string_view code, const std::string& what) {
        report(Severity::Error, code, "tensor " + quote(name) + ' ' + what, offset, &name);
    };
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(name);
    tensor.dtype = type ? type->dtype : DType::Opaque;
    if (tensor.dtype == DType::Opaque) {
        m_content.unknownDTypes.emplace(static_cast<std::uint32_t>(m_content.tensors.size() - 1),
            type ? std::string(opaqueName(type->name)) : "type " + std::to_string(entry.type));
    }
    if (!entry.hasShape)
        return about("tensor-invalid", "has an invalid shape");
    tensor.shape = m_shapes.keep(entry.shape, m_content.arena);
    const auto count = elementCount(entry.shape);
    const auto size = count && type ? checkedMultiply(*count, type->bytes) : count;
    if (!count || !size)
        return about("shape-overflow", "has a shape whose size does not fit in 64 bits");
    if (!m_shards || entry.shard >= *m_shards) {
        return about("shard-number",
            "should be in data file " + formatCount(entry.shard) + ", expected a number below "
                + formatCount(m_shards.value_or(0)));
    }
    if (entry.offset >> 63 || entry.size >> 63)
        return about("tensor-invalid", "starts before its data file or has a negative size");
    tensor.file = static_cast<std::uint32_t>(entry.shard) + 1;
    tensor.bytes = {entry.offset, entry.offset + entry.size};
    m_digests.resize(m_content.tensors.size());
    m_digests.back() = {tensor.bytes, unmaskedCrc(entry.crc)};
    if (type && type->bytes > 0 && *size != entry.size) {
        about("size-mismatch",
            "has " + counted(entry.size, "byte") + ", but its shape and type need " + formatCount(*size));
    }
    if (!type) {
        report(Severity::Warning, "dtype-unknown",
            "tensor " + quote(name) + " has type " + std::to_string(entry.type) + ", which is unknown", offset, &name);
    }
    const bool fits = type && *size == entry.size; // without the right size it has no values
    if (m_isBigEndian && tensor.dtype != DType::Opaque && type->bytes > 1 && fits) {
        if (!m_swapped) {
            m_content.storages.push_back(std::make_shared<const SwappedStorage>());
            m_swapped = m_content.storages.back().get();
        }
        tensor.storage = m_swapped;
    }
}

void TfBundleReader::addOther(const std::string& name, const Entry& entry, const TfType& type, std::uint64_t offset)
{
    ++m_others;
    if (m_otherNames.size() < mostOthersListed) {
        m_otherNames.emplace_back(
            name, std::string(type.name) + ' ' + formatShape(entry.shape) + ", " + counted(entry.size, "byte"));
    }
    if (!m_shards || entry.shard >= *m_shards || entry.size == 0)
        return;
    if (entry.offset >> 63 || entry.size >> 63) {
        return report(Severity::Error, "tensor-invalid",
            "entry " + quote(name) + " starts before its data file or has a negative size", offset);
    }
    if (m_parts.size() <= entry.shard)
        m_parts.resize(entry.shard + 1);
    m_parts[entry.shard].push_back({{entry.offset, entry.offset + entry.size}, RegionKind::Content});
}

void TfBundleReader::addCompanions()
{
    if (!m_shards)
        return;
    const std::string bundle = m_source.path().stem().string();
    m_parts.resize(*m_shards);
    for (std::uint64_t shard = 0; shard < *m_shards; ++shard) {
        std::ranges::stable_sort(m_parts[shard], {}, [](const FilePart& part) { return part.range.begin; });
        m_content.companions.push_back({.path = bundleDataName(bundle, shard, *m_shards),
            .parts = std::move(m_parts[shard]),
            .refusedAs = tfRefusal});
    }
}

/// `order` is the result of sortTensors().
void TfBundleReader::addDigests(const std::vector<std::uint32_t>& order)
{
    m_digests.resize(m_content.tensors.size());
    std::vector<std::vector<TfDigest>> byFile(m_content.companions.size() + 1);
    for (std::size_t i = 0; i < m_content.tensors.size(); ++i)
        byFile[m_content.tensors[i].file].push_back(m_digests[order.empty() ? i : order[i]]);
    for (std::size_t i = 0; i < m_content.companions.size(); ++i) {
        if (!byFile[i + 1].empty())
            m_content.companions[i].digests = std::make_shared<const TfDigests>(std::move(byFile[i + 1]));
    }
}

void TfBundleReader::addMetadata()
{
    using Kind = MetadataValue::Kind;
    if (!m_shards)
        return;
    Metadata& metadata = m_content.metadata.emplace();
    metadata.emplace_back("num_shards", MetadataValue(std::to_string(*m_shards), Kind::Json, "int32"));
    metadata.emplace_back("endianness", MetadataValue(m_isBigEndian ? "big" : "little", Kind::Text, "enum"));
    metadata.emplace_back("version.producer", MetadataValue(std::to_string(m_producer), Kind::Json, "int32"));
    if (m_others == 0)
        return;
    std::string text = jsonText([&](JsonWriter& json) {
        json.beginObject();
        for (const auto& [name, what] : m_otherNames)
            json.member(name, std::string_view(what));
        json.endObject();
    });
    metadata.emplace_back("no tensors", MetadataValue(std::move(text), Kind::Json, "map"));
    report(Severity::Note, "entry-other",
        counted(m_others, "entry", "entries") + (m_others == 1 ? " is" : " are")
            + " text or a handle, not a tensor: see the metadata",
        0);
}

void TfBundleReader::report(
    Severity severity, std::string_view code, std::string message, std::uint64_t offset, const std::string* tensor)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = std::move(message),
        .refusedAs = severity == Severity::Error ? tfRefusal : std::string_view(),
        .offset = std::min(offset, m_source.size()),
        .tensor = tensor ? *tensor : std::string(),
        .aboutTensor = tensor != nullptr});
}

} // namespace loupe::tensorflow
