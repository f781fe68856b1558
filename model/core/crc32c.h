#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Continues a CRC-32C (Castagnoli, RFC 3720, appendix B.4): `before` is the CRC of the preceding bytes, 0 if there are
/// none.
std::uint32_t crc32c(std::uint32_t before, std::span<const std::byte> bytes);

} // namespace loupe
