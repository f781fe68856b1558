#pragma once

#include "core/work.h"
#include "formats/pickle/pickle_opcodes.h"
#include "formats/pickle/pickle_values.h"

#include <optional>
#include <string_view>
#include <vector>

namespace loupe::pickle {

/// Something that Python would import, once for each name.
struct PickleImport {
    PickleId global = PickleValues::none; ///< whose offset is that of the first one
    PickleId call = PickleValues::none; ///< the first call; none where it is never called
    PickleId built = PickleValues::none; ///< the first of what it made that BUILD gave a state
};

/// An opcode that a stream uses.
struct PickleOpcodeUse {
    const PickleOpcode* opcode = nullptr;
    std::uint64_t offset = 0; ///< of the first one, from the stream's first byte
};

/// What a pickle stream says.
struct PickleReading {
    PickleValues values;
    PickleId root = PickleValues::none; ///< of a broken stream, what was begun first
    std::uint64_t end = 0; ///< one past STOP, or where reading ended
    std::vector<PickleImport> imports; ///< in the order of their offsets, at most mostPickleImports
    std::uint64_t importCount = 0; ///< of all names
    std::vector<PickleOpcodeUse> opcodes; ///< in the order of their offsets
    std::optional<PickleFault> fault;
    bool stopped = false;
};

inline constexpr std::size_t mostPickleImports = 1000;
/// Longer streams are not read where the tensors are elsewhere. Real ones have some hundred bytes a tensor.
inline constexpr std::uint64_t largestPickle = std::uint64_t{1} << 30;
/// Streams that make more values, items, marks and memos are not read on. Real ones make some forty for each tensor.
inline constexpr std::size_t mostPickleParts = std::size_t{1} << 26;

/// Reads the pickle at the beginning of `stream`, protocols 0 to 5, as data: nothing is imported, called or built.
/// Refused are EXT1, EXT2, EXT4, whose meaning is not in the stream, and buffers outside of it.
///
/// Time: one step for each opcode and each item it moves, and an item is moved once for each opcode that pushed it.
/// Memory: at most 256 times the stream's bytes and 64 KiB, and at most 128 bytes for each of `mostParts`. No
/// recursion, whatever is nested. Values may refer to themselves.
///
/// `stream` is to live as long as what is returned, at most `mostBytes` of it are looked at. May throw std::bad_alloc.
PickleReading readPickle(std::string_view stream, const Work& work, std::size_t mostParts = mostPickleParts,
    std::uint64_t mostBytes = largestPickle);

} // namespace loupe::pickle
