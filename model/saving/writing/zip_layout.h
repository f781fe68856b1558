#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// A member of a ZIP archive, stored without compression.
struct NewZipMember {
    std::string name; ///< UTF-8, at most 65,535 bytes
    std::uint64_t size = 0;
    std::uint64_t offset = 0; ///< offset of the local header in the file, set by placeMembers()
    std::uint64_t data = 0; ///< offset of the content in the file, set by placeMembers(); a multiple of 64, so that it
                            ///< can be mapped
    std::uint32_t crc = 0; ///< set by the writer of the content
};

/// Sets the offsets of the members, one after the other. Returns the offset of the directory after them.
std::uint64_t placeMembers(std::vector<NewZipMember>& members);

/// The bytes from NewZipMember::offset up to NewZipMember::data.
std::string zipLocalHeader(const NewZipMember& member);

/// The bytes from offset `begin` to the end of the file, with ZIP64 records for numbers that are too large for the
/// others.
std::string zipDirectory(const std::vector<NewZipMember>& members, std::uint64_t begin);

} // namespace loupe
