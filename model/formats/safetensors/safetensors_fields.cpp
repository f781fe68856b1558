#include "formats/safetensors/safetensors_fields.h"

#include "core/text/json_cursor.h"
#include "core/text/utf8.h"
#include "formats/safetensors/safetensors_parser.h"
#include "formats/shared/header_field_list.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/out_of_memory.h"

namespace loupe::safetensors {

namespace {

/// Walks over the header's keys and values. The stretch between two of them is a field "syntax".
class Walker {
public:
    Walker(std::string_view text, ByteRange header, HeaderFieldList& fields)
        : m_header(header)
        , m_fields(fields)
        , m_text(text)
        , m_cursor(text)
    {
    }

    void walk()
    {
        std::string_view key;
        m_cursor.enterObject();
        while (!m_fields.done() && m_cursor.nextKey(key)) {
            const bool metadata = key == "__metadata__";
            field(metadata ? "metadata" : "name", key);
            if (m_cursor.peek() == JsonCursor::Kind::Object)
                metadata ? walkMetadata() : walkEntry();
            else
                value("value");
        }
        if (m_fields.done())
            return;
        if (m_cursor.finish()) {
            const std::size_t end = m_text.find_last_not_of(" \t\r\n");
            syntaxUntil(end + 1);
            m_fields.add(m_header.end, "padding", [] { return std::string(); });
        } else {
            m_fields.add(m_header.end, "unread", [] { return std::string(); });
        }
    }

private:
    void walkMetadata()
    {
        std::string_view key;
        m_cursor.enterObject();
        while (!m_fields.done() && m_cursor.nextKey(key)) {
            field("metadata key", key);
            value("metadata value");
        }
    }

    void walkEntry()
    {
        std::string_view key;
        m_cursor.enterObject();
        while (!m_fields.done() && m_cursor.nextKey(key)) {
            const bool offsets = key == "data_offsets";
            const std::string_view label = offsets ? "begin in data"
                : key == "dtype"                   ? "dtype"
                : key == "shape"                   ? "dimension"
                                                   : "value";
            field("key", key);
            if (m_cursor.peek() != JsonCursor::Kind::Array) {
                value(label);
                continue;
            }
            m_cursor.enterArray();
            for (bool first = true; !m_fields.done() && m_cursor.nextElement(); first = false)
                value(offsets && !first ? "end in data" : label);
        }
    }

    /// Adds the next value of any kind: a string by its content, anything else as spelled.
    void value(std::string_view label)
    {
        const bool isText = m_cursor.peek() == JsonCursor::Kind::String;
        const std::size_t begin = m_cursor.offset();
        std::string_view text;
        if (isText ? !m_cursor.readString(text) : !m_cursor.skipValue())
            return;
        syntaxUntil(begin);
        m_fields.add(fileOffset(m_cursor.offset()), label,
            [&] { return std::string(isText ? text : m_text.substr(begin, m_cursor.offset() - begin)); });
    }

    /// Adds the key that was just read; the cursor is after the colon.
    void field(std::string_view label, std::string_view key)
    {
        syntaxUntil(m_cursor.tokenOffset());
        const std::size_t end = m_text.rfind('"', m_cursor.offset() - 1) + 1;
        m_fields.add(fileOffset(end), label, [&] { return std::string(key); });
    }

    void syntaxUntil(std::size_t offset)
    {
        const std::uint64_t from = m_fields.position();
        if (fileOffset(offset) > from)
            m_fields.add(fileOffset(offset), "syntax",
                [&] { return std::string(m_text.substr(from - m_header.begin, fileOffset(offset) - from)); });
    }

    std::uint64_t fileOffset(std::size_t offset) const { return m_header.begin + offset; }

    ByteRange m_header;
    HeaderFieldList& m_fields;
    std::string_view m_text;
    JsonCursor m_cursor;
};

Result<std::vector<HeaderField>> decodeFields(const Source& source, ByteRange window, const Work& work)
{
    HeaderFieldList fields(window, work);
    FileContent content;
    const auto seen = visitHeader(source, work, safetensorsWantsMore, content, [&](const Header& header) {
        fields.add(lengthFieldSize, "header length", [&] { return std::to_string(header.claimedLength); });
        if (!fields.done())
            Walker(header.text.substr(0, validUtf8Prefix(header.text)), content.header, fields).walk();
    });
    if (!seen)
        return fail(seen.error());
    return fields.take();
}

} // namespace

Result<std::vector<HeaderField>> safetensorsHeaderFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&] { return decodeFields(source, window, work); });
}

} // namespace loupe::safetensors
