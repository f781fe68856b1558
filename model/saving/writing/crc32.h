#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// CRC-32 as ZIP uses it, of what came before (0 for nothing) and then `bytes`.
std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes);

} // namespace loupe
