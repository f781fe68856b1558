// Compares casts with slow and obvious twins. The twin of casts to floats searches all values of the target dtype.

#include "saving/casting/cast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace loupe::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<DType> smallFloats{
    DType::F4, DType::F8_E5M2, DType::F8_E4M3, DType::F8_E4M3FNUZ, DType::F8_E5M2FNUZ, DType::F16, DType::BF16};

/// The magnitudes of a small float dtype in ascending order: pattern i has the value values[i].
std::vector<double> magnitudes(DType dtype)
{
    const FloatLayout& layout = info(dtype).layout;
    std::vector<double> values;
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << (layout.exponentBits + layout.mantissaBits); ++bits) {
        const double value = decodeFloat(bits, layout);
        if (!std::isfinite(value))
            break;
        values.push_back(value);
    }
    return values;
}

/// The expected result for a finite `value`: the neighbor that is closer, or infinity beyond the last value.
double nearest(double value, const std::vector<double>& values)
{
    const double magnitude = std::abs(value);
    const auto above = std::lower_bound(values.begin(), values.end(), magnitude);
    double result = infinity;
    if (above == values.end()) {
        // The value after the last one would be as far away from it as the one before.
        const double next = 2 * values.back() - values[values.size() - 2];
        const double middle = values.back() + (next - values.back()) / 2;
        const bool lastIsEven = (values.size() - 1) % 2 == 0;
        if (magnitude < middle || (magnitude == middle && lastIsEven))
            result = values.back();
    } else if (*above == magnitude) {
        result = magnitude;
    } else {
        const double low = *(above - 1);
        const double down = magnitude - low;
        const double up = *above - magnitude;
        const bool lowIsEven = (above - 1 - values.begin()) % 2 == 0;
        result = down < up || (down == up && lowIsEven) ? low : *above;
    }
    return std::copysign(result, value);
}

/// As above, but with the rules of cast.h for values beyond the range of each dtype.
double expected(double value, DType dtype, const std::vector<double>& values)
{
    const FloatSpecials specials = info(dtype).layout.specials;
    if (std::isnan(value))
        return specials == FloatSpecials::None ? 0.0 : nan;
    const double result = std::isinf(value) ? value : nearest(value, values);
    if (std::isfinite(result) || specials == FloatSpecials::Ieee)
        return result;
    return specials == FloatSpecials::None ? std::copysign(values.back(), value) : nan;
}

bool same(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : a == b;
}

template <typename T>
std::vector<std::byte> storedBytes(const std::vector<T>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

std::vector<std::byte> cast(DType from, DType to, const std::vector<std::byte>& source)
{
    const std::size_t count = source.size() * 8 / bitsPerElement(from);
    std::vector<std::byte> target((count * bitsPerElement(to) + 7) / 8);
    castElements(from, to, source.data(), count, target.data());
    return target;
}

template <typename To, typename From>
To castOne(DType from, DType to, From value)
{
    To result;
    std::memcpy(&result, cast(from, to, storedBytes(std::vector<From>{value})).data(), sizeof(To));
    return result;
}

/// Interesting values for a small float dtype: all of its values, the midpoints, and values close to these.
std::vector<double> interesting(const std::vector<double>& values)
{
    std::vector<double> list{0.0, nan, infinity, std::numeric_limits<double>::max(), 1e-320};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double next = i + 1 < values.size() ? values[i + 1] : 2 * values[i] - values[i - 1];
        const double middle = values[i] + (next - values[i]) / 2;
        for (const double value : {values[i], middle, std::nextafter(middle, infinity), std::nextafter(middle, 0.0)})
            list.push_back(value);
    }
    const std::size_t half = list.size();
    for (std::size_t i = 0; i < half; ++i)
        list.push_back(-list[i]);
    return list;
}

} // namespace

TEST(Cast, ToSmallFloatsGivesTheNearestValueOrTheStatedEnd)
{
    for (const DType dtype : smallFloats) {
        const auto values = magnitudes(dtype);
        const auto list = interesting(values);
        const auto bytes = cast(DType::F64, dtype, storedBytes(list));
        for (std::size_t i = 0; i < list.size(); ++i) {
            const double result = readScalar(dtype, bytes, i).toDouble();
            const double wanted = expected(list[i], dtype, values);
            ASSERT_TRUE(same(result, wanted))
                << dtypeName(dtype) << ' ' << list[i] << " became " << result << ", expected " << wanted;
            if (wanted == 0 && info(dtype).layout.specials != FloatSpecials::Fnuz && !std::isnan(list[i])) {
                ASSERT_EQ(std::signbit(result), std::signbit(list[i])) << dtypeName(dtype) << ' ' << list[i];
            }
        }
    }
}

TEST(Cast, EveryPatternSurvivesAWiderType)
{
    for (const DType dtype : smallFloats) {
        const unsigned bits = bitsPerElement(dtype);
        std::vector<std::byte> all(bits == 4 ? 128 : bits == 8 ? 256 : 131072);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<std::byte>(bits == 16 ? (i % 2 == 0 ? i / 2 : i / 512) : bits == 8 ? i : i * 2 + 1);
        for (const DType wide : {DType::F32, DType::F64}) {
            const auto back = cast(wide, dtype, cast(dtype, wide, all));
            for (std::size_t i = 0; i < all.size() * 8 / bits; ++i) {
                const double was = readScalar(dtype, all, i).toDouble();
                ASSERT_TRUE(same(readScalar(dtype, back, i).toDouble(), was)) << dtypeName(dtype) << ' ' << i;
            }
        }
    }
}

TEST(Cast, KernelsGiveWhatTheTwinsDoForAllHalfs)
{
    std::vector<std::uint16_t> patterns(65536);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        patterns[i] = static_cast<std::uint16_t>(i);
    const auto source = storedBytes(patterns);
    for (const DType dtype : {DType::F16, DType::BF16}) {
        const auto wide = cast(dtype, DType::F32, source);
        const unsigned mantissaBits = info(dtype).layout.mantissaBits;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, wide.data() + 4 * i, 4);
            const double value = decodeFloat(i, info(dtype).layout);
            if (std::isnan(value)) {
                const auto wanted = static_cast<std::uint32_t>(
                    (i & 0x8000) << 16 | 0x7f800000U | (i & ((1U << mantissaBits) - 1)) << (23 - mantissaBits));
                ASSERT_EQ(bits, wanted) << i;
            } else {
                ASSERT_EQ(bits, std::bit_cast<std::uint32_t>(static_cast<float>(value))) << i;
            }
        }
    }
}

TEST(Cast, KernelsGiveWhatTheTwinsDoForFloats)
{
    std::vector<std::uint32_t> patterns;
    // Values around every BF16 number: itself, the midpoints to the next BF16 and F16 numbers, and the neighbors of
    // these.
    for (std::uint32_t top = 0; top < 65536; ++top) {
        for (const std::uint32_t low :
            {0x0000U, 0x0001U, 0x0fffU, 0x1000U, 0x1001U, 0x7fffU, 0x8000U, 0x8001U, 0xffffU})
            patterns.push_back(top << 16 | low);
        patterns.push_back((top & 0x8000) << 16 | (0x33000000 + (top & 0x7fff) * 0x1000)); // from 2^-25 on, in steps
    }
    std::mt19937 random(20261121);
    for (int i = 0; i < 300'000; ++i)
        patterns.push_back(static_cast<std::uint32_t>(random()));
    const auto source = storedBytes(patterns);
    for (const DType dtype : {DType::F16, DType::BF16}) {
        const auto values = magnitudes(dtype);
        const auto narrow = cast(DType::F32, dtype, source);
        const unsigned mantissaBits = info(dtype).layout.mantissaBits;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, narrow.data() + 2 * i, 2);
            const float value = std::bit_cast<float>(patterns[i]);
            if (std::isnan(value)) {
                const std::uint32_t top = dtype == DType::F16 ? 0x7e00 : 0x7fc0;
                const std::uint32_t payload = (patterns[i] & 0x7fffff) >> (23 - mantissaBits);
                ASSERT_EQ(bits, (patterns[i] >> 31) << 15 | top | payload) << patterns[i];
                continue;
            }
            const double result = decodeFloat(bits, info(dtype).layout);
            ASSERT_EQ(result, expected(value, dtype, values)) << dtypeName(dtype) << ' ' << value;
            ASSERT_EQ(bits >> 15, patterns[i] >> 31) << value;
        }
    }
}

TEST(Cast, KernelsTakeAnyCountAndAlignment)
{
    struct Pair {
        DType from;
        DType to;
    };
    std::mt19937 random(7);
    for (const auto& [from, to] : {Pair{DType::F32, DType::BF16}, Pair{DType::F32, DType::F16},
             Pair{DType::BF16, DType::F32}, Pair{DType::F16, DType::F32}}) {
        const std::size_t fromSize = bitsPerElement(from) / 8;
        const std::size_t toSize = bitsPerElement(to) / 8;
        std::vector<std::byte> source(1 + 70 * fromSize);
        for (std::byte& byte : source)
            byte = static_cast<std::byte>(random());
        for (std::size_t count = 0; count < 70; ++count) {
            std::vector<std::byte> target(1 + count * toSize + 1, std::byte{0xaa});
            castElements(from, to, source.data() + 1, count, target.data() + 1);
            EXPECT_EQ(target.front(), std::byte{0xaa});
            EXPECT_EQ(target.back(), std::byte{0xaa}) << count;
            for (std::size_t i = 0; i < count; ++i) {
                std::vector<std::byte> one(toSize);
                castElements(from, to, source.data() + 1 + i * fromSize, 1, one.data());
                ASSERT_TRUE(std::equal(one.begin(), one.end(), target.begin() + std::ptrdiff_t(1 + i * toSize)));
            }
        }
    }
}

TEST(Cast, OfDoublesIsRoundedOnce)
{
    // Rounding to F32 first would make this a tie, which becomes 1.
    const double justAbove = 1 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40);
    EXPECT_EQ(castOne<std::uint16_t>(DType::F64, DType::BF16, justAbove), 0x3f81);
    EXPECT_EQ(castOne<std::uint16_t>(DType::F64, DType::BF16, 1 + std::ldexp(1.0, -8)), 0x3f80);
    // 2^62 + 2^54 is halfway between two BF16 numbers; one more than that is closer to the upper.
    const std::int64_t tie = (std::int64_t{1} << 62) + (std::int64_t{1} << 54);
    EXPECT_EQ(castOne<std::uint16_t>(DType::I64, DType::BF16, tie), 0x5e80);
    EXPECT_EQ(castOne<std::uint16_t>(DType::I64, DType::BF16, tie + 1), 0x5e81);
    EXPECT_EQ(castOne<std::uint16_t>(DType::I64, DType::BF16, -tie - 1), 0xde81);
    EXPECT_EQ(castOne<std::uint16_t>(DType::U64, DType::BF16, ~std::uint64_t{0}), 0x5f80);
    EXPECT_EQ(castOne<float>(DType::I64, DType::F32, tie + 1), static_cast<float>(tie + 1));
}

TEST(Cast, ToIntegersTruncatesAndSaturates)
{
    EXPECT_EQ((castOne<std::int8_t>(DType::F32, DType::I8, 1.9F)), 1);
    EXPECT_EQ((castOne<std::int8_t>(DType::F32, DType::I8, -1.9F)), -1);
    EXPECT_EQ((castOne<std::int8_t>(DType::F32, DType::I8, 127.9F)), 127);
    EXPECT_EQ((castOne<std::int8_t>(DType::F32, DType::I8, 128.0F)), 127);
    EXPECT_EQ((castOne<std::int8_t>(DType::F32, DType::I8, -129.0F)), -128);
    EXPECT_EQ((castOne<std::uint8_t>(DType::F32, DType::U8, -0.9F)), 0);
    EXPECT_EQ((castOne<std::uint8_t>(DType::F32, DType::U8, -3.0F)), 0);
    EXPECT_EQ((castOne<std::int32_t>(DType::F64, DType::I32, nan)), 0);
    EXPECT_EQ((castOne<std::int64_t>(DType::F64, DType::I64, infinity)), INT64_MAX);
    EXPECT_EQ((castOne<std::int64_t>(DType::F64, DType::I64, -infinity)), INT64_MIN);
    EXPECT_EQ((castOne<std::int64_t>(DType::F64, DType::I64, -0x1p63)), INT64_MIN);
    EXPECT_EQ((castOne<std::int64_t>(DType::F64, DType::I64, std::nextafter(0x1p63, 0))), INT64_MAX - 1023);
    EXPECT_EQ((castOne<std::uint64_t>(DType::F64, DType::U64, 0x1p64)), UINT64_MAX);
    EXPECT_EQ((castOne<std::uint64_t>(DType::F64, DType::U64, 0x1p63)), std::uint64_t{1} << 63);
    EXPECT_EQ((castOne<std::uint8_t>(DType::I16, DType::U8, std::int16_t{-5})), 0);
    EXPECT_EQ((castOne<std::uint8_t>(DType::I16, DType::U8, std::int16_t{300})), 255);
    EXPECT_EQ((castOne<std::int64_t>(DType::U64, DType::I64, UINT64_MAX)), INT64_MAX);
    EXPECT_EQ((castOne<std::int16_t>(DType::U16, DType::I16, std::uint16_t{7})), 7);
}

TEST(Cast, BooleansAreNumbersAndZeroness)
{
    EXPECT_EQ((castOne<float>(DType::BOOL, DType::F32, std::uint8_t{1})), 1.0F);
    EXPECT_EQ((castOne<float>(DType::BOOL, DType::F32, std::uint8_t{2})), 2.0F);
    EXPECT_EQ((castOne<std::uint8_t>(DType::F32, DType::BOOL, 0.1F)), 1);
    EXPECT_EQ((castOne<std::uint8_t>(DType::F32, DType::BOOL, -0.0F)), 0);
    EXPECT_EQ((castOne<std::uint8_t>(DType::F64, DType::BOOL, nan)), 1);
    EXPECT_EQ((castOne<std::uint8_t>(DType::I64, DType::BOOL, std::int64_t{256})), 1);
}

TEST(Cast, PowersOfTwoAreAsPyTorchRoundsThem)
{
    const auto scale = [](float value) { return castOne<std::uint8_t>(DType::F32, DType::F8_E8M0, value); };
    EXPECT_EQ(scale(1.0F), 127);
    EXPECT_EQ(scale(1.49F), 127);
    EXPECT_EQ(scale(1.5F), 128);
    EXPECT_EQ(scale(3.0F), 129);
    EXPECT_EQ(scale(-2.0F), 128);
    EXPECT_EQ(scale(0.0F), 0);
    EXPECT_EQ(scale(0x1p-127F), 0);
    EXPECT_EQ(scale(0x1.8p-127F), 1);
    EXPECT_EQ(scale(0x1p-140F), 0);
    EXPECT_EQ(scale(0x1p127F), 254);
    EXPECT_EQ(scale(0x1.8p127F), 255);
    EXPECT_EQ(scale(std::numeric_limits<float>::infinity()), 255);
    EXPECT_EQ(scale(std::numeric_limits<float>::quiet_NaN()), 255);
}

TEST(Cast, NibblesAreLowFirstAndTheLastByteIsPadded)
{
    const auto bytes = cast(DType::F32, DType::F4, storedBytes(std::vector<float>{1, -6, 0.5F}));
    ASSERT_EQ(bytes.size(), 2U);
    EXPECT_EQ(bytes[0], std::byte{0xf2});
    EXPECT_EQ(bytes[1], std::byte{0x01});
    // More than one block, and an odd number of elements.
    std::vector<float> many(3001);
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i] = i % 3 == 0 ? 4.0F : -1.5F;
    const auto packed = cast(DType::F32, DType::F4, storedBytes(many));
    for (std::size_t i = 0; i < many.size(); ++i)
        ASSERT_EQ(readScalar(DType::F4, packed, i).toDouble(), many[i]) << i;
}

TEST(Cast, WhatCannotBeCastIsSaid)
{
    EXPECT_TRUE(canCast(DType::C64, DType::C64));
    EXPECT_FALSE(canCast(DType::C64, DType::F32));
    EXPECT_FALSE(canCast(DType::F32, DType::C64));
    EXPECT_FALSE(canCast(DType::F6_E2M3, DType::F32));
    EXPECT_FALSE(canCast(DType::Opaque, DType::U8));
    EXPECT_TRUE(canCast(DType::F4, DType::BOOL));
}

TEST(Cast, ALosslessCastKeepsEveryValue)
{
    const auto all = [](DType) { return true; };
    const auto none = [](DType) { return false; };
    for (const DType from : {DType::F4, DType::F8_E8M0, DType::F8_E4M3FNUZ, DType::F8_E5M2FNUZ}) {
        const auto to = losslessCast(from, all);
        ASSERT_TRUE(to.has_value());
        std::vector<std::byte> patterns(256);
        for (std::size_t i = 0; i < patterns.size(); ++i)
            patterns[i] = static_cast<std::byte>(i);
        const auto wider = cast(from, *to, patterns);
        for (std::size_t i = 0; i < patterns.size() * 8 / bitsPerElement(from); ++i) {
            ASSERT_TRUE(same(readScalar(*to, wider, i).toDouble(), readScalar(from, patterns, i).toDouble()))
                << dtypeName(from) << ' ' << i;
        }
        EXPECT_FALSE(losslessCast(from, none).has_value());
    }
    EXPECT_FALSE(losslessCast(DType::C64, all).has_value());
}

} // namespace loupe::test
