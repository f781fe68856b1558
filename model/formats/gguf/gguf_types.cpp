#include "formats/gguf/gguf_types.h"

#include "core/checked_math.h"

#include <array>

namespace loupe::gguf {

namespace {

/// The dtype of types that ggml uses only in computations.
constexpr DType notInFiles = DType::Opaque;

constexpr GgufUnitScale half(std::size_t begin)
{
    return {begin, 2, {0x00, 0x3c}}; // 1.0
}

constexpr GgufUnitScale halfFour(std::size_t begin)
{
    return {begin, 2, {0x00, 0x44}};
}

constexpr GgufUnitScale halfEight(std::size_t begin)
{
    return {begin, 2, {0x00, 0x48}};
}

/// Scales of 0 in the upper nibbles of bytes.
constexpr GgufUnitScale zeroHigh(std::size_t begin, std::size_t size, std::size_t step)
{
    return {begin, size, {0, 0}, step, 0x0f};
}

constexpr GgufUnitScale zero(std::size_t begin, std::size_t size)
{
    return {begin, size, {0, 0}};
}

constexpr GgufUnitScale every(std::size_t begin, std::size_t size, std::uint8_t byte)
{
    return {begin, size, {byte, byte}};
}

// From ggml.h and ggml-common.h: enum ggml_type with the sizes of the blocks.
constexpr std::array<GgufTensorType, ggufTypeCount> types{{
    {0, "F32", 1, 4, DType::F32},
    {1, "F16", 1, 2, DType::F16},
    {2, "Q4_0", 32, 18, DType::F32, dequantizeQ4_0, {half(0)}},
    {3, "Q4_1", 32, 20, DType::F32, dequantizeQ4_1, {half(0), zero(2, 2)}},
    {4, "Q4_2"},
    {5, "Q4_3"},
    {6, "Q5_0", 32, 22, DType::F32, dequantizeQ5_0, {half(0)}},
    {7, "Q5_1", 32, 24, DType::F32, dequantizeQ5_1, {half(0), zero(2, 2)}},
    {8, "Q8_0", 32, 34, DType::F32, dequantizeQ8_0, {half(0)}},
    {9, "Q8_1", 32, 36, notInFiles},
    {10, "Q2_K", 256, 84, DType::F32, dequantizeQ2K, {every(0, 16, 0x01), half(80), zero(82, 2)}},
    {11, "Q3_K", 256, 110, DType::F32, dequantizeQ3K,
        {every(96, 8, 0x11), every(104, 4, 0xaa), half(108)}}, // 33 - 32 each
    {12, "Q4_K", 256, 144, DType::F32, dequantizeQ4K,
        {half(0), zero(2, 2), every(4, 4, 0x01), zero(8, 4), every(12, 4, 0x01)}},
    {13, "Q5_K", 256, 176, DType::F32, dequantizeQ5K,
        {half(0), zero(2, 2), every(4, 4, 0x01), zero(8, 4), every(12, 4, 0x01)}},
    {14, "Q6_K", 256, 210, DType::F32, dequantizeQ6K, {every(192, 16, 0x01), half(208)}},
    {15, "Q8_K", 256, 292, notInFiles},
    {16, "IQ2_XXS", 256, 66, DType::F32, dequantizeIq2Xxs, {halfEight(0), zeroHigh(9, 8, 8)}}, // (0 + 1/2) / 4 each
    {17, "IQ2_XS", 256, 74, DType::F32, dequantizeIq2Xs, {halfEight(0), zero(66, 8)}}, // (0 + 1/2) / 4 each
    {18, "IQ3_XXS", 256, 98, DType::F32, dequantizeIq3Xxs, {halfFour(0), zeroHigh(69, 8, 4)}}, // (0 + 1/2) / 2 each
    {19, "IQ1_S", 256, 50, DType::F32, dequantizeIq1S, {half(0), zeroHigh(35, 8, 2)}}, // 2 · 0 + 1 each
    {20, "IQ4_NL", 32, 18, DType::F32, dequantizeIq4Nl, {half(0)}},
    {21, "IQ3_S", 256, 110, DType::F32, dequantizeIq3S, {half(0), zero(106, 4)}}, // 2 · 0 + 1 each
    {22, "IQ2_S", 256, 82, DType::F32, dequantizeIq2S, {halfEight(0), zero(74, 8)}}, // (0 + 1/2) / 4 each
    {23, "IQ4_XS", 256, 136, DType::F32, dequantizeIq4Xs,
        {half(0), every(2, 2, 0xaa), every(4, 4, 0x11)}}, // 33 - 32 each
    {24, "I8", 1, 1, DType::I8},
    {25, "I16", 1, 2, DType::I16},
    {26, "I32", 1, 4, DType::I32},
    {27, "I64", 1, 8, DType::I64},
    {28, "F64", 1, 8, DType::F64},
    {29, "IQ1_M", 256, 56, DType::F32, dequantizeIq1M,
        {zero(48, 4), {52, 2, {0x00, 0xc0}}, {54, 2, {0x00, 0x30}}}}, // 2 · 0 + 1 each, 1.0 in the upper four bits
    {30, "BF16", 1, 2, DType::BF16},
    {31, "Q4_0_4_4"},
    {32, "Q4_0_4_8"},
    {33, "Q4_0_8_8"},
    {34, "TQ1_0", 256, 54, DType::F32, dequantizeTq1_0, {half(52)}},
    {35, "TQ2_0", 256, 66, DType::F32, dequantizeTq2_0, {half(64)}},
    {36, "IQ4_NL_4_4"},
    {37, "IQ4_NL_4_8"},
    {38, "IQ4_NL_8_8"},
    {39, "MXFP4", 32, 17, DType::F32, dequantizeMxfp4, {every(0, 1, 128)}}, // 2^(128 - 128), for doubled values
    {40, "NVFP4", 64, 36, DType::F32, dequantizeNvfp4, {every(0, 4, 0x40)}}, // half of 2.0, for doubled values
    {41, "Q1_0", 128, 18, DType::F32, dequantizeQ1_0, {half(0)}},
    {42, "Q2_0", 64, 18, DType::F32, dequantizeQ2_0, {half(0)}},
}};

constexpr bool tableIsInOrder()
{
    for (std::uint32_t code = 0; code < ggufTypeCount; ++code) {
        if (types[code].code != code || types[code].name.empty())
            return false;
    }
    return true;
}
static_assert(tableIsInOrder(), "one row for each code, in their order");

constexpr bool scalesAreInTheirBlocks()
{
    for (const GgufTensorType& type : types) {
        if (type.unitScales.front().size == 0)
            continue;
        if (type.blockElements > ggufMostBlockElements || type.blockBytes > ggufMostBlockBytes)
            return false;
        for (const GgufUnitScale& scale : type.unitScales) {
            if (scale.end() > type.blockBytes)
                return false;
        }
    }
    return true;
}
static_assert(scalesAreInTheirBlocks(), "where in a block its scales are, of blocks that fit the buffers");

} // namespace

std::optional<std::uint64_t> GgufTensorType::bytes(std::uint64_t elements) const
{
    return checkedMultiply(elements / blockElements, blockBytes);
}

const GgufTensorType* ggufTensorType(std::uint32_t code)
{
    return code < ggufTypeCount ? &types[code] : nullptr;
}

} // namespace loupe::gguf
