#include "formats/gguf/gguf_block_parts.h"
#include "formats/gguf/gguf_blocks.h"

#include <array>

namespace loupe::gguf {

namespace {

constexpr std::size_t blockElements = 256;

/// The position of the two bits of each element of group 8 n + 2 k + h in Q2_K and Q3_K. Groups have 16 elements, and
/// four groups of each half share their bytes.
struct PairGroup {
    explicit PairGroup(std::size_t group)
        : half(group / 8)
        , shift(group % 8 / 2 * 2)
        , first(32 * half + 16 * (group % 2))
    {
    }
    int quant(const std::uint8_t* quants, std::size_t element) const { return quants[first + element] >> shift & 3; }

    std::size_t half;
    std::size_t shift;
    std::size_t first;
};

/// The scale and minimum of one of the eight groups of Q4_K and Q5_K, with six bits each, packed in 12 bytes.
struct SixBits {
    SixBits(const std::uint8_t* bytes, std::size_t group)
    {
        if (group < 4) {
            scale = bytes[group] & 63;
            least = bytes[group + 4] & 63;
        } else {
            scale = (bytes[group + 4] & 15) + 16 * (bytes[group - 4] >> 6);
            least = (bytes[group + 4] >> 4) + 16 * (bytes[group] >> 6);
        }
    }

    int scale;
    int least;
};

/// The scale of a group of Q3_K. Scales have six bits each, packed differently in 12 bytes.
int scaleOfQ3K(const std::uint8_t* bytes, std::size_t group)
{
    const int low = group < 8 ? bytes[group] & 15 : bytes[group - 8] >> 4;
    const int high = bytes[8 + group % 4] >> group / 4 * 2 & 3;
    return low + 16 * high - 32;
}

/// Unpacks groups of 32 elements. Their lower four bits are one nibble of each of 32 bytes, to which this adds the
/// upper bits, high(group, element).
template <typename High>
void fillGroups(const std::uint8_t* block, const std::uint8_t* quants, float* values, High&& high)
{
    const float scale = ggufHalf(block);
    const float least = ggufHalf(block + 2);
    for (std::size_t group = 0; group < 8; ++group) {
        const SixBits bits(block + 4, group);
        const float groupScale = scale * static_cast<float>(bits.scale);
        const float groupLeast = least * static_cast<float>(bits.least);
        const std::uint8_t* const bytes = quants + group / 2 * 32;
        for (std::size_t l = 0; l < 32; ++l) {
            const int nibble = group % 2 == 0 ? bytes[l] & 15 : bytes[l] >> 4;
            values[32 * group + l] = groupScale * static_cast<float>(nibble + high(group, l)) - groupLeast;
        }
    }
}

} // namespace

void dequantizeQ2K(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 84, values += blockElements) {
        const float scale = ggufHalf(blocks + 80);
        const float least = ggufHalf(blocks + 82);
        for (std::size_t group = 0; group < 16; ++group) {
            const PairGroup pairs(group);
            const float groupScale = scale * static_cast<float>(blocks[group] & 15);
            const float groupLeast = least * static_cast<float>(blocks[group] >> 4);
            for (std::size_t l = 0; l < 16; ++l)
                values[16 * group + l] = groupScale * static_cast<float>(pairs.quant(blocks + 16, l)) - groupLeast;
        }
    }
}

void dequantizeQ3K(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 110, values += blockElements) {
        const float scale = ggufHalf(blocks + 108);
        for (std::size_t group = 0; group < 16; ++group) {
            const PairGroup pairs(group);
            const float groupScale = scale * static_cast<float>(scaleOfQ3K(blocks + 96, group));
            const std::uint8_t* const high = blocks + 16 * (group % 2);
            const std::size_t bit = 4 * pairs.half + pairs.shift / 2;
            for (std::size_t l = 0; l < 16; ++l) {
                const int quant = pairs.quant(blocks + 32, l) - ((high[l] >> bit & 1) != 0 ? 0 : 4);
                values[16 * group + l] = groupScale * static_cast<float>(quant);
            }
        }
    }
}

void dequantizeQ4K(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 144, values += blockElements)
        fillGroups(blocks, blocks + 16, values, [](std::size_t, std::size_t) { return 0; });
}

void dequantizeQ5K(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 176, values += blockElements) {
        fillGroups(blocks, blocks + 48, values,
            [&](std::size_t group, std::size_t l) { return (blocks[16 + l] >> group & 1) * 16; });
    }
}

void dequantizeQ6K(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 210, values += blockElements) {
        const float scale = ggufHalf(blocks + 208);
        std::array<float, 16> scales;
        for (std::size_t group = 0; group < scales.size(); ++group)
            scales[group] = scale * static_cast<float>(static_cast<std::int8_t>(blocks[192 + group]));
        for (std::size_t half = 0; half < 2; ++half) {
            const std::uint8_t* const low = blocks + 64 * half;
            const std::uint8_t* const high = blocks + 128 + 32 * half;
            for (std::size_t k = 0; k < 4; ++k) {
                for (std::size_t l = 0; l < 32; ++l) {
                    const int byte = low[32 * (k % 2) + l];
                    const int quant = (k < 2 ? byte & 15 : byte >> 4) + 16 * (high[l] >> 2 * k & 3) - 32;
                    values[128 * half + 32 * k + l] = scales[8 * half + 2 * k + l / 16] * static_cast<float>(quant);
                }
            }
        }
    }
}

} // namespace loupe::gguf
