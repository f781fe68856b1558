#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// One member of a ZIP archive, stored as it is.
struct NewZipMember {
    std::string name; ///< UTF-8, at most 65,535 bytes
    std::uint64_t size = 0;
    std::uint64_t offset = 0; ///< of the local header, set by placeMembers()
    std::uint64_t data = 0; ///< of the content, set by placeMembers(); a multiple of 64, so that it can be mapped
    std::uint32_t crc = 0; ///< set by who writes the content
};

/// Sets where each member lies, one behind the other; where the directory behind them begins.
std::uint64_t placeMembers(std::vector<NewZipMember>& members);

/// The bytes from NewZipMember::offset to NewZipMember::data.
std::string zipLocalHeader(const NewZipMember& member);

/// The bytes from `begin` to the end of the file; with ZIP64 records where a number is too large for others.
std::string zipDirectory(const std::vector<NewZipMember>& members, std::uint64_t begin);

} // namespace loupe
