#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Continues a CRC-32 as in ZIP (polynomial 0xEDB88320), using zlib. `before` is the CRC of the preceding bytes, 0 if
/// there are none.
std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes);

} // namespace loupe
