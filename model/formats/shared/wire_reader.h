#pragma once

#include "core/finding.h"
#include "core/result.h"
#include "formats/shared/source_cursor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// How the value of a field is encoded.
enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    ByteRange range; ///< covers the tag, the length and the value
    ByteRange value; ///< the text, bytes or message after the length, up to the end of the enclosing message at most
    std::uint64_t claimedSize = 0; ///< size of the value as the length says
    std::uint64_t bits = 0; ///< the value of a number

    bool isBytes() const { return type == WireType::Bytes; }
    bool isVarint() const { return type == WireType::Varint; }
};

/// Reads messages in the wire format of Protocol Buffers, one field at a time, on request. Does not read what is
/// skipped. A message is a range of bytes. Groups, which are obsolete, are a fault.
///
/// Reports faults as the findings protobuf-cut, protobuf-varint and protobuf-tag, all with the error `refusedAs`. If
/// the end of a message truncates nested content, reports only the outermost fault.
class WireReader {
public:
    /// `source` and `findings` must outlive it.
    WireReader(const Source& source, Findings& findings, std::string_view refusedAs)
        : m_source(source)
        , m_findings(findings)
        , m_refusedAs(refusedAs)
        , m_cursor(source, {0, source.size()})
    {
    }

    /// The next field of a message; removes it from `rest`, the unread part. Returns nothing, and empties `rest`, at
    /// the message's end and if the rest is invalid. Returns nothing if the file cannot be read.
    std::optional<WireField> next(ByteRange& rest);
    /// As next(), for the numbers of a packed field.
    std::optional<std::uint64_t> nextVarint(ByteRange& rest);

    /// The first bytes of `value`, at most `most`, as UTF-8. Empty if the file cannot be read.
    std::string text(ByteRange value, std::uint64_t most);

    /// The reason why the file could not be read; nothing if it was read.
    const std::optional<Error>& error() const { return m_cursor.error(); }

private:
    struct Number {
        std::uint64_t value = 0;
        bool isThere = false;
    };
    Number varint(std::uint64_t end);
    template <typename T>
    bool fixed(std::uint64_t end, std::uint64_t& bits);
    void cut(std::uint64_t offset, std::uint64_t end, std::string message);
    void fault(std::string_view code, std::string message, std::uint64_t offset);

    const Source& m_source;
    Findings& m_findings;
    std::string_view m_refusedAs;
    SourceCursor m_cursor;
    std::optional<std::uint64_t> m_cutAt; ///< the end of a message that was already reported as too early
};

} // namespace loupe
