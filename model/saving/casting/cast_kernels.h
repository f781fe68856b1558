#pragma once

#include <cstddef>

namespace loupe {

// The casts that models are made of, as fast as memory: `count` elements, of any alignment. The same as castElements().

void castF32ToBf16(const std::byte* source, std::size_t count, std::byte* target);
void castBf16ToF32(const std::byte* source, std::size_t count, std::byte* target);
void castF32ToF16(const std::byte* source, std::size_t count, std::byte* target);
void castF16ToF32(const std::byte* source, std::size_t count, std::byte* target);

} // namespace loupe
