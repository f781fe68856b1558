#pragma once

#include "core/work.h"
#include "formats/pickle/pickle_opcodes.h"
#include "formats/pickle/pickle_values.h"

#include <optional>
#include <string_view>
#include <vector>

namespace loupe::pickle {

/// A name that Python would import. Each name is listed only once.
struct PickleImport {
    PickleId global = PickleValues::none; ///< its first occurrence in the stream
    PickleId call = PickleValues::none; ///< the first call; none if it is never called
    PickleId built = PickleValues::none; ///< the first object made by it to which BUILD gave a state
    bool isMisused = false; ///< a format's reader does not trust this use of the name; `call` is that use
};

/// An opcode that a stream uses.
struct PickleOpcodeUse {
    const PickleOpcode* opcode = nullptr;
    std::uint64_t offset = 0; ///< offset of its first use in the stream
};

/// The content of a pickle stream.
struct PickleReading {
    PickleValues values;
    PickleId root = PickleValues::none; ///< for a broken stream, the value that began first
    std::uint64_t end = 0; ///< one past STOP, or where reading ended
    std::vector<PickleImport> imports; ///< in the order of their offsets, at most mostPickleImports
    std::uint64_t importCount = 0; ///< including those not listed in `imports`
    std::vector<PickleOpcodeUse> opcodes; ///< in the order of their offsets
    std::optional<PickleFault> fault;
    bool stopped = false;
};

inline constexpr std::size_t mostPickleImports = 1000;
/// The maximum length of a stream that is read, in formats with tensors outside the pickle. Real streams have a few
/// hundred bytes per tensor.
inline constexpr std::uint64_t largestPickle = std::uint64_t{1} << 30;
/// Reading stops after this many values, items, marks and memo entries. Real streams have about forty per tensor.
inline constexpr std::size_t mostPickleParts = std::size_t{1} << 26;

/// Reads the pickle at the beginning of `stream`, protocols 0 to 5, as data: nothing is imported, called or built.
/// Rejects out-of-band buffers, and EXT1, EXT2 and EXT4, whose meaning is not in the stream.
///
/// Time: one step for each opcode and each item it moves; an item is moved once for each opcode that pushed it. Memory:
/// at most 256 times the stream's size plus 64 KiB, and at most 128 bytes for each of `mostParts`. Does not recurse
/// into nested values. Values may refer to themselves.
///
/// `stream` must outlive the result; reads at most `mostBytes` of it. May throw std::bad_alloc.
PickleReading readPickle(std::string_view stream, const Work& work, std::size_t mostParts = mostPickleParts,
    std::uint64_t mostBytes = largestPickle);

} // namespace loupe::pickle
