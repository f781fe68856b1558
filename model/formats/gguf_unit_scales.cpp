#include "formats/gguf_unit_scales.h"

#include "formats/gguf_blocks.h"

namespace loupe {

namespace {

constexpr GgufUnitScale half(std::size_t begin)
{
    return {begin, 2, {0x00, 0x3c}}; // 1.0
}

constexpr GgufUnitScale zero(std::size_t begin, std::size_t size)
{
    return {begin, size, {0, 0}};
}

constexpr GgufUnitScale every(std::size_t begin, std::size_t size, std::uint8_t byte)
{
    return {begin, size, {byte, byte}};
}

struct Rule {
    GgufDequantizer type;
    std::array<GgufUnitScale, 5> scales; ///< the unused ones write nothing
};

/// Where each rule of gguf_blocks.h finds what it multiplies and adds.
constexpr std::array rules{
    Rule{dequantizeQ4_0, {half(0)}},
    Rule{dequantizeQ4_1, {half(0), zero(2, 2)}},
    Rule{dequantizeQ5_0, {half(0)}},
    Rule{dequantizeQ5_1, {half(0), zero(2, 2)}},
    Rule{dequantizeQ8_0, {half(0)}},
    Rule{dequantizeQ2K, {every(0, 16, 0x01), half(80), zero(82, 2)}},
    Rule{dequantizeQ3K, {every(96, 8, 0x11), every(104, 4, 0xaa), half(108)}}, // 33 - 32 each
    Rule{dequantizeQ4K, {half(0), zero(2, 2), every(4, 4, 0x01), zero(8, 4), every(12, 4, 0x01)}},
    Rule{dequantizeQ5K, {half(0), zero(2, 2), every(4, 4, 0x01), zero(8, 4), every(12, 4, 0x01)}},
    Rule{dequantizeQ6K, {every(192, 16, 0x01), half(208)}},
    Rule{dequantizeIq4Nl, {half(0)}},
    Rule{dequantizeIq4Xs, {half(0), every(2, 2, 0xaa), every(4, 4, 0x11)}}, // 33 - 32 each
    Rule{dequantizeMxfp4, {every(0, 1, 128)}}, // 2^(128 - 128), of doubled values
    Rule{dequantizeNvfp4, {every(0, 4, 0x40)}}, // half of 2.0, of doubled values
    Rule{dequantizeTq1_0, {half(52)}},
    Rule{dequantizeTq2_0, {half(64)}},
    Rule{dequantizeQ1_0, {half(0)}},
    Rule{dequantizeQ2_0, {half(0)}},
};

} // namespace

std::span<const GgufUnitScale> ggufUnitScales(const GgufTensorType& type)
{
    for (const Rule& rule : rules) {
        if (rule.type == type.dequantize)
            return rule.scales;
    }
    return {};
}

} // namespace loupe
