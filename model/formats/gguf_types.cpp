#include "formats/gguf_types.h"

#include "core/checked_math.h"

#include <array>

namespace loupe {

namespace {

/// Values need a codebook that this program does not have, or the type is not meant for files.
constexpr DType untold = DType::Opaque;

// ggml.h and ggml-common.h: enum ggml_type with the sizes of the blocks.
constexpr std::array<GgufTensorType, ggufTypeCount> types{{
    {0, "F32", 1, 4, DType::F32},
    {1, "F16", 1, 2, DType::F16},
    {2, "Q4_0", 32, 18, DType::F32, dequantizeQ4_0},
    {3, "Q4_1", 32, 20, DType::F32, dequantizeQ4_1},
    {4, "Q4_2"},
    {5, "Q4_3"},
    {6, "Q5_0", 32, 22, DType::F32, dequantizeQ5_0},
    {7, "Q5_1", 32, 24, DType::F32, dequantizeQ5_1},
    {8, "Q8_0", 32, 34, DType::F32, dequantizeQ8_0},
    {9, "Q8_1", 32, 36, untold},
    {10, "Q2_K", 256, 84, DType::F32, dequantizeQ2K},
    {11, "Q3_K", 256, 110, DType::F32, dequantizeQ3K},
    {12, "Q4_K", 256, 144, DType::F32, dequantizeQ4K},
    {13, "Q5_K", 256, 176, DType::F32, dequantizeQ5K},
    {14, "Q6_K", 256, 210, DType::F32, dequantizeQ6K},
    {15, "Q8_K", 256, 292, untold},
    {16, "IQ2_XXS", 256, 66, untold},
    {17, "IQ2_XS", 256, 74, untold},
    {18, "IQ3_XXS", 256, 98, untold},
    {19, "IQ1_S", 256, 50, untold},
    {20, "IQ4_NL", 32, 18, DType::F32, dequantizeIq4Nl},
    {21, "IQ3_S", 256, 110, untold},
    {22, "IQ2_S", 256, 82, untold},
    {23, "IQ4_XS", 256, 136, DType::F32, dequantizeIq4Xs},
    {24, "I8", 1, 1, DType::I8},
    {25, "I16", 1, 2, DType::I16},
    {26, "I32", 1, 4, DType::I32},
    {27, "I64", 1, 8, DType::I64},
    {28, "F64", 1, 8, DType::F64},
    {29, "IQ1_M", 256, 56, untold},
    {30, "BF16", 1, 2, DType::BF16},
    {31, "Q4_0_4_4"},
    {32, "Q4_0_4_8"},
    {33, "Q4_0_8_8"},
    {34, "TQ1_0", 256, 54, DType::F32, dequantizeTq1_0},
    {35, "TQ2_0", 256, 66, DType::F32, dequantizeTq2_0},
    {36, "IQ4_NL_4_4"},
    {37, "IQ4_NL_4_8"},
    {38, "IQ4_NL_8_8"},
    {39, "MXFP4", 32, 17, DType::F32, dequantizeMxfp4},
    {40, "NVFP4", 64, 36, DType::F32, dequantizeNvfp4},
    {41, "Q1_0", 128, 18, DType::F32, dequantizeQ1_0},
    {42, "Q2_0", 64, 18, DType::F32, dequantizeQ2_0},
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

} // namespace

std::optional<std::uint64_t> GgufTensorType::bytes(std::uint64_t elements) const
{
    return checkedMultiply(elements / blockElements, blockBytes);
}

const GgufTensorType* ggufTensorType(std::uint32_t code)
{
    return code < ggufTypeCount ? &types[code] : nullptr;
}

} // namespace loupe
