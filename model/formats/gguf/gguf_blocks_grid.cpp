#include "formats/gguf/gguf_block_parts.h"
#include "formats/gguf/gguf_blocks.h"
#include "formats/gguf/gguf_grids.h"

namespace loupe::gguf {

namespace {

constexpr std::size_t groups = 8; // groups of 32 elements in a block
constexpr std::size_t points = 4; // points of 8 elements in a group, or pairs of points of 4 elements
constexpr float offsetOfIq1 = 0.125F;

/// -1 for each bit of a byte that is set, 0 for the others.
using SignMasks = std::array<std::array<std::int8_t, 8>, 256>;

constexpr SignMasks signMasks = [] {
    SignMasks all{};
    for (unsigned byte = 0; byte < all.size(); ++byte) {
        for (unsigned bit = 0; bit < 8; ++bit)
            all[byte][bit] = (byte >> bit & 1) != 0 ? -1 : 0;
    }
    return all;
}();

/// Expands seven bits to the signs of eight elements. The eighth sign makes the number of negative elements even.
constexpr std::array<std::uint8_t, 128> evenSigns = [] {
    std::array<std::uint8_t, 128> all{};
    for (unsigned bits = 0; bits < all.size(); ++bits)
        all[bits] = static_cast<std::uint8_t>(bits | std::popcount(bits) % 2 << 7);
    return all;
}();

std::uint32_t doubleWord(const std::uint8_t* bytes)
{
    return ggufWord(bytes) | static_cast<std::uint32_t>(ggufWord(bytes + 2)) << 16;
}

/// Writes eight elements with the magnitudes of one point, or of two points of half the size. ggml multiplies by the
/// sign last, which gives bit-identical results.
float* fillSigned(const std::int8_t* low, const std::int8_t* high, unsigned signs, float scale, float* values)
{
    std::array<std::int8_t, 8> codes;
    std::memcpy(codes.data(), low, 4);
    std::memcpy(codes.data() + 4, high, 4);
    for (std::size_t j = 0; j < 8; ++j) {
        const std::int8_t mask = signMasks[signs][j];
        codes[j] = static_cast<std::int8_t>((codes[j] ^ mask) - mask);
    }
    for (std::size_t j = 0; j < 8; ++j)
        values[j] = scale * static_cast<float>(codes[j]);
    return values + 8;
}

float* fillSigned(const std::array<std::int8_t, 8>& point, unsigned signs, float scale, float* values)
{
    return fillSigned(point.data(), point.data() + 4, signs, scale, values);
}

/// The scale of a group, or half a group, of the IQ2 types.
float quarterScale(float scale, int bits)
{
    return scale * (0.5F + static_cast<float>(bits)) * 0.25F;
}

float* fillIq1(unsigned index, float scale, bool isNegative, float* values)
{
    const float offset = isNegative ? -offsetOfIq1 : offsetOfIq1;
    const auto& point = ggufGridIq1[index];
    for (std::size_t j = 0; j < 8; ++j)
        values[j] = scale * (static_cast<float>(point[j]) + offset);
    return values + 8;
}

float oddScale(float scale, int bits)
{
    return scale * static_cast<float>(2 * bits + 1);
}

} // namespace

void dequantizeIq1S(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 50) {
        const float scale = ggufHalf(blocks);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t* const low = blocks + 2 + points * group;
            const unsigned high = ggufWord(blocks + 34 + 2 * group);
            const float groupScale = oddScale(scale, high >> 12 & 7);
            for (std::size_t l = 0; l < points; ++l)
                values = fillIq1(low[l] | (high >> 3 * l & 7) << 8, groupScale, (high & 0x8000) != 0, values);
        }
    }
}

void dequantizeIq1M(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 56) {
        std::array<unsigned, 4> words; // four scales of three bits, then four bits of the block's scale
        std::array<std::uint8_t, 2> scaleBytes{};
        for (std::size_t k = 0; k < words.size(); ++k) {
            words[k] = ggufWord(blocks + 48 + 2 * k);
            scaleBytes[k / 2] = static_cast<std::uint8_t>(scaleBytes[k / 2] | (words[k] >> 12) << k % 2 * 4);
        }
        const float scale = ggufHalf(scaleBytes.data());
        for (std::size_t group = 0; group < groups; ++group) {
            const unsigned scales = words[group / 2] >> group % 2 * 6;
            for (std::size_t l = 0; l < points; ++l) {
                const unsigned high = blocks[32 + 2 * group + l / 2] >> l % 2 * 4;
                const unsigned index = blocks[points * group + l] | (high & 7) << 8;
                values = fillIq1(index, oddScale(scale, scales >> l / 2 * 3 & 7), (high & 8) != 0, values);
            }
        }
    }
}

void dequantizeIq2Xxs(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 66) {
        const float scale = ggufHalf(blocks);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t* const indexes = blocks + 2 + 8 * group;
            const std::uint32_t signs = doubleWord(indexes + 4); // four indexes of seven bits, then the scale
            const float groupScale = quarterScale(scale, signs >> 28);
            for (std::size_t l = 0; l < points; ++l)
                values = fillSigned(ggufGridIq2Xxs[indexes[l]], evenSigns[signs >> 7 * l & 127], groupScale, values);
        }
    }
}

void dequantizeIq2Xs(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 74) {
        const float scale = ggufHalf(blocks);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t scales = blocks[66 + group];
            for (std::size_t l = 0; l < points; ++l) {
                const unsigned word = ggufWord(blocks + 2 + 8 * group + 2 * l); // nine bits of index, seven of signs
                const float halfScale = quarterScale(scale, scales >> l / 2 * 4 & 15);
                values = fillSigned(ggufGridIq2Xs[word & 511], evenSigns[word >> 9], halfScale, values);
            }
        }
    }
}

void dequantizeIq2S(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 82) {
        const float scale = ggufHalf(blocks);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t* const low = blocks + 2 + points * group;
            const std::uint8_t* const signs = low + 32;
            const unsigned high = blocks[66 + group];
            const std::uint8_t scales = blocks[74 + group];
            for (std::size_t l = 0; l < points; ++l) {
                const float halfScale = quarterScale(scale, scales >> l / 2 * 4 & 15);
                values = fillSigned(ggufGridIq2S[low[l] | (high >> 2 * l & 3) << 8], signs[l], halfScale, values);
            }
        }
    }
}

void dequantizeIq3Xxs(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 98) {
        const float scale = ggufHalf(blocks);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t* indexes = blocks + 2 + 2 * points * group;
            const std::uint32_t signs = doubleWord(blocks + 66 + 4 * group); // as in IQ2_XXS
            const float groupScale = scale * (0.5F + static_cast<float>(signs >> 28)) * 0.5F;
            for (std::size_t l = 0; l < points; ++l, indexes += 2) {
                values = fillSigned(ggufGridIq3Xxs[indexes[0]].data(), ggufGridIq3Xxs[indexes[1]].data(),
                    evenSigns[signs >> 7 * l & 127], groupScale, values);
            }
        }
    }
}

void dequantizeIq3S(const std::uint8_t* blocks, std::size_t count, float* values)
{
    for (std::size_t i = 0; i < count; ++i, blocks += 110) {
        const float scale = ggufHalf(blocks);
        for (std::size_t group = 0; group < groups; ++group) {
            const std::uint8_t* low = blocks + 2 + 2 * points * group;
            const unsigned high = blocks[66 + group];
            const std::uint8_t* const signs = blocks + 74 + points * group;
            const float groupScale = oddScale(scale, blocks[106 + group / 2] >> group % 2 * 4 & 15);
            for (std::size_t l = 0; l < points; ++l, low += 2) {
                const auto& first = ggufGridIq3S[low[0] | (high >> 2 * l & 1) << 8];
                const auto& second = ggufGridIq3S[low[1] | (high >> (2 * l + 1) & 1) << 8];
                values = fillSigned(first.data(), second.data(), signs[l], groupScale, values);
            }
        }
    }
}

} // namespace loupe::gguf
