#pragma once

#include "core/finding.h"
#include "formats/tensorizer/tensorizer_cursor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loupe::tensorizer {

inline constexpr std::string_view tensorizerMagic = "|TZR|";

/// What stands before the index.
struct TensorizerStart {
    std::uint32_t version = 0; ///< 0 where there is none that is known: then nothing more was read
    std::string flags; ///< 32 bytes, a little-endian number
    std::uint64_t tensorBytes = 0; ///< as the writer counted them; no reader relies on it
    std::uint64_t tensorCount = 0; ///< as it claims
    bool isEncrypted = false;
    ByteRange index; ///< as far as the file has it
    std::uint64_t entriesEnd = 0; ///< of what was read of the index; before that, of the start
};

/// A tensor as the index lists it. Offsets are from the first byte of the file and not to be trusted.
struct TensorizerEntry {
    std::uint64_t begin = 0; ///< of the entry
    std::string name; ///< as it stands in the file, not empty
    std::uint8_t kind = 0;
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::uint64_t header = 0; ///< where the tensor's own header begins
    std::uint64_t data = 0;
    std::uint64_t length = 0; ///< bytes of data
};

using TakeTensorizerEntry = std::function<void(const TensorizerEntry&)>;

/// Reads what is before the first tensor's header, and calls `take` with each entry that is whole. Faults are findings;
/// `fields` may be null. Fails with Stopped, or where the file cannot be read.
Result<TensorizerStart> readTensorizerIndex(const Source& source, const Work& work, HeaderFieldList* fields,
    Findings& findings, const TakeTensorizerEntry& take);

} // namespace loupe::tensorizer
