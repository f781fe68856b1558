#include "formats/gguf/gguf_parser.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/gguf/gguf_enumerations.h"
#include "formats/gguf/gguf_names.h"

#include <bit>
#include <utility>

namespace loupe::gguf {

namespace {

constexpr std::uint64_t longestString = std::uint64_t{1} << 30; // the reference's limit
constexpr std::uint64_t mostElements = std::uint64_t{1} << 30;
constexpr std::uint64_t longestName = std::uint64_t{64} << 10; // our limit; longer names are an error
constexpr std::uint64_t mostKeys = std::uint64_t{1} << 20; // our limit, which bounds memory, and time in a sparse file
constexpr std::uint64_t keysBetweenStops = 4096;
constexpr std::size_t longestShown = 200;
constexpr std::string_view alignmentKey = "general.alignment";

} // namespace

Result<GgufHeader> GgufParser::parse()
{
    if (readStart() && readVersion()) {
        const auto tensors = readCount("tensor", "tensor-count", 24);
        const auto keys = tensors ? readCount("key", "key-count", 13) : std::nullopt;
        if (tensors && keys && !m_fields)
            m_content.metadata.emplace();
        m_header.tensorCount = tensors.value_or(0);
        m_header.isWhole = tensors && keys && readKeyValues(*keys) && readTensors(*tensors);
    }
    if (m_cursor.error())
        return fail(*m_cursor.error());
    if (m_work.stopped())
        return fail(ErrorCode::Stopped, "stopped while the header was read", m_source.path().string());
    m_header.end = m_cursor.position();
    return std::move(m_header);
}

bool GgufParser::readStart()
{
    std::string magic;
    if (!m_cursor.text(std::min<std::uint64_t>(4, m_cursor.left()), magic))
        return cut();
    if (magic != "GGUF") {
        m_cursor.seek(0);
        refuse("magic", "the file does not begin with GGUF (bytes 47 47 55 46)", 0);
        return false;
    }
    field("magic", [&] { return magic; });
    return true;
}

bool GgufParser::readVersion()
{
    const auto version = m_cursor.number<std::uint32_t>();
    if (!version)
        return cut();
    numberField("version", *version);
    if (*version == 2 || *version == 3) {
        m_header.version = *version;
        return true;
    }
    if (*version != 0 && (*version & 0xffff) == 0) {
        refuse("big-endian", "the file was written for big-endian machines, expected little-endian numbers", 4);
    } else if (*version == 1) {
        refuse("version", "the version is 1, which is obsolete, expected 2 or 3", 4);
    } else {
        refuse("version", "the version is " + std::to_string(*version) + ", expected 2 or 3", 4);
    }
    return false;
}

std::optional<std::uint64_t> GgufParser::readCount(
    std::string_view what, std::string_view code, std::uint64_t leastBytes)
{
    const std::uint64_t begin = m_cursor.position();
    const auto count = m_cursor.number<std::int64_t>();
    if (!count) {
        cut();
        return std::nullopt;
    }
    field(std::string(what) + " count", [&] { return std::to_string(*count); });
    if (*count < 0) {
        refuse(code, "the header claims " + std::to_string(*count) + ' ' + std::string(what) + "s, expected 0 or more",
            begin);
        return std::nullopt;
    }
    const auto claimed = static_cast<std::uint64_t>(*count);
    if (claimed > m_source.size() / leastBytes) {
        refuse(code,
            "the header claims " + counted(claimed, what) + ", which a file of " + counted(m_source.size(), "byte")
                + " cannot hold",
            begin);
    }
    return claimed;
}

bool GgufParser::readName(std::string_view what, std::string_view lengthLabel, std::string& name)
{
    m_nameIsCut = false;
    const std::uint64_t begin = m_cursor.position();
    const auto size = m_cursor.number<std::uint64_t>();
    if (!size)
        return cut();
    numberField(lengthLabel, *size);
    m_nameBytes = *size;
    if (*size > longestString) {
        refuse("string-too-long",
            "a " + std::string(what) + " has a length of " + formatCount(*size) + ", expected at most "
                + formatCount(longestString),
            begin);
        return false;
    }
    if (*size > m_cursor.left())
        return cut();
    const std::uint64_t kept = std::min(*size, longestName);
    if (!m_cursor.text(kept, name))
        return cut();
    m_cursor.skip(*size - kept);
    field(what, [&] { return ggufSpelled(std::string_view(name).substr(0, longestShown)); });
    m_nameIsCut = kept < *size;
    if (m_nameIsCut)
        name.resize(ggufWholeCharacters(name).size());
    const bool isUtf8 = validUtf8Prefix(name) == name.size();
    name = ggufSpelled(name);
    if (!isUtf8) {
        add({.severity = Severity::Warning,
            .code = "name-utf8",
            .message = "the " + std::string(what) + ' ' + quote(name) + " is not UTF-8, its bytes are spelled out",
            .offset = begin});
    }
    if (m_nameIsCut) {
        add({.severity = Severity::Warning,
            .code = "name-cut",
            .message = "the " + std::string(what) + ' ' + quote(name) + " has " + formatCount(*size)
                + " bytes, the first " + formatCount(kept) + " are shown",
            .offset = begin});
        name += "… (" + counted(*size, "byte") + ')'; // distinguishes truncated names of different lengths
    }
    return true;
}

bool GgufParser::readKeyValues(std::uint64_t count)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i == mostKeys)
            return tooMany("key-count", count, "key", mostKeys);
        if ((i % keysBetweenStops == 0 && stops()) || !readKeyValue())
            return false;
    }
    return true;
}

bool GgufParser::readKeyValue()
{
    const std::uint64_t begin = m_cursor.position();
    std::string key;
    if (!readName("key", "key length", key))
        return false;
    const bool isCut = m_nameIsCut;
    if (key.empty())
        refuse("key-empty", "a key is empty", begin);
    GgufValue value;
    if (!readValue(value))
        return false;
    if (ggufUpToNul(key) == alignmentKey
        && !std::exchange(m_hasAlignment, true)) // the reference compares C strings here
        readAlignment(value);
    if (m_fields)
        return true;
    if (m_keys.insert(key).second) {
        takeValue(key, value);
    } else if (isCut) {
        add({.severity = Severity::Warning,
            .code = "metadata-duplicate-key",
            .message = "key " + quote(key) + " begins like one before it and is as long, whether it is the same was not"
                + " looked at: the first is shown",
            .offset = begin});
    } else {
        refuse("metadata-duplicate-key", "key " + quote(key) + " is a duplicate; the first one counts", begin);
    }
    return true;
}

bool GgufParser::readValue(GgufValue& value)
{
    const auto readType = [&](std::string_view what) -> std::optional<GgufValueType> {
        const std::uint64_t begin = m_cursor.position();
        const auto code = m_cursor.number<std::uint32_t>();
        if (!code) {
            cut();
            return std::nullopt;
        }
        const bool isArray = what != "value type";
        const bool isKnown = *code < ggufValueTypeCount && !(isArray && GgufValueType(*code) == GgufValueType::Array);
        field(what, [&] { return isKnown ? std::string(ggufTypeName(GgufValueType(*code))) : std::to_string(*code); });
        if (isKnown)
            return GgufValueType(*code);
        refuse("value-type",
            *code < ggufValueTypeCount
                ? "an array holds arrays, which the format does not allow"
                : "the " + std::string(what) + " is " + std::to_string(*code) + ", expected 0 to 12",
            begin);
        return std::nullopt;
    };
    auto type = readType("value type");
    if (!type)
        return false;
    if (*type == GgufValueType::Array) {
        value.isArray = true;
        type = readType("element type");
        if (!type)
            return false;
    }
    value.type = *type;
    return readElements(value);
}

bool GgufParser::readElements(GgufValue& value)
{
    std::uint64_t begin = m_cursor.position();
    if (value.isArray) {
        const auto count = m_cursor.number<std::uint64_t>();
        if (!count)
            return cut();
        numberField("element count", *count);
        if (*count > mostElements) {
            refuse("array-too-long",
                "an array has " + formatCount(*count) + " elements, expected at most " + formatCount(mostElements),
                begin);
            return false;
        }
        value.count = *count;
        begin = m_cursor.position();
    }
    const std::uint64_t width = ggufTypeWidth(value.type);
    if (width > 0) { // cannot overflow: at most 2^30 values of at most 8 bytes
        if (m_fields && value.count * width <= m_cursor.left()) {
            for (std::uint64_t i = 0; i < value.count; ++i) {
                if (i % keysBetweenStops == 0 && stops())
                    return false;
                m_cursor.skip(width);
                valueField(value.type, m_cursor.position() - width);
            }
        } else if (!m_cursor.skip(value.count * width)) {
            return cut();
        }
    } else if (!walkStrings(value.count)) {
        return false;
    }
    // A single string is the bytes after its length.
    const bool isString = value.type == GgufValueType::String && !value.isArray;
    value.range = {begin + (isString ? sizeof(std::uint64_t) : 0), m_cursor.position()};
    return true;
}

bool GgufParser::walkStrings(std::uint64_t count)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i % keysBetweenStops == 0 && stops())
            return false;
        const std::uint64_t begin = m_cursor.position();
        const auto size = m_cursor.number<std::uint64_t>();
        if (!size)
            return cut();
        numberField("value length", *size);
        if (*size > longestString) {
            refuse("string-too-long",
                "a string has a length of " + formatCount(*size) + ", expected at most " + formatCount(longestString),
                begin);
            return false;
        }
        if (!m_cursor.skip(*size))
            return cut();
        if (m_fields)
            textField("value", m_cursor.position() - *size, *size);
    }
    return true;
}

void GgufParser::takeValue(const std::string& key, const GgufValue& value)
{
    const std::uint64_t end = m_cursor.position();
    if (auto taken = takeGgufValue(m_source, m_cursor, value)) {
        taken->setNames(ggufNames(key));
        m_content.metadata->emplace_back(key, std::move(*taken));
    }
    m_cursor.seek(end);
}

void GgufParser::readAlignment(const GgufValue& value)
{
    if (value.isArray || value.type != GgufValueType::UInt32) {
        refuse("alignment",
            "general.alignment is of type "
                + std::string(value.isArray ? ggufArrayTypeName(value.type) : ggufTypeName(value.type))
                + ", expected UINT32",
            value.range.begin);
        return;
    }
    m_cursor.seek(value.range.begin);
    const auto alignment = m_cursor.number<std::uint32_t>(); // read again from the value's first byte
    if (alignment && std::has_single_bit(*alignment)) {
        m_header.alignment = *alignment;
    } else if (alignment) {
        refuse("alignment", "general.alignment is " + std::to_string(*alignment) + ", expected a power of two",
            value.range.begin);
    }
}

void GgufParser::refuse(std::string_view code, std::string message, std::uint64_t offset, std::string_view tensor)
{
    add({.code = code,
        .message = std::move(message),
        .refusedAs = ggufRefusal,
        .offset = offset,
        .tensor = std::string(tensor),
        .aboutTensor = !tensor.empty()});
}

void GgufParser::add(Finding finding)
{
    if (!m_fields)
        m_content.findings.add(std::move(finding));
}

bool GgufParser::tooMany(std::string_view code, std::uint64_t claimed, std::string_view what, std::uint64_t most)
{
    add({.code = code,
        .message = "the header claims " + counted(claimed, what) + ", only the first " + formatCount(most)
            + " are read: where the data begins is not known",
        .offset = m_cursor.position()});
    return false;
}

bool GgufParser::cut()
{
    if (m_cursor.error())
        return false;
    refuse("header-cut", "the file ends inside its header", m_cursor.position());
    m_cursor.seek(m_source.size());
    return false;
}

void GgufParser::valueField(GgufValueType type, std::uint64_t begin)
{
    field("value", [&] {
        const std::uint64_t end = m_cursor.position();
        std::string text;
        m_cursor.seek(begin);
        (void)readGgufText(m_cursor, type, text);
        m_cursor.seek(end);
        return text;
    });
}

void GgufParser::textField(std::string_view label, std::uint64_t begin, std::uint64_t size)
{
    field(label, [&] {
        const std::uint64_t end = m_cursor.position();
        std::string text;
        m_cursor.seek(begin);
        (void)m_cursor.text(std::min<std::uint64_t>(size, longestShown), text);
        m_cursor.seek(end);
        return ggufSpelled(text);
    });
}

} // namespace loupe::gguf
