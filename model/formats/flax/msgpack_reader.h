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
    Invalid, ///< 0xc1, which stands for nothing
};

/// What a MessagePack value begins with: its kind and its number, or how much of it follows.
struct MsgpackHead {
    MsgpackKind kind = MsgpackKind::Nil;
    std::int8_t extension = 0; ///< type of an Extension
    unsigned size = 0; ///< bytes of the head itself
    /// Of numbers and truth values the bits, of Signed two's complement of 64 bits; of Text, Bytes and Extension how
    /// many bytes follow; of Array and Map how many elements or entries.
    std::uint64_t number = 0;
    std::uint64_t begin = 0; ///< from the first byte of the file; set by MsgpackReader

    bool hasPayload() const
    {
        return kind == MsgpackKind::Text || kind == MsgpackKind::Bytes || kind == MsgpackKind::Extension;
    }
    std::uint64_t payloadBegin() const { return begin + size; }
    ByteRange payload() const { return {payloadBegin(), payloadBegin() + (hasPayload() ? number : 0)}; }
};

/// The head at the beginning of `bytes`; nothing where they end within it. At most 10 bytes are looked at.
std::optional<MsgpackHead> msgpackHead(std::string_view bytes);

/// The float that the head of a Float32 or Float64 holds.
double msgpackFloat(const MsgpackHead& head);

/// Why there is no next value. The names of errors are those of Python's msgpack, which is the reference reader.
struct MsgpackFault {
    std::string_view code;
    std::string message;
    std::string_view refusedAs;
    std::uint64_t offset = 0; ///< from the first byte of the file
};

/// Walks over the values of a MessagePack stream, of which only heads and the texts that are asked for are read. No
/// count in it is more than what is left of the stream can hold.
class MsgpackReader {
public:
    /// `source` outlives it.
    MsgpackReader(const Source& source, ByteRange range);

    std::uint64_t position() const { return m_cursor.position(); }
    std::uint64_t left() const { return m_end - m_cursor.position(); }

    /// The head of the next value, whose payload or elements follow; nothing, and a fault or an error, where there is
    /// none.
    std::optional<MsgpackHead> next();
    /// The payload of `head`, which has just been read. False, and a fault or an error, where it cannot be read.
    bool text(const MsgpackHead& head, std::string& target);
    /// Goes behind the payload of `head`, which has just been read; elements are left to be read.
    void skipPayload(const MsgpackHead& head) { m_cursor.seek(head.payload().end); }
    /// Goes behind the value that `head` begins, all that is nested in it included. False as next() has nothing, or
    /// where stopped.
    bool skipValue(const MsgpackHead& head, const Work& work);
    /// Forgets what was wrong and goes on from `position`, which lies in the stream.
    void resume(std::uint64_t position);

    /// Ends the stream earlier, at most where it ended; gives where that was.
    std::uint64_t setEnd(std::uint64_t end);

    const std::optional<MsgpackFault>& fault() const { return m_fault; }
    /// Why the file could not be read; nothing where it could.
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
