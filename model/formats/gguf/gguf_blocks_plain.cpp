#include "formats/gguf/gguf_block_parts.h"
#include "formats/gguf/gguf_blocks.h"

namespace loupe::gguf {

namespace {

constexpr std::size_t plainBlockElements = 32;

/// The fifth bit of each element, which is stored apart from the lower four.
struct FifthBits {
    explicit FifthBits(const std::uint8_t* bytes) { std::memcpy(&word, bytes, sizeof word); }
    int of(std::size_t element) const { return static_cast<int>(word >> element & 1) * 16; }

    std::uint32_t word = 0;
};

} // namespace

void dequantizeQ4_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 18, values += plainBlockElements) {
        const float scale = ggufHalf(blocks);
        ggufNibblePairs(
            blocks + 2, 16, values, [&](int nibble, std::size_t) { return scale * static_cast<float>(nibble - 8); });
    }
}

void dequantizeQ4_1(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 20, values += plainBlockElements) {
        const float scale = ggufHalf(blocks);
        const float least = ggufHalf(blocks + 2);
        ggufNibblePairs(blocks + 4, 16, values,
            [&](int nibble, std::size_t) { return scale * static_cast<float>(nibble) + least; });
    }
}

void dequantizeQ5_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 22, values += plainBlockElements) {
        const float scale = ggufHalf(blocks);
        const FifthBits bits(blocks + 2);
        ggufNibblePairs(blocks + 6, 16, values, [&](int nibble, std::size_t element) {
            return scale * static_cast<float>(nibble + bits.of(element) - 16);
        });
    }
}

void dequantizeQ5_1(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 24, values += plainBlockElements) {
        const float scale = ggufHalf(blocks);
        const float least = ggufHalf(blocks + 2);
        const FifthBits bits(blocks + 4);
        ggufNibblePairs(blocks + 8, 16, values, [&](int nibble, std::size_t element) {
            return scale * static_cast<float>(nibble + bits.of(element)) + least;
        });
    }
}

void dequantizeQ8_0(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 34, values += plainBlockElements) {
        const float scale = ggufHalf(blocks);
        for (std::size_t j = 0; j < plainBlockElements; ++j)
            values[j] = scale * static_cast<float>(static_cast<std::int8_t>(blocks[2 + j]));
    }
}

} // namespace loupe::gguf
