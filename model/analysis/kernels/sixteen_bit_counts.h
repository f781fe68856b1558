#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

inline constexpr std::size_t patternCount = 65536;

/// Counts 16-bit patterns, all that the figures of BF16, F16 and 16-bit integers need: adds to table[p] how often p
/// occurs among the top 16 bits of `count` little-endian numbers of `Width` bytes (2, 4 or 8), of any alignment.
/// `table` has patternCount entries; the caller sees to it that none overflows. Neighbours that are all alike are added
/// at once, for they would wait for each other.
template <std::size_t Width>
void countTopPatterns(const std::byte* numbers, std::size_t count, std::uint32_t* table);

} // namespace loupe
