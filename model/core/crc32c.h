#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// CRC-32C (Castagnoli, RFC 3720, appendix B.4) of what came before (0 for nothing) and then `bytes`.
std::uint32_t crc32c(std::uint32_t before, std::span<const std::byte> bytes);

} // namespace loupe
