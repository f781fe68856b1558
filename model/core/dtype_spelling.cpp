#include "core/dtype_spelling.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"

#include <array>
#include <string>
#include <utility>

namespace loupe {

namespace {

constexpr std::array otherSpellings{std::pair("boolean", DType::BOOL), std::pair("bool_", DType::BOOL),
    std::pair("fp4", DType::F4), std::pair("float4_e2m1fn", DType::F4), std::pair("float4_e2m1fn_x2", DType::F4),
    std::pair("float6_e2m3fn", DType::F6_E2M3), std::pair("float6_e3m2fn", DType::F6_E3M2),
    std::pair("uint8", DType::U8), std::pair("int8", DType::I8), std::pair("fp8_e5m2", DType::F8_E5M2),
    std::pair("float8_e5m2", DType::F8_E5M2), std::pair("fp8_e4m3", DType::F8_E4M3),
    std::pair("fp8_e4m3fn", DType::F8_E4M3), std::pair("f8_e4m3fn", DType::F8_E4M3),
    std::pair("float8_e4m3fn", DType::F8_E4M3), std::pair("float8_e8m0fnu", DType::F8_E8M0),
    std::pair("float8_e4m3fnuz", DType::F8_E4M3FNUZ), std::pair("float8_e5m2fnuz", DType::F8_E5M2FNUZ),
    std::pair("int16", DType::I16), std::pair("uint16", DType::U16), std::pair("float16", DType::F16),
    std::pair("fp16", DType::F16), std::pair("half", DType::F16), std::pair("bfloat16", DType::BF16),
    std::pair("int32", DType::I32), std::pair("uint32", DType::U32), std::pair("float32", DType::F32),
    std::pair("fp32", DType::F32), std::pair("complex64", DType::C64), std::pair("float64", DType::F64),
    std::pair("fp64", DType::F64), std::pair("double", DType::F64), std::pair("int64", DType::I64),
    std::pair("uint64", DType::U64)};

constexpr std::array<std::string_view, 36> typeNames{"C128", "IQ1_M", "IQ1_S", "IQ2_S", "IQ2_XS", "IQ2_XXS", "IQ3_S",
    "IQ3_XXS", "IQ4_NL", "IQ4_NL_4_4", "IQ4_NL_4_8", "IQ4_NL_8_8", "IQ4_XS", "MXFP4", "NVFP4", "Q1_0", "Q2_0", "Q2_K",
    "Q3_K", "Q4_0", "Q4_0_4_4", "Q4_0_4_8", "Q4_0_8_8", "Q4_1", "Q4_2", "Q4_3", "Q4_K", "Q5_0", "Q5_1", "Q5_K", "Q6_K",
    "Q8_0", "Q8_1", "Q8_K", "TQ1_0", "TQ2_0"};

} // namespace

std::optional<DType> dtypeFromSpelling(std::string_view text)
{
    const std::string lower = asciiLower(text);
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        if (dtype != DType::Opaque && asciiLower(dtypeName(dtype)) == lower)
            return dtype;
    }
    for (const auto& [spelling, dtype] : otherSpellings) {
        if (lower == spelling)
            return dtype;
    }
    return std::nullopt;
}

std::span<const std::string_view> formatTypeNames()
{
    return typeNames;
}

Result<DType> parseDType(std::string_view text)
{
    if (const auto dtype = dtypeFromSpelling(text))
        return *dtype;
    return fail(
        ErrorCode::InvalidArgument, quote(text) + " is not a dtype, expected one such as F32, bfloat16 or F8_E4M3");
}

} // namespace loupe
