#pragma once

#include "core/byte_range.h"
#include "core/finding.h"
#include "core/result.h"
#include "core/source.h"

#include <cstdint>
#include <optional>

namespace loupe::zip {

/// The statements about the directory at the end of an archive.
struct ZipEnd {
    ByteRange records; ///< range of the directory in the file
    std::uint64_t entries = 0; ///< as claimed
    std::uint64_t statedBegin = 0; ///< offset of the directory from the archive's first byte
    std::uint64_t before = 0; ///< bytes of the file before the archive
};

inline constexpr std::uint64_t longestZipComment = 0xffff;

/// The end record of the archive that ends at byte `end` of the file, possibly with a comment of up to `longestComment`
/// bytes. If there is none, returns nothing and adds a finding. Fails as Source does.
Result<std::optional<ZipEnd>> findZipEnd(
    const Source& source, std::uint64_t end, std::uint64_t longestComment, Findings& findings);

} // namespace loupe::zip
