#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// CRC-32C (Castagnoli, RFC 3720, appendix B.4) of bytes.
std::uint32_t crc32c(std::span<const std::byte> bytes);

/// As LevelDB's tables store it, so that a checksum of what holds checksums stays a good one.
constexpr std::uint32_t maskedCrc(std::uint32_t crc)
{
    constexpr std::uint32_t delta = 0xa282ead8;
    return ((crc >> 15) | (crc << 17)) + delta;
}

} // namespace loupe
