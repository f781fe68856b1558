#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::pickle {

/// The kind of argument that follows an opcode's byte. All numbers except floats are little-endian.
enum class PickleArgument : std::uint8_t {
    None,
    Line, ///< text up to a line feed
    TwoLines,
    Byte, ///< an unsigned number of 1 byte
    Short, ///< an unsigned number of 2 bytes
    Int, ///< a signed number of 4 bytes
    Unsigned, ///< an unsigned number of 4 bytes
    Long, ///< an unsigned number of 8 bytes
    Float, ///< a big-endian F64
    Counted1, ///< a length of 1 byte, then that many bytes
    Counted4,
    Counted4Signed, ///< the length must not be negative
    Counted8,
};

struct PickleOpcode {
    char code;
    PickleArgument argument;
    std::string_view name; ///< as in Python's pickletools: "BINPUT"
};

/// Null for a byte that is not an opcode of protocols 0 to 5.
const PickleOpcode* findPickleOpcode(char code);

/// One opcode of a stream with its argument.
struct PickleInstruction {
    const PickleOpcode* opcode = nullptr;
    std::uint64_t begin = 0; ///< offset of the opcode's byte in the stream
    std::uint64_t end = 0;
    std::string_view text; ///< a line, the first of two, or counted bytes
    std::string_view secondLine;
    std::uint64_t number = 0; ///< for unsigned kinds; for Float, its bits
    std::int64_t signedNumber = 0; ///< for kind Int
};

/// The reason why a stream is invalid from some position on.
struct PickleFault {
    std::uint64_t offset = 0; ///< offset of the opcode in the stream
    std::string message; ///< a sentence without a full stop
    bool ended = false; ///< true if the stream might be valid with more bytes
};

/// Walks over the opcodes of a pickle stream without interpreting them. Each step is linear in the opcode's own bytes.
class PickleCursor {
public:
    explicit PickleCursor(std::string_view stream)
        : m_stream(stream)
    {
    }

    std::uint64_t position() const { return m_position; }
    /// The next opcode. If there is none, returns nothing and sets the fault.
    std::optional<PickleInstruction> next();
    const PickleFault& fault() const { return m_fault; }

private:
    bool readArgument(PickleInstruction& instruction);
    bool readLine(std::string_view& line);
    bool readNumber(unsigned size, std::uint64_t& number);
    bool readCounted(unsigned countSize, bool isSigned, PickleInstruction& instruction);
    bool failAt(std::uint64_t offset, std::string message, bool ended);

    std::string_view m_stream;
    std::uint64_t m_position = 0;
    PickleFault m_fault;
};

/// One line for display: "GLOBAL torch._utils _rebuild_tensor_v2".
std::string describePickleArgument(const PickleInstruction& instruction);

} // namespace loupe::pickle
