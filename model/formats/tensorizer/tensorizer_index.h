#pragma once

#include "core/finding.h"
#include "formats/tensorizer/tensorizer_cursor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loupe::tensorizer {

inline constexpr std::string_view tensorizerMagic = "|TZR|";

/// The fields before the index.
struct TensorizerStart {
    std::uint32_t version = 0; ///< 0 for an unknown version: then nothing more was read
    std::string flags; ///< 32 bytes, a little-endian number
    std::uint64_t tensorBytes = 0; ///< as the writer counted them; no reader uses it
    std::uint64_t tensorCount = 0; ///< as the file claims
    bool isEncrypted = false;
    ByteRange index; ///< up to the end of the file
    std::uint64_t entriesEnd = 0; ///< end of the entries that were read, or of the fields before them
};

/// A tensor as the index lists it. Offsets count from the first byte of the file and are untrusted.
struct TensorizerEntry {
    std::uint64_t begin = 0; ///< offset of the entry
    std::string name; ///< as in the file, not empty
    std::uint8_t kind = 0;
    std::string dtype;
    std::vector<std::uint64_t> shape;
    std::uint64_t header = 0; ///< offset of the tensor's own header
    std::uint64_t data = 0;
    std::uint64_t length = 0; ///< bytes of data
};

using TakeTensorizerEntry = std::function<void(const TensorizerEntry&)>;

/// Reads everything before the first tensor's header, and calls `take` with each complete entry. Reports faults as
/// findings. `fields` may be null. Fails with Stopped, or if the file cannot be read.
Result<TensorizerStart> readTensorizerIndex(const Source& source, const Work& work, HeaderFieldList* fields,
    Findings& findings, const TakeTensorizerEntry& take);

} // namespace loupe::tensorizer
