#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

inline constexpr std::size_t patternCount = 65536;

/// Counts 16-bit patterns, which is all that figures of BF16, F16 and 16-bit integers need. Adds to table[p] how often
/// p occurs as the top 16 bits of `count` little-endian numbers of `Width` bytes (2, 4 or 8), of any alignment. `table`
/// has patternCount entries; the caller must make sure that none overflows. Runs of equal numbers are added at once,
/// because separate increments would wait for each other.
template <std::size_t Width>
void countTopPatterns(const std::byte* numbers, std::size_t count, std::uint32_t* table);

} // namespace loupe
