#include "formats/safetensors/safetensors_parser.h"

#include "core/text/quote.h"
#include "formats/shared/leading_digits.h"
#include "formats/shared/metadata_builder.h"
#include "formats/storages/huge_pages.h"

#include <cstring>

namespace loupe::safetensors {

namespace {

constexpr std::string_view metadataKey = "__metadata__";
constexpr std::string_view refusal = "InvalidHeaderDeserialization";

/// The shortest possible entry: "":{"dtype":"U8","shape":[],"data_offsets":[0,0]}
constexpr std::size_t leastEntryBytes = 48;
constexpr std::size_t stopInterval = 4096;

} // namespace

bool SafetensorsParser::parse(bool cut)
{
    const bool complete = parseEntries();
    const bool whole = complete && m_cursor.finish();
    m_work.advance(m_cursor.offset());
    if (m_cursor.failed() && !m_stopped && !(cut && (complete || m_cursor.failedAtEnd()))) {
        const std::string place = m_brokenEntry ? " in tensor " + quote(*m_brokenEntry) : "";
        addFault("json-syntax", "the header is not valid JSON" + place + ": " + m_cursor.problem(), m_cursor.offset());
    }
    return whole && !cut && !m_skippedEntry;
}

bool SafetensorsParser::parseEntries()
{
    if (m_cursor.peek() != JsonCursor::Kind::Object) {
        const std::size_t offset = m_cursor.offset();
        if (m_cursor.skipValue())
            addFault("header-not-object", "the header is JSON, but not an object", offset);
        return false;
    }
    m_content.headerContent.begin = m_content.header.begin + m_cursor.offset();
    reserveHuge(m_content.tensors, m_cursor.text().size() / leastEntryBytes);
    m_cursor.enterObject();
    std::string_view key;
    for (std::size_t i = 1; m_cursor.nextKey(key); ++i) {
        if (key == metadataKey)
            readMetadata();
        else
            readEntry(key);
        if (i % stopInterval == 0 && m_work.stopped()) {
            m_stopped = true;
            return false;
        }
    }
    if (m_cursor.failed())
        return false;
    m_content.headerContent.end = m_content.header.begin + m_cursor.offset();
    return true;
}

void SafetensorsParser::readMetadata()
{
    if (m_seenMetadata)
        addFault("metadata-duplicate", "__metadata__ is a duplicate", m_cursor.tokenOffset());
    m_seenMetadata = true;
    if (m_cursor.peek() == JsonCursor::Kind::Null) {
        m_cursor.skipValue();
        return;
    }
    const std::size_t begin = m_cursor.offset();
    if (!m_cursor.enterObject()) {
        if (!m_cursor.failed())
            addFault("metadata-invalid", "__metadata__ is not an object of strings", begin);
        return;
    }
    MetadataBuilder builder;
    std::string_view key;
    while (m_cursor.nextKey(key)) {
        const std::string name(key);
        const std::size_t offset = m_cursor.tokenOffset();
        std::string_view value;
        if (!m_cursor.readString(value)) {
            if (!m_cursor.failed())
                addFault("metadata-invalid", "metadata value of " + quote(name) + " is not a string", offset);
        } else if (!builder.add(name, value)) {
            m_content.findings.add({.severity = Severity::Warning,
                .code = "metadata-duplicate-key",
                .message = "metadata key " + quote(name) + " is a duplicate; the last value counts",
                .offset = m_content.header.begin + offset});
        }
    }
    m_content.metadata = builder.take();
}

void SafetensorsParser::readEntry(std::string_view key)
{
    const std::size_t offset = m_cursor.tokenOffset();
    Entry entry;
    entry.tensor.name = m_content.arena.copy(key);
    if (!readPlainEntry(entry.tensor)) {
        if (m_cursor.peek() == JsonCursor::Kind::Array)
            readList(entry);
        else
            readFields(entry);
        if (m_cursor.failed()) {
            m_brokenEntry = entry.tensor.name;
            return;
        }
        if (entry.fault) {
            m_skippedEntry = true;
            addFault("entry-invalid", "tensor " + quote(entry.tensor.name) + ' ' + entry.fault, entry.faultOffset);
            return;
        }
    }
    m_content.tensors.push_back(entry.tensor);
    if (entry.tensor.dtype == DType::Opaque)
        warnOfDType(entry.tensor, offset);
}

/// Fast path for entries with a known dtype in exactly the reference writer's spelling, which are nearly all. Returns
/// false for any other entry, without reading anything.
bool SafetensorsParser::readPlainEntry(Tensor& tensor)
{
    constexpr std::size_t longestDType = 16;

    const std::string_view text = m_cursor.text();
    std::size_t position = m_cursor.offset();
    // The length is known at compile time, so this takes a few instructions instead of a call.
    const auto accept = [&]<std::size_t sizeWithNull>(const char(&literal)[sizeWithNull]) {
        constexpr std::size_t size = sizeWithNull - 1;
        if (text.size() - position < size || std::memcmp(text.data() + position, literal, size) != 0)
            return false;
        position += size;
        return true;
    };
    if (!accept(R"({"dtype":")"))
        return false;
    const std::size_t dtypeEnd = text.substr(position, longestDType).find('"');
    if (dtypeEnd == std::string_view::npos)
        return false;
    const auto dtype = dtypeOf(text.substr(position, dtypeEnd));
    position += dtypeEnd;
    if (!dtype || !accept(R"(","shape":[)"))
        return false;
    m_shape.clear();
    for (std::uint64_t number = 0; position == text.size() || text[position] != ']'; m_shape.push_back(number)) {
        if (!m_shape.empty() && !accept(","))
            return false;
        if (!acceptNumber(text, position, number))
            return false;
    }
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    if (!accept(R"(],"data_offsets":[)") || !acceptNumber(text, position, first) || !accept(",")
        || !acceptNumber(text, position, last) || !accept("]}"))
        return false;
    tensor.dtype = *dtype;
    tensor.shape = m_shapes.keep(m_shape, m_content.arena);
    tensor.bytes.begin = first;
    tensor.bytes.end = last;
    m_cursor.jumpBehindValue(position);
    return true;
}

/// Reads up to 19 digits, which cannot overflow, without a leading zero. Another byte of the text must follow them.
bool SafetensorsParser::acceptNumber(std::string_view text, std::size_t& position, std::uint64_t& number) const
{
    constexpr std::size_t mostDigits = 19;
    const auto [digits, value] = leadingDigits(text.substr(position));
    const bool leadingZero = digits > 1 && text[position] == '0';
    position += digits;
    number = value;
    return digits > 0 && digits <= mostDigits && !leadingZero && position < text.size();
}

void SafetensorsParser::readFields(Entry& entry)
{
    const std::size_t begin = m_cursor.offset();
    if (!m_cursor.enterObject()) {
        entry.fault = "is not an object";
        entry.faultOffset = begin;
        return;
    }
    std::string_view key;
    while (m_cursor.nextKey(key))
        readField(key, entry);
    const char* const missing = !entry.hasDType ? "has no dtype"
        : !entry.hasShape                       ? "has no shape"
        : !entry.hasOffsets                     ? "has no data_offsets"
                                                : nullptr;
    if (missing && !entry.fault) {
        entry.fault = missing;
        entry.faultOffset = begin;
    }
}

void SafetensorsParser::readField(std::string_view key, Entry& entry)
{
    const auto once = [&](bool& seen) {
        if (std::exchange(seen, true))
            setFault(entry, "has a field twice");
    };
    if (key == "dtype") {
        once(entry.hasDType);
        readDType(entry);
    } else if (key == "shape") {
        once(entry.hasShape);
        readShape(entry);
    } else if (key == "data_offsets") {
        once(entry.hasOffsets);
        readOffsets(entry);
    } else {
        m_cursor.skipValue();
    }
}

/// Reads an entry as a list of its fields in order, without names: ["F32",[2],[0,8]].
void SafetensorsParser::readList(Entry& entry)
{
    m_cursor.enterArray();
    std::size_t count = 0;
    for (; m_cursor.nextElement(); ++count) {
        if (count == 0)
            readDType(entry);
        else if (count == 1)
            readShape(entry);
        else if (count == 2)
            readOffsets(entry);
        else
            m_cursor.skipValue();
    }
    if (count != 3)
        setFault(entry, "is not a list of three fields");
}

/// Reads a dtype's name, which may also be spelled as an enum variant: {"F32": null}.
void SafetensorsParser::readDType(Entry& entry)
{
    std::string_view name;
    if (m_cursor.peek() == JsonCursor::Kind::Object) {
        m_cursor.enterObject();
        std::size_t count = 0;
        for (; m_cursor.nextKey(name); ++count) {
            setDType(name, entry);
            if (!m_cursor.readNull())
                setFault(entry, "has a dtype that is not a name");
        }
        if (count != 1)
            setFault(entry, "has a dtype that is not one name");
    } else if (m_cursor.readString(name)) {
        setDType(name, entry);
    } else {
        setFault(entry, "has a dtype that is not a name");
    }
}

void SafetensorsParser::readShape(Entry& entry)
{
    if (!m_cursor.enterArray()) {
        setFault(entry, "has a shape that is not a list");
        return;
    }
    m_shape.clear();
    while (m_cursor.nextElement()) {
        std::uint64_t dimension = 0;
        if (m_cursor.readUnsigned(dimension))
            m_shape.push_back(dimension);
        else
            setFault(entry, "has a dimension that is not an integer from 0 to 2^64 - 1");
    }
    entry.tensor.shape = m_shapes.keep(m_shape, m_content.arena);
}

void SafetensorsParser::readOffsets(Entry& entry)
{
    std::uint64_t offsets[2] = {};
    std::size_t count = 0;
    if (!m_cursor.enterArray()) {
        setFault(entry, "has data_offsets that are not a list");
        return;
    }
    for (; m_cursor.nextElement(); ++count) {
        std::uint64_t offset = 0;
        if (!m_cursor.readUnsigned(offset))
            setFault(entry, "has an offset that is not an integer from 0 to 2^64 - 1");
        else if (count < 2)
            offsets[count] = offset;
    }
    if (count != 2)
        setFault(entry, "does not have exactly two data_offsets");
    entry.tensor.bytes.begin = offsets[0];
    entry.tensor.bytes.end = offsets[1];
}

/// The dtype with that name. Remembers the last one, since neighbors mostly have the same dtype.
std::optional<DType> SafetensorsParser::dtypeOf(std::string_view name)
{
    if (name == m_lastDTypeName && !name.empty()) // empty before the first one
        return m_lastDType;
    const auto dtype = dtypeFromName(name);
    if (dtype) {
        m_lastDTypeName = name;
        m_lastDType = *dtype;
    }
    return dtype;
}

void SafetensorsParser::setDType(std::string_view name, Entry& entry)
{
    if (const auto dtype = dtypeOf(name)) {
        entry.tensor.dtype = *dtype;
        return;
    }
    entry.tensor.dtype = DType::Opaque;
    entry.tensor.file = static_cast<std::uint32_t>(m_unknownDTypes.size());
    m_unknownDTypes.emplace_back(name);
}

void SafetensorsParser::setFault(Entry& entry, const char* fault)
{
    if (entry.fault)
        return;
    entry.fault = fault;
    entry.faultOffset = m_cursor.tokenOffset();
}

void SafetensorsParser::warnOfDType(const Tensor& tensor, std::size_t offset)
{
    m_content.findings.add({.severity = Severity::Warning,
        .code = "dtype-unknown",
        .message = "tensor " + quote(tensor.name) + " has the dtype " + quote(m_unknownDTypes[tensor.file])
            + ", unknown to us and to the reference reader: shown as bytes",
        .refusedAs = refusal,
        .offset = m_content.header.begin + offset,
        .tensor = std::string(tensor.name),
        .aboutTensor = true});
}

void SafetensorsParser::addFault(std::string_view code, std::string message, std::size_t offset)
{
    m_content.findings.add(
        {.code = code, .message = std::move(message), .refusedAs = refusal, .offset = m_content.header.begin + offset});
}

bool safetensorsWantsMore(const Frame& frame, const FileStart& start)
{
    const std::string_view header = headerIn(frame, start);
    const std::size_t first = header.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || header[first] == '{';
}

} // namespace loupe::safetensors
