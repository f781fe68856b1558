#pragma once

#include "core/finding.h"
#include "core/result.h"
#include "formats/shared/source_cursor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// How the value of a field is written.
enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    std::uint32_t number = 0;
    WireType type = WireType::Varint;
    ByteRange range; ///< of the tag, the length and the value
    ByteRange value; ///< the text, bytes or message after the length, cut at the end of the enclosing message
    std::uint64_t claimedSize = 0; ///< size of the value as the length says
    std::uint64_t bits = 0; ///< the value of a number

    bool isBytes() const { return type == WireType::Bytes; }
    bool isVarint() const { return type == WireType::Varint; }
};

/// Reads messages in the wire format of protocol buffers, one field at a time, on request; what is skipped is not read.
/// A message is a range of bytes. Groups, which are obsolete, are a fault.
///
/// Faults are the findings protobuf-cut, protobuf-varint and protobuf-tag, all with the error `refusedAs`. Where the
/// end of a message cuts nested content, only the outermost fault is reported.
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
    /// the message's end and where the rest is invalid. Returns nothing if the file cannot be read.
    std::optional<WireField> next(ByteRange& rest);
    /// The same for the numbers of a packed field.
    std::optional<std::uint64_t> nextVarint(ByteRange& rest);

    /// The first bytes of `value`, at most `most`, as UTF-8. Empty if the file cannot be read.
    std::string text(ByteRange value, std::uint64_t most);

    /// Why the file could not be read; nothing if it could.
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
    std::optional<std::uint64_t> m_cutAt; ///< the end of a message that is already reported as too early
};

} // namespace loupe
