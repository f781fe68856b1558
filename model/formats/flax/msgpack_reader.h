#pragma once

#include "core/work.h"
#include "formats/shared/source_cursor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::flax {

enum class MsgpackKind : std::uint8_t {
    Nil,
    Boolean,
    Unsigned,
    Signed,
    Float32,
    Float64,
    Text,
    Bytes,
    Extension,
    Array,
    Map,
    Invalid, ///< 0xc1, which is unassigned
};

/// The head of a MessagePack value: its kind, and its number or size.
struct MsgpackHead {
    MsgpackKind kind = MsgpackKind::Nil;
    std::int8_t extension = 0; ///< the type number of an Extension
    unsigned size = 0; ///< size of the head itself, in bytes
    /// The bits of a number or boolean, as 64-bit two's complement for Signed; the size in bytes of Text, Bytes and
    /// Extension; the number of elements or entries of Array and Map.
    std::uint64_t number = 0;
    std::uint64_t begin = 0; ///< in the file; set by MsgpackReader

    bool hasPayload() const
    {
        return kind == MsgpackKind::Text || kind == MsgpackKind::Bytes || kind == MsgpackKind::Extension;
    }
    std::uint64_t payloadBegin() const { return begin + size; }
    ByteRange payload() const { return {payloadBegin(), payloadBegin() + (hasPayload() ? number : 0)}; }
};

/// The head at the beginning of `bytes`; nothing if they end within it. Reads at most 10 bytes.
std::optional<MsgpackHead> msgpackHead(std::string_view bytes);

/// The number in the head of a Float32 or Float64.
double msgpackFloat(const MsgpackHead& head);

/// The reason why there is no next value. Error names are those of Python's msgpack, the reference reader.
struct MsgpackFault {
    std::string_view code;
    std::string message;
    std::string_view refusedAs;
    std::uint64_t offset = 0; ///< from the first byte of the file
};

/// Walks over the values of a MessagePack stream. Reads only the heads of values, and texts on request. Reports a fault
/// if a count exceeds what the rest of the stream can hold.
class MsgpackReader {
public:
    /// `source` must outlive it.
    MsgpackReader(const Source& source, ByteRange range);

    std::uint64_t position() const { return m_cursor.position(); }
    std::uint64_t left() const { return m_end - m_cursor.position(); }

    /// The head of the next value; its payload or elements follow. Returns nothing, and sets a fault or an error, if
    /// there is none.
    std::optional<MsgpackHead> next();
    /// The payload of `head`, which has just been read. Returns false, and sets a fault or an error, if it cannot be
    /// read.
    bool text(const MsgpackHead& head, std::string& target);
    /// Skips the payload of `head`, which has just been read, but not elements.
    void skipPayload(const MsgpackHead& head) { m_cursor.seek(head.payload().end); }
    /// Skips the value that begins with `head`, with everything nested in it. Returns false if next() would return
    /// nothing, or if the work was stopped.
    bool skipValue(const MsgpackHead& head, const Work& work);
    /// Clears the fault and continues at `position`, which must be in the stream.
    void resume(std::uint64_t position);

    /// Sets the end of the stream, at most to its original end; returns the previous one.
    std::uint64_t setEnd(std::uint64_t end);

    const std::optional<MsgpackFault>& fault() const { return m_fault; }
    /// The reason why the file could not be read; nothing if it was read.
    const std::optional<Error>& error() const { return m_cursor.error(); }

private:
    std::nullopt_t refuse(
        std::string_view code, std::string message, std::uint64_t offset, std::string_view refusedAs = "ValueError");

    SourceCursor m_cursor;
    std::uint64_t m_end;
    std::string m_bytes;
    std::optional<MsgpackFault> m_fault;
};

} // namespace loupe::flax
