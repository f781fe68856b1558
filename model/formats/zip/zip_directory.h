#pragma once

#include "core/byte_range.h"
#include "core/finding.h"
#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::zip {

/// One member of a ZIP archive, as the central directory describes it: all fields are claims.
struct ZipEntry {
    static constexpr std::uint16_t stored = 0;
    static constexpr std::uint16_t deflated = 8;

    std::string name; ///< UTF-8, up to its first NUL, as Python takes it
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::optional<std::uint32_t> crc; ///< CRC-32 of the content; nothing if it was lost with the directory
    std::uint64_t compressedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0; ///< offset of the local header, from the file's first byte
    ByteRange record; ///< in the directory; if there is no directory, empty and at the local header
    bool isCut = false; ///< recovered without a directory: the file ends within the data, whose sizes may be unknown

    bool isEncrypted() const { return (flags & 1U) != 0; }
    bool hasDescriptor() const { return (flags & 8U) != 0; }
};

struct ZipDirectory {
    ByteRange range; ///< from the first record to the archive's last byte; empty if there is none
    ByteRange records;
    std::vector<ZipEntry> entries; ///< in the order of the directory
};

/// The location of a member, according to its local header. Ranges are cut at the end of the file.
struct ZipMember {
    ByteRange header; ///< the local header with name and extra fields
    ByteRange data;
    ByteRange descriptor; ///< the sizes after the data, if any
    std::uint64_t size = 0; ///< of the content; the claimed size, or less if that is impossible
    bool sizeIsTrue = true; ///< false if the claim is impossible
    bool readable = false; ///< the member is complete, and stored or deflated in a supported way
    /// The file ends within its stored data: what exists can be read.
    bool isCut = false;
};

/// Finds and reads the directory as Python's zipfile does: plain and ZIP64, with other data before the archive and a
/// comment after it. Allocates memory for what exists, not for what is claimed. If there is no directory, adds
/// findings, and returns the members that recoverZipEntries() finds, or nothing if it finds none. `end` is one past the
/// archive, if that is not the file's end (zip_sequence.h). Fails with Stopped, or as Source does. May throw
/// std::bad_alloc.
Result<std::optional<ZipDirectory>> readZipDirectory(
    const Source& source, const Work& work, Findings& findings, std::optional<std::uint64_t> end = std::nullopt);

/// Entries in the order of their local headers; entries at one offset stay in the directory's order.
std::vector<const ZipEntry*> entriesByOffset(const ZipDirectory& directory);

/// Reads the local header of a member. Adds findings if the member cannot be read, or if its local header and the
/// directory disagree.
Result<ZipMember> locateZipMember(const Source& source, const ZipEntry& entry, Findings& findings);

/// Adds findings if members overlap one another or the directory, which can hide ZIP bombs or alternative contents.
/// `members` belong to `entries`, which are in the order of their offsets.
void checkZipOverlaps(const ZipDirectory& directory, const std::vector<const ZipEntry*>& entries,
    const std::vector<ZipMember>& members, Findings& findings);

} // namespace loupe::zip
