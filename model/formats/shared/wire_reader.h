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
    ByteRange value; ///< of text, bytes or a message: what is behind the length, as far as the message around it goes
    std::uint64_t claimedSize = 0; ///< of the same, as the length says
    std::uint64_t bits = 0; ///< of a number

    bool isBytes() const { return type == WireType::Bytes; }
    bool isVarint() const { return type == WireType::Varint; }
};

/// Reads messages in the wire format of protocol buffers, field by field, each when it is asked for: what is skipped is
/// not read. A message is the range of its bytes. Groups, which nobody writes any more, are a fault.
///
/// Faults are findings, protobuf-cut, protobuf-varint and protobuf-tag, all with the error `refusedAs`. Of content that
/// is cut by its message's end only the outermost is one.
class WireReader {
public:
    /// `source` and `findings` outlive it.
    WireReader(const Source& source, Findings& findings, std::string_view refusedAs)
        : m_source(source)
        , m_findings(findings)
        , m_refusedAs(refusedAs)
        , m_cursor(source, {0, source.size()})
    {
    }

    /// The next field of a message; `rest`, what is left of it, begins behind that one then. Nothing, and no rest, at
    /// the message's end and where it makes no sense from here on; nothing where the file cannot be read.
    std::optional<WireField> next(ByteRange& rest);
    /// The same of the numbers of a packed field.
    std::optional<std::uint64_t> nextVarint(ByteRange& rest);

    /// The first bytes of `value`, at most `most`, as UTF-8; empty where the file cannot be read.
    std::string text(ByteRange value, std::uint64_t most);

    /// Why the file could not be read; nothing where it could.
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
    std::optional<std::uint64_t> m_cutAt; ///< the end of a message, of which was said that it is too early
};

} // namespace loupe
