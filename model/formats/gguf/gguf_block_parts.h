#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace loupe::gguf {

// Helpers that the blocks of several types share.

inline std::uint16_t ggufWord(const std::uint8_t* bytes)
{
    return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
}

/// The IEEE half-precision number at `bytes`, converted exactly.
inline float ggufHalf(const std::uint8_t* bytes)
{
    const std::uint32_t word = ggufWord(bytes);
    const std::uint32_t sign = (word & 0x8000) << 16;
    const std::uint32_t exponent = (word >> 10) & 31;
    const std::uint32_t mantissa = word & 0x3ff;
    if (exponent == 0) { // in units of 2^-24
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t widened = exponent == 31 ? 255 : exponent + 112;
    return std::bit_cast<float>(sign | widened << 23 | mantissa << 13);
}

/// Unpacks the low nibbles of `count` bytes, then their high nibbles, as `value(nibble, index)`.
template <typename Value>
void ggufNibblePairs(const std::uint8_t* bytes, std::size_t count, float* values, Value&& value)
{
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = value(bytes[i] & 15, i);
        values[i + count] = value(bytes[i] >> 4, i + count);
    }
}

} // namespace loupe::gguf
