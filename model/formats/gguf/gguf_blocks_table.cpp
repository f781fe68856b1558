#include "formats/gguf/gguf_block_parts.h"
#include "formats/gguf/gguf_blocks.h"

#include <array>
#include <cmath>

namespace loupe::gguf {

namespace {

/// The values of IQ4, which are unevenly spaced.
constexpr std::array<float, 16> unevenValues{-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
/// The sixteen values of E2M1, doubled.
constexpr std::array<float, 16> doubledE2M1{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

void fillFromTable(
    const std::array<float, 16>& table, float scale, const std::uint8_t* bytes, std::size_t count, float* values)
{
    ggufNibblePairs(
        bytes, count, values, [&](int nibble, std::size_t) { return scale * table[static_cast<std::size_t>(nibble)]; });
}

/// Half of an unsigned E4M3 without infinities, in which all ones is 0, too.
float halfOfE4M3(std::uint8_t byte)
{
    if (byte == 0 || byte == 0x7f)
        return 0;
    const int exponent = byte >> 3 & 15;
    const int mantissa = byte & 7;
    return exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -10)
                         : std::ldexp(static_cast<float>(8 + mantissa), exponent - 11);
}

} // namespace

void dequantizeIq4Nl(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 18, values += 32)
        fillFromTable(unevenValues, ggufHalf(blocks), blocks + 2, 16, values);
}

void dequantizeIq4Xs(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 136, values += 256) {
        const float scale = ggufHalf(blocks);
        const int high = ggufWord(blocks + 2);
        for (std::size_t group = 0; group < 8; ++group) {
            const int low = blocks[4 + group / 2] >> group % 2 * 4 & 15;
            const float groupScale = scale * static_cast<float>(low + 16 * (high >> group * 2 & 3) - 32);
            fillFromTable(unevenValues, groupScale, blocks + 8 + 16 * group, 16, values + 32 * group);
        }
    }
}

void dequantizeMxfp4(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 17, values += 32)
        fillFromTable(doubledE2M1, std::ldexp(1.0F, blocks[0] - 128), blocks + 1, 16, values);
}

void dequantizeNvfp4(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 36, values += 64) {
        for (std::size_t group = 0; group < 4; ++group)
            fillFromTable(doubledE2M1, halfOfE4M3(blocks[group]), blocks + 4 + 8 * group, 8, values + 16 * group);
    }
}

} // namespace loupe::gguf
