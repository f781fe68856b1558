#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe::zarr {

/// The little-endian number in the four bytes at `at`. Precondition: they exist.
inline std::uint32_t littleEndianAt(std::span<const std::byte> bytes, std::size_t at)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < sizeof number; ++i)
        number |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
    return number;
}

} // namespace loupe::zarr
