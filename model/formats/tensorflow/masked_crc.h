#pragma once

#include <cstdint>

namespace loupe::tensorflow {

inline constexpr std::uint32_t crcMaskDelta = 0xa282ead8;

/// Masks a CRC as LevelDB's tables do. The mask keeps checksums effective for data that itself contains checksums.
constexpr std::uint32_t maskedCrc(std::uint32_t crc)
{
    return ((crc >> 15) | (crc << 17)) + crcMaskDelta;
}

/// The inverse of maskedCrc().
constexpr std::uint32_t unmaskedCrc(std::uint32_t masked)
{
    const std::uint32_t turned = masked - crcMaskDelta;
    return (turned >> 17) | (turned << 15);
}

} // namespace loupe::tensorflow
