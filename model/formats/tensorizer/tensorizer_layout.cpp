#include "formats/tensorizer/tensorizer_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/tensor_order.h"
#include "formats/tensorizer/tensorizer_digests.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace loupe::tensorizer {

namespace {

constexpr std::string_view refused = "ValueError";
constexpr std::string_view lengthsDiffer = "AssertionError";
constexpr std::string_view dataCut = "HashMismatchError"; // if the reader checks digests

} // namespace

std::uint32_t TensorizerLayout::typeOf(const std::string& spelled)
{
    const auto [place, isNew] = m_typeNumbers.try_emplace(spelled, static_cast<std::uint32_t>(m_types.size()));
    if (isNew)
        m_types.push_back(tensorizerType(spelled));
    return place->second;
}

void TensorizerLayout::take(const TensorizerEntry& entry)
{
    const TensorizerName name = tensorizerName(entry.name);
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(std::string_view(name.shown));
    tensor.shape = m_shapes.keep(entry.shape, m_content.arena);
    m_places.push_back({.entry = entry.begin,
        .header = entry.header,
        .data = entry.data,
        .length = entry.length,
        .type = typeOf(entry.dtype),
        .nameBytes = static_cast<std::uint16_t>(entry.name.size()),
        .kind = entry.kind});
    checkName(name, tensor, m_places.back());
    if (entry.kind < m_kinds.size())
        ++m_kinds[entry.kind];
    else
        add(tensor, "tensor-kind", "has kind " + formatCount(entry.kind) + ", expected 0, 1 or 2", refused,
            entry.begin);
}

void TensorizerLayout::checkName(const TensorizerName& name, const Tensor& tensor, const Place& place)
{
    constexpr std::uint8_t stateDictEntry = 2;
    if (!name.problem.empty())
        add(tensor, "name", "has a name that " + std::string(name.problem), name.refusedAs, place.entry);
    if (const std::string_view problem = m_names.add(name); !problem.empty())
        add(tensor, "name-conflict", "has a name that " + std::string(problem), refused, place.entry);
    if (name.isStructured && place.kind != stateDictEntry) {
        add(tensor, "name-structured", "has a name of several keys, which only an entry of a state dict can have",
            refused, place.entry);
    }
}

Result<> TensorizerLayout::finish(const TensorizerStart& start)
{
    m_content.header = {0, start.index.end};
    m_content.headerContent = {0, std::min(start.entriesEnd, start.index.end)};
    m_content.data = {start.index.end, m_source.size()};
    m_end = start.index.end;
    if (auto done = readHeaders(start); !done)
        return done;
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        add(m_content.tensors[duplicate.later], "duplicate-name", "is shown with the name of another one", {},
            m_places[duplicate.later].entry, Severity::Warning);
    }
    if (!m_truncation.empty()) {
        const std::string_view refusedAs = m_headersAreCut ? tensorizerCut : dataCut;
        m_content.findings.add(m_truncation.finding("data-missing", refusedAs, m_content.tensors.size()));
    }
    if (auto done = checkEnd(start); !done)
        return done;
    if (start.version > 0)
        addMetadata(start);
    sortByPlace(start.isEncrypted);
    return m_values.finish(start.isEncrypted);
}

Result<> TensorizerLayout::readHeaders(const TensorizerStart& start)
{
    std::vector<std::uint32_t> order(m_places.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t index) { return m_places[index].header; });
    for (const std::uint32_t index : order) {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the tensors' headers were read", m_source.path().string());
        if (auto done = readHeader(index, start); !done)
            return done;
    }
    return {};
}

Result<> TensorizerLayout::readHeader(std::uint32_t index, const TensorizerStart& start)
{
    Place& place = m_places[index];
    Tensor& tensor = m_content.tensors[index];
    // Each header must come after the previous one, so that together they are not longer than the file.
    if (place.header < m_end || place.header > m_source.size()) {
        if (place.header < m_end) {
            add(tensor, "header-overlap",
                "has its header at byte " + formatCount(place.header)
                    + ", within what is before it, expected it from byte " + formatCount(m_end) + " on",
                refused, place.entry);
        } else if (saturatingAdd(place.data, place.length) > m_source.size()) {
            m_headersAreCut = true; // reported along with the data
        } else {
            add(tensor, "tensor-header",
                "has its header at byte " + formatCount(place.header) + " of a file of " + formatCount(m_source.size()),
                tensorizerCut, place.entry);
        }
        return giveValues(index, nullptr, start.isEncrypted);
    }
    if (place.header > m_end) {
        add(tensor, "data-hole",
            "has its header " + counted(place.header - m_end, "byte")
                + " after what is before it, where a sequential reader does not find it",
            refused, m_end);
    }
    const auto header = readTensorizerHeader(m_source, place.header, start.isEncrypted);
    if (!header)
        return fail(header.error());
    addFaults(tensor, *header);
    addPart(header->range, RegionKind::Header);
    m_end = std::max(m_end, header->range.end);
    place.hasHeader = header->isWhole;
    if (header->isWhole)
        compare(tensor, place, *header);
    return giveValues(index, header->isWhole ? &*header : nullptr, start.isEncrypted);
}

void TensorizerLayout::addFaults(const Tensor& tensor, const TensorizerHeader& header)
{
    for (const TensorizerFault& fault : header.faults) {
        m_content.findings.add({.severity = fault.refusedAs.empty() ? Severity::Warning : Severity::Error,
            .code = fault.code,
            .message = "tensor " + quote(tensor.name) + ": " + fault.message,
            .refusedAs = fault.refusedAs,
            .offset = fault.offset,
            .tensor = std::string(tensor.name),
            .aboutTensor = true});
    }
}

void TensorizerLayout::compare(Tensor& tensor, Place& place, const TensorizerHeader& header)
{
    const std::uint64_t at = header.range.begin;
    m_modules[header.module] = true;
    if (header.name.size() != place.nameBytes || tensorizerName(header.name).shown != tensor.name) {
        add(tensor, "header-name", "is " + quote(printable(header.name)) + " in its own header", refused, at);
    }
    if (header.kind != place.kind) {
        const std::string_view kind = tensorizerKindName(header.kind);
        add(tensor, "header-kind",
            "is " + (kind.empty() ? "of kind " + formatCount(header.kind) : "a " + std::string(kind))
                + " in its own header, but not in the index",
            kind.empty() ? refused : std::string_view(), at);
    }
    if (const std::uint32_t type = typeOf(header.dtype); type != place.type) {
        add(tensor, "header-dtype", "is " + printable(header.dtype) + " in its own header, which counts", {}, at);
        place.type = type;
    }
    if (!std::ranges::equal(header.shape, tensor.shape)) {
        add(tensor, "header-shape",
            "has the shape " + formatShape(tensor.shape) + " in the index and " + formatShape(header.shape)
                + " in its own header, which counts",
            {}, at);
        tensor.shape = m_shapes.keep(header.shape, m_content.arena);
    }
    compareLengths(tensor, place, header);
}

void TensorizerLayout::compareLengths(const Tensor& tensor, Place& place, const TensorizerHeader& header)
{
    if (header.dataLength < 0) {
        add(tensor, "data-length", "has a negative data length, which is reserved", lengthsDiffer,
            header.range.end - sizeof header.dataLength);
    } else if (static_cast<std::uint64_t>(header.dataLength) != place.length) {
        add(tensor, "data-length",
            "has " + counted(place.length, "byte") + " of data by the index and "
                + formatCount(static_cast<std::uint64_t>(header.dataLength)) + " by its own header",
            lengthsDiffer, header.range.end - sizeof header.dataLength);
    }
    if (place.data != header.range.end) {
        add(tensor, "data-offset",
            "has its data at byte " + formatCount(place.data) + " by the index, its header ends at byte "
                + formatCount(header.range.end) + ", which counts",
            {}, place.entry);
        place.data = header.range.end;
    }
}

Result<> TensorizerLayout::giveValues(std::uint32_t index, const TensorizerHeader* header, bool isEncrypted)
{
    const Place& place = m_places[index];
    Tensor& tensor = m_content.tensors[index];
    const TensorizerType& type = m_types[place.type];
    tensor.dtype = type.dtype;
    tensor.bytes = {place.data, saturatingAdd(place.data, place.length)};
    if (!type.refusedAs.empty()) {
        add(tensor, "dtype-unknown", "has the dtype " + quote(type.name) + ", unknown to NumPy and torch",
            type.refusedAs, place.entry, Severity::Warning);
    }
    if (tensor.bytes.end > m_source.size()) {
        m_truncation.add(tensor);
    } else {
        m_end = std::max(m_end, tensor.bytes.end);
    }
    const ByteRange data = tensor.bytes;
    const auto count = elementCount(tensor.shape);
    const auto size = !type.size ? std::nullopt : count ? checkedMultiply(*count, *type.size) : std::nullopt;
    if (type.size && !size) {
        add(tensor, "shape-overflow", "has a shape " + formatShape(tensor.shape) + " of more bytes than 64 bits count",
            refused, place.entry);
    } else if (size && *size > 0 && place.length == 0) {
        if (tensor.dtype != DType::Opaque)
            tensor.storage = m_values.zeros(*size);
        return {};
    } else if (size && *size != place.length) {
        const bool isShort = place.length < *size;
        add(tensor, "size-mismatch",
            "has " + counted(place.length, "byte") + " of data, its shape and dtype need " + formatCount(*size),
            isShort ? std::string_view("TypeError") : std::string_view(), std::min(place.data, m_source.size()));
        if (!isShort) {
            tensor.bytes.end = saturatingAdd(tensor.bytes.begin, *size);
            addPart(intersect({tensor.bytes.end, data.end}, {0, m_source.size()}), RegionKind::Trailing);
        }
    }
    if (!isEncrypted || data.empty())
        return {};
    const auto storage = m_values.encrypted(tensor, data, header);
    if (!storage)
        return fail(storage.error());
    tensor.storage = *storage;
    return {};
}

Result<> TensorizerLayout::checkEnd(const TensorizerStart& start)
{
    if (!m_truncation.empty() || m_places.empty() || m_places.size() != start.tensorCount)
        return {};
    std::uint64_t mark = 0;
    const std::uint64_t left = m_source.size() - m_end;
    if (left >= sizeof mark) {
        if (auto read = m_source.read(m_end, std::as_writable_bytes(std::span(&mark, 1))); !read)
            return read;
    }
    if (left < sizeof mark || mark != 0) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "end-mark",
            .message = "the end mark after the last tensor is missing, expected 8 zero bytes",
            .offset = m_end});
        return {};
    }
    addPart({m_end, m_end + sizeof mark}, RegionKind::Header);
    if (left > sizeof mark) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "data-trailing",
            .message = counted(left - sizeof mark, "byte") + " after the end mark",
            .offset = m_end + sizeof mark});
    }
    return {};
}

void TensorizerLayout::sortByPlace(bool isEncrypted)
{
    auto& tensors = m_content.tensors;
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {},
        [&](std::uint32_t index) { return std::tuple(tensors[index].bytes.begin, tensors[index].bytes.end); });
    std::vector<Tensor> sorted;
    std::vector<std::uint64_t> headers;
    sorted.reserve(order.size());
    headers.reserve(order.size());
    for (const std::uint32_t index : order) {
        const Place& place = m_places[index];
        if (tensors[index].dtype == DType::Opaque)
            m_content.unknownDTypes.emplace(static_cast<std::uint32_t>(sorted.size()), m_types[place.type].name);
        sorted.push_back(tensors[index]);
        headers.push_back(place.hasHeader ? place.header : TensorizerDigests::noHeader);
    }
    tensors = std::move(sorted);
    if (!headers.empty())
        m_content.digests = std::make_shared<const TensorizerDigests>(std::move(headers), isEncrypted);
    sortParts(m_content);
}

/// Adds the file's description of itself, under keys that stay valid if they are copied to other files.
void TensorizerLayout::addMetadata(const TensorizerStart& start)
{
    Metadata& metadata = m_content.metadata.emplace();
    const auto number = [&](const char* key, std::uint64_t value, std::string_view type) {
        metadata.emplace_back(key, MetadataValue(std::to_string(value), MetadataValue::Kind::Json, type));
    };
    number("tensorizer.data_version", start.version, "UINT32");
    if (start.flags.find_first_not_of('\0') != std::string::npos)
        metadata.emplace_back("tensorizer.feature_flags", MetadataValue(hexadecimal(start.flags)));
    number("tensorizer.tensor_bytes", start.tensorBytes, "UINT64");
    number("tensorizer.tensor_count", start.tensorCount, "UINT64");
    metadata.emplace_back(
        "tensorizer.encrypted", MetadataValue(start.isEncrypted ? "true" : "false", MetadataValue::Kind::Json, "BOOL"));
    constexpr std::array<const char*, 3> kinds{
        "tensorizer.parameters", "tensorizer.buffers", "tensorizer.state_dict_entries"};
    for (std::size_t i = 0; i < kinds.size(); ++i)
        number(kinds[i], m_kinds[i], "UINT64");
    number("tensorizer.modules", static_cast<std::uint64_t>(std::ranges::count(m_modules, true)), "UINT64");
}

void TensorizerLayout::addPart(ByteRange range, RegionKind kind)
{
    if (!range.empty())
        m_content.parts.push_back({range, kind});
}

void TensorizerLayout::add(const Tensor& tensor, std::string_view code, const std::string& what,
    std::string_view refusedAs, std::uint64_t offset, Severity severity)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(tensor.name) + ' ' + what,
        .refusedAs = refusedAs,
        .offset = std::min(offset, m_source.size()),
        .tensor = std::string(tensor.name),
        .aboutTensor = true});
}

} // namespace loupe::tensorizer
