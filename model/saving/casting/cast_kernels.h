#pragma once

#include <cstddef>

namespace loupe {

// Fast paths for the casts that are most common in models; they run at memory speed. They take `count` elements of any
// alignment, and give the same results as castElements().

void castF32ToBf16(const std::byte* source, std::size_t count, std::byte* target);
void castBf16ToF32(const std::byte* source, std::size_t count, std::byte* target);
void castF32ToF16(const std::byte* source, std::size_t count, std::byte* target);
void castF16ToF32(const std::byte* source, std::size_t count, std::byte* target);

} // namespace loupe
