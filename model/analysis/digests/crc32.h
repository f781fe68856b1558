#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// CRC-32 as in ZIP (polynomial 0xEDB88320), by zlib. `before`: that of the bytes before these, 0 for none.
std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes);

} // namespace loupe
