#include "core/dtype.h"
#include "core/dtype_spelling.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace loupe {
namespace {

template <typename T>
std::span<const std::byte> bytesOf(const T& value)
{
    return std::as_bytes(std::span(&value, 1));
}

template <typename T>
std::string textOf(DType dtype, T value)
{
    return toText(readScalar(dtype, bytesOf(value), 0));
}

double valueOf(DType dtype, std::uint64_t bits)
{
    return decodeFloat(bits, info(dtype).layout);
}

/// Expects equal values, or both NaN; zeros must have the same sign.
void expectSame(double actual, double expected, std::uint64_t pattern)
{
    if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(actual)) << pattern;
        return;
    }
    EXPECT_EQ(std::bit_cast<std::uint64_t>(actual), std::bit_cast<std::uint64_t>(expected)) << pattern;
}

TEST(DType, NamesReadBack)
{
    for (std::size_t i = 0; i + 1 < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        EXPECT_EQ(dtypeFromName(dtypeName(dtype)), dtype);
    }
    EXPECT_FALSE(dtypeFromName("Opaque"));
    EXPECT_FALSE(dtypeFromName("f32"));
    EXPECT_FALSE(dtypeFromName(""));
}

TEST(DType, F4HasTheSixteenValuesOfItsSpecification)
{
    const double magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    for (std::uint64_t bits = 0; bits < 16; ++bits)
        expectSame(valueOf(DType::F4, bits), std::copysign(magnitudes[bits & 7], bits & 8 ? -1.0 : 1.0), bits);
}

TEST(DType, SmallFloatsHaveTheExtremesOfTheirSpecifications)
{
    EXPECT_EQ(valueOf(DType::F6_E2M3, 0x1f), 7.5);
    EXPECT_EQ(valueOf(DType::F6_E2M3, 0x01), 0.125);
    EXPECT_EQ(valueOf(DType::F6_E3M2, 0x1f), 28.0);
    EXPECT_EQ(valueOf(DType::F6_E3M2, 0x01), 0.0625);
    EXPECT_EQ(valueOf(DType::F8_E4M3, 0x7e), 448.0);
    EXPECT_EQ(valueOf(DType::F8_E4M3, 0x01), std::ldexp(1, -9));
    EXPECT_TRUE(std::isnan(valueOf(DType::F8_E4M3, 0x7f)));
    EXPECT_TRUE(std::isnan(valueOf(DType::F8_E4M3, 0xff)));
    EXPECT_EQ(valueOf(DType::F8_E5M2, 0x7b), 57344.0);
    EXPECT_EQ(valueOf(DType::F8_E4M3FNUZ, 0x7f), 240.0);
    EXPECT_EQ(valueOf(DType::F8_E4M3FNUZ, 0xff), -240.0);
    EXPECT_EQ(valueOf(DType::F8_E4M3FNUZ, 0x01), std::ldexp(1, -10));
    EXPECT_TRUE(std::isnan(valueOf(DType::F8_E4M3FNUZ, 0x80)));
    EXPECT_EQ(valueOf(DType::F8_E5M2FNUZ, 0x7f), 57344.0);
    EXPECT_EQ(valueOf(DType::F8_E5M2FNUZ, 0x01), std::ldexp(1, -17));
    EXPECT_TRUE(std::isnan(valueOf(DType::F8_E5M2FNUZ, 0x80)));
    EXPECT_EQ(valueOf(DType::F8_E8M0, 0), std::ldexp(1, -127));
    EXPECT_EQ(valueOf(DType::F8_E8M0, 127), 1.0);
    EXPECT_EQ(valueOf(DType::F8_E8M0, 254), std::ldexp(1, 127));
    EXPECT_TRUE(std::isnan(valueOf(DType::F8_E8M0, 255)));
}

TEST(DType, E5M2IsTheUpperHalfOfF16)
{
    for (std::uint64_t bits = 0; bits < 256; ++bits)
        expectSame(valueOf(DType::F8_E5M2, bits), valueOf(DType::F16, bits << 8), bits);
}

TEST(DType, BF16IsTheUpperHalfOfF32)
{
    for (std::uint32_t bits = 0; bits < 65536; ++bits)
        expectSame(valueOf(DType::BF16, bits), std::bit_cast<float>(bits << 16), bits);
}

TEST(DType, F16AgreesWithShiftingItIntoAFloat)
{
    // If its bits are placed into a float's fields, the half is too small by a factor of 2^112, even if it is
    // subnormal. The multiplication corrects that.
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const float scaled = std::bit_cast<float>((bits & 0x7fff) << 13) * 0x1p112f;
        const bool special = (bits & 0x7c00) == 0x7c00;
        const double magnitude = !special ? scaled
            : bits & 0x3ff                ? std::numeric_limits<double>::quiet_NaN()
                                          : std::numeric_limits<double>::infinity();
        expectSame(valueOf(DType::F16, bits), bits & 0x8000 ? -magnitude : magnitude, bits);
    }
}

TEST(DType, LayoutsOfF32AndF64DescribeTheMachinesOwn)
{
    std::uint64_t bits = 0x9e3779b97f4a7c15;
    for (int i = 0; i < 100'000; ++i) {
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        expectSame(valueOf(DType::F32, bits >> 32), std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32)), bits);
        expectSame(valueOf(DType::F64, bits), std::bit_cast<double>(bits), bits);
    }
}

TEST(Scalar, ReadsEveryIntegerExactly)
{
    EXPECT_EQ(textOf(DType::I64, std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(textOf(DType::U64, std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
    EXPECT_EQ(textOf(DType::I64, (std::int64_t{1} << 53) + 1), "9007199254740993");
    EXPECT_EQ(textOf(DType::I8, std::int8_t{-128}), "-128");
    EXPECT_EQ(textOf(DType::U8, std::uint8_t{255}), "255");
    EXPECT_EQ(textOf(DType::BOOL, std::uint8_t{2}), "2");
    EXPECT_EQ(textOf(DType::I16, std::int16_t{-2}), "-2");
    EXPECT_EQ(textOf(DType::U16, std::uint16_t{65535}), "65535");
    EXPECT_EQ(textOf(DType::I32, std::int32_t{-7}), "-7");
    EXPECT_EQ(textOf(DType::U32, std::uint32_t{4294967295}), "4294967295");
}

TEST(Scalar, FloatsPrintWithTheDigitsOfTheirPrecision)
{
    EXPECT_EQ(textOf(DType::F32, 0.1f), "0.1");
    EXPECT_EQ(textOf(DType::F64, 0.1), "0.1");
    EXPECT_EQ(textOf(DType::F64, double{0.1f}), "0.10000000149011612");
    EXPECT_EQ(textOf(DType::F32, -std::numeric_limits<float>::infinity()), "-inf");
    EXPECT_EQ(textOf(DType::F32, std::numeric_limits<float>::quiet_NaN()), "nan");
    EXPECT_EQ(textOf(DType::F32, -0.0f), "-0");
    const float complex[] = {1.5f, -2};
    EXPECT_EQ(toText(readScalar(DType::C64, std::as_bytes(std::span(complex)), 0)), "1.5-2i");
}

TEST(DTypeSpelling, CommonOnesAreUnderstoodInAnyCase)
{
    const std::vector<std::pair<std::string, DType>> spellings{{"F32", DType::F32}, {"f32", DType::F32},
        {"float32", DType::F32}, {"Float32", DType::F32}, {"fp32", DType::F32}, {"fp16", DType::F16},
        {"float16", DType::F16}, {"half", DType::F16}, {"bf16", DType::BF16}, {"bfloat16", DType::BF16},
        {"float64", DType::F64}, {"double", DType::F64}, {"int8", DType::I8}, {"uint8", DType::U8},
        {"int16", DType::I16}, {"uint16", DType::U16}, {"int32", DType::I32}, {"uint32", DType::U32},
        {"int64", DType::I64}, {"uint64", DType::U64}, {"bool", DType::BOOL}, {"complex64", DType::C64},
        {"float8_e4m3fn", DType::F8_E4M3}, {"float8_e5m2", DType::F8_E5M2}, {"f8_e4m3", DType::F8_E4M3},
        {"float8_e8m0fnu", DType::F8_E8M0}};
    for (const auto& [text, dtype] : spellings) {
        EXPECT_EQ(dtypeFromSpelling(text), dtype) << text;
        EXPECT_EQ(parseDType(text).value(), dtype) << text;
    }
    for (const char* const text : {"", "zz", "float", "int", "opaque", "Opaque", " f32", "f32 ", "f3"}) {
        EXPECT_EQ(dtypeFromSpelling(text), std::nullopt) << text;
        EXPECT_EQ(parseDType(text).error().code, ErrorCode::InvalidArgument) << text;
    }
}

TEST(Scalar, F4TakesTheLowNibbleFirst)
{
    const std::uint8_t pair = 0x72; // low nibble 2 = 1.0, high nibble 7 = 6.0
    EXPECT_EQ(readScalar(DType::F4, bytesOf(pair), 0).real, 1.0);
    EXPECT_EQ(readScalar(DType::F4, bytesOf(pair), 1).real, 6.0);
}

TEST(Scalar, UnreadableDtypesGiveNothing)
{
    const std::uint64_t bits = ~std::uint64_t{0};
    for (const DType dtype : {DType::F6_E2M3, DType::F6_E3M2, DType::Opaque}) {
        EXPECT_FALSE(hasReadableValues(dtype));
        EXPECT_EQ(readScalar(dtype, bytesOf(bits), 0).kind, Scalar::Kind::None);
        EXPECT_EQ(textOf(dtype, bits), "");
    }
}

} // namespace
} // namespace loupe
