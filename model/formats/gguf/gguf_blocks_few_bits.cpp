#include "formats/gguf/gguf_block_parts.h"
#include "formats/gguf/gguf_blocks.h"

#include <array>

namespace loupe::gguf {

namespace {

/// The digit at `place` of the byte's base-3 number, highest first, in ggml's packing. Returns −1, 0 or 1.
int ternaryDigit(std::uint8_t byte, std::size_t place)
{
    constexpr std::array<unsigned, 5> powers{1, 3, 9, 27, 81};
    const unsigned moved = byte * powers[place] & 255;
    return static_cast<int>(moved * 3 >> 8) - 1;
}

} // namespace

void dequantizeTq1_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    struct Run {
        std::size_t begin;
        std::size_t end;
        std::size_t digits;
    };
    constexpr std::array<Run, 3> runs{{{0, 32, 5}, {32, 48, 5}, {48, 52, 4}}};
    for (std::size_t i = 0; i < count; ++i, blocks += 54) {
        const float scale = ggufHalf(blocks + 52);
        for (const Run& run : runs) {
            for (std::size_t digit = 0; digit < run.digits; ++digit) {
                for (std::size_t at = run.begin; at < run.end; ++at)
                    *values++ = static_cast<float>(ternaryDigit(blocks[at], digit)) * scale;
            }
        }
    }
}

void dequantizeTq2_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 66) {
        const float scale = ggufHalf(blocks + 64);
        for (std::size_t first = 0; first < 64; first += 32) {
            for (unsigned shift = 0; shift < 8; shift += 2) {
                for (std::size_t m = 0; m < 32; ++m)
                    *values++ = static_cast<float>((blocks[first + m] >> shift & 3) - 1) * scale;
            }
        }
    }
}

void dequantizeQ1_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 18, values += 128) {
        const float scale = ggufHalf(blocks);
        for (std::size_t j = 0; j < 128; ++j)
            values[j] = (blocks[2 + j / 8] >> j % 8 & 1) != 0 ? scale : -scale;
    }
}

void dequantizeQ2_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 18, values += 64) {
        const float scale = ggufHalf(blocks);
        for (std::size_t j = 0; j < 64; ++j)
            values[j] = static_cast<float>((blocks[2 + j / 4] >> j % 4 * 2 & 3) - 1) * scale;
    }
}

} // namespace loupe::gguf
