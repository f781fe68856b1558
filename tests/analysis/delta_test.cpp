#include "analysis/comparison/delta.h"

#include "analysis/one_tensor.h"
#include "analysis/parallel/parallel.h"
#include "support/delta_checks.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>

namespace loupe::test {
namespace {

std::string randomBytes(std::size_t size, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::string bytes(size, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

template <typename T>
std::string bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::span<const std::byte> asBytes(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

Delta compare(DType dtypeA, const std::string& a, DType dtypeB, const std::string& b,
    const std::optional<Tolerance>& tolerance = {})
{
    const OneTensor tensorA(dtypeA, std::string_view(a));
    const OneTensor tensorB(dtypeB, std::string_view(b));
    return compareValues(tensorA.elements(), tensorB.elements(), {.tolerance = tolerance}).value();
}

void expectAsPlain(DType dtypeA, const std::string& a, DType dtypeB, const std::string& b)
{
    const Tolerance tolerance{0.31415926, 0.1234567};
    const Delta delta = compare(dtypeA, a, dtypeB, b, tolerance);
    const PlainPair pair{dtypeA, asBytes(a), dtypeB, asBytes(b), a.size() * 8 / bitsPerElement(dtypeA)};
    EXPECT_EQ(checkDelta(delta, pair, tolerance), "") << dtypeName(dtypeA) << " and " << dtypeName(dtypeB);
}

std::vector<DType> readableDTypes()
{
    std::vector<DType> dtypes;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        if (hasReadableValues(static_cast<DType>(i)))
            dtypes.push_back(static_cast<DType>(i));
    }
    return dtypes;
}

TEST(Delta, OfRandomBitsOfEveryDType)
{
    for (const DType dtype : readableDTypes()) {
        // Slightly more than one block.
        const std::size_t size = (2048 + 77) * 8 * bitsPerElement(dtype) / 64;
        const std::string a = randomBytes(size, 1);
        std::string b = a;
        expectAsPlain(dtype, a, dtype, b);
        b.replace(size / 3, size / 4, randomBytes(size / 4, 2));
        expectAsPlain(dtype, a, dtype, b);
        expectAsPlain(dtype, a, dtype, randomBytes(size, 3));
    }
}

TEST(Delta, OfEveryPairOfDTypes)
{
    constexpr std::size_t count = 2048 + 96;
    for (const DType dtypeA : readableDTypes()) {
        for (const DType dtypeB : readableDTypes()) {
            expectAsPlain(dtypeA, randomBytes(count * bitsPerElement(dtypeA) / 8, 4), dtypeB,
                randomBytes(count * bitsPerElement(dtypeB) / 8, 5));
        }
    }
}

TEST(Delta, OfValuesThatAreTheSameInOtherDTypes)
{
    const std::vector<float> floats{
        0.0f, -0.0f, 1.5f, -2.0f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()};
    const std::vector<double> doubles(floats.begin(), floats.end());
    const Delta delta = compare(DType::F32, bytesOf(floats), DType::F64, bytesOf(doubles));
    EXPECT_FALSE(delta.identical);
    EXPECT_EQ(delta.differing, 0u);
    EXPECT_EQ(delta.maximum, 0.0);
    EXPECT_EQ(delta.cosine, 1.0);
    EXPECT_FALSE(delta.differingBits);
}

TEST(Delta, SeesIntegersThatDoublesCannotTellApart)
{
    const std::vector<std::int64_t> a{(std::int64_t{1} << 53) + 1, INT64_MAX, -5};
    const std::vector<std::int64_t> b{std::int64_t{1} << 53, INT64_MAX - 1, -5};
    const Delta delta = compare(DType::I64, bytesOf(a), DType::I64, bytesOf(b));
    EXPECT_EQ(delta.differing, 2u);
    EXPECT_EQ(delta.maximum, 1.0);
    // -1 does not equal the largest unsigned number, which has the same bits.
    const Delta sign = compare(DType::I64, bytesOf(std::vector<std::int64_t>{-1}), DType::U64,
        bytesOf(std::vector<std::uint64_t>{UINT64_MAX}));
    EXPECT_EQ(sign.differing, 1u);
    EXPECT_EQ(sign.maximum, 0x1p64);
    const Delta rounded = compare(DType::I64, bytesOf(a), DType::F64, bytesOf(std::vector{0x1p53, 0x1p63, -5.0}));
    EXPECT_EQ(rounded.differing, 2u);
}

TEST(Delta, OfZerosAndNanThatDifferInBitsAlone)
{
    const std::vector<std::uint32_t> a{0, 0x7fc00000, 0x3f800000};
    const std::vector<std::uint32_t> b{0x80000000, 0xffc00123, 0x3f800000};
    const Delta delta = compare(DType::F32, bytesOf(a), DType::F32, bytesOf(b));
    EXPECT_FALSE(delta.identical);
    EXPECT_EQ(delta.differing, 0u);
    EXPECT_EQ(delta.differingBits, 2u);
    EXPECT_FALSE(delta.firstDifference);
    EXPECT_EQ(delta.maximumUlp, 0u);
}

TEST(Delta, OfSpecialsAmongOrdinaryNumbers)
{
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> a(5000, 1.0f);
    std::vector<float> b(5000, 1.0f);
    a[3000] = nan; // on one side only
    b[3001] = inf;
    a[3002] = inf, b[3002] = -inf;
    a[3003] = nan, b[3003] = nan;
    a[3004] = inf, b[3004] = inf;
    b[4999] = 3.0f;
    const Delta delta = compare(DType::F32, bytesOf(a), DType::F32, bytesOf(b));
    EXPECT_EQ(delta.differing, 4u);
    EXPECT_EQ(delta.firstDifference, 3000u);
    EXPECT_EQ(delta.nonfiniteOnlyA, 1u);
    EXPECT_EQ(delta.nonfiniteOnlyB, 1u);
    EXPECT_EQ(delta.maximum, 2.0);
    EXPECT_EQ(delta.mean, 2.0 / 4995);
}

TEST(Delta, OfDoublesWhoseSquaresOverflowOrVanish)
{
    for (const double scale : {0x1p800, 0x1p1000, 0x1p-700, 0x1p-1060}) {
        std::vector<double> a(3000);
        std::vector<double> b(3000);
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] = static_cast<double>(i) * scale;
            b[i] = static_cast<double>(i + i % 2) * scale;
        }
        expectAsPlain(DType::F64, bytesOf(a), DType::F64, bytesOf(b));
        expectAsPlain(DType::F64, bytesOf(a), DType::F64, bytesOf(std::vector<double>(3000)));
    }
    const Delta far = compare(DType::F64, bytesOf(std::vector{1.7e308}), DType::F64, bytesOf(std::vector{-1.7e308}));
    EXPECT_EQ(far.maximum, std::numeric_limits<double>::infinity());
    EXPECT_EQ(far.cosine, -1.0);
}

TEST(Delta, UlpIsTheDistanceInTheRowOfAllNumbers)
{
    for (const DType dtype : {DType::F16, DType::BF16, DType::F8_E5M2, DType::F8_E4M3, DType::F8_E4M3FNUZ}) {
        const std::size_t width = bitsPerElement(dtype) / 8;
        std::vector<std::pair<double, std::uint16_t>> row; // number and its bit pattern
        for (std::uint32_t pattern = 0; pattern < 1u << (8 * width); ++pattern) {
            const double number = decodeFloat(pattern, info(dtype).layout);
            if (std::isfinite(number) && !(number == 0 && std::signbit(number)))
                row.emplace_back(number, static_cast<std::uint16_t>(pattern));
        }
        std::sort(row.begin(), row.end());
        const auto bytes = [&](std::size_t place) {
            return std::string(reinterpret_cast<const char*>(&row[place].second), width);
        };
        std::mt19937 random(9);
        for (int round = 0; round < 60; ++round) {
            const std::size_t a = random() % row.size();
            const std::size_t b = random() % row.size();
            const Delta delta = compare(dtype, bytes(a), dtype, bytes(b));
            EXPECT_EQ(delta.maximumUlp, a > b ? a - b : b - a) << dtypeName(dtype) << ' ' << a << ' ' << b;
        }
    }
}

TEST(Delta, OfOneElementAtTheVeryEnd)
{
    std::vector<float> a(3'000'001, 0.5f);
    auto b = a;
    b.back() = 0.75f;
    const Delta delta = compare(DType::F32, bytesOf(a), DType::F32, bytesOf(b), Tolerance{0.1, 0});
    EXPECT_FALSE(delta.identical);
    EXPECT_EQ(delta.differing, 1u);
    EXPECT_EQ(delta.firstDifference, 3'000'000u);
    EXPECT_EQ(delta.beyondTolerance, 1u);
    EXPECT_EQ(delta.maximum, 0.25);
    EXPECT_EQ(delta.maximumUlp, 1u << 22);
    EXPECT_DOUBLE_EQ(*delta.rms, 0.25 / std::sqrt(3'000'001.0));
}

TEST(Delta, OfTheSameBytes)
{
    const std::string zeros(40'000, '\0');
    const Delta zero = compare(DType::F32, zeros, DType::F32, zeros);
    EXPECT_TRUE(zero.identical);
    EXPECT_EQ(zero.maximum, 0.0);
    EXPECT_EQ(zero.relativeL2, 0.0);
    EXPECT_EQ(zero.relativeToB, 0.0);
    EXPECT_FALSE(zero.cosine);
    std::vector<float> lateValue(10'000, std::numeric_limits<float>::quiet_NaN());
    const Delta nan = compare(DType::F32, bytesOf(lateValue), DType::F32, bytesOf(lateValue));
    EXPECT_TRUE(nan.identical);
    EXPECT_FALSE(nan.maximum);
    lateValue.back() = 2;
    EXPECT_EQ(compare(DType::F32, bytesOf(lateValue), DType::F32, bytesOf(lateValue)).cosine, 1.0);
    const Delta empty = compare(DType::BF16, "", DType::BF16, "");
    EXPECT_TRUE(empty.identical);
    EXPECT_FALSE(empty.mean);
}

TEST(Delta, OfTypesWithoutReadableValuesIsOfTheirBytes)
{
    const Delta same = compare(DType::F6_E2M3, "abcdef", DType::F6_E2M3, "abcdef");
    EXPECT_TRUE(same.identical);
    EXPECT_FALSE(same.note.empty());
    const Delta other = compare(DType::F6_E2M3, "abcdef", DType::F6_E2M3, "abcdeg");
    EXPECT_FALSE(other.identical);
    EXPECT_FALSE(other.differing);
    EXPECT_FALSE(other.note.empty());
}

TEST(Delta, NeedsAsManyElementsOnBothSides)
{
    const OneTensor a(DType::U8, std::string_view("abc"));
    const OneTensor b(DType::U8, std::string_view("abcd"));
    const auto delta = compareValues(a.elements(), b.elements());
    ASSERT_FALSE(delta);
    EXPECT_EQ(delta.error().code, ErrorCode::InvalidArgument);
    EXPECT_FALSE(areIdentical(a.elements(), b.elements()).value());
}

std::vector<float> normal(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution(0.001f, 0.02f);
    std::vector<float> values(count);
    for (float& value : values)
        value = distribution(random);
    return values;
}

TEST(DeltaWork, DoesNotDependOnTheNumberOfThreads)
{
    const auto a = normal(3'000'000, 1);
    auto b = normal(3'000'000, 2);
    std::copy(a.begin(), a.begin() + 1'500'000, b.begin()); // equal at first, then different
    for (const DType dtype : {DType::F32, DType::BF16, DType::F64, DType::C64, DType::I32}) {
        const OneTensor tensorA(dtype, a);
        const OneTensor tensorB(dtype, b);
        std::vector<Delta> deltas;
        for (const std::size_t threads : {1, 2, 3, 8, 8, 8}) {
            setThreadLimit(threads);
            deltas.push_back(compareValues(tensorA.elements(), tensorB.elements()).value());
        }
        setThreadLimit(0);
        for (const Delta& other : deltas) {
            // Bit for bit, not nearly.
            EXPECT_EQ(other.mean, deltas.front().mean);
            EXPECT_EQ(other.rms, deltas.front().rms);
            EXPECT_EQ(other.relativeL2, deltas.front().relativeL2);
            EXPECT_EQ(other.cosine, deltas.front().cosine);
            EXPECT_EQ(other.firstDifference, deltas.front().firstDifference);
            EXPECT_EQ(other.differing, deltas.front().differing);
        }
    }
}

TEST(DeltaWork, ReadsFilesThatAreNotMapped)
{
    const auto a = normal(1'000'000, 1);
    const auto b = normal(1'000'000, 2);
    const OneTensor mapped(DType::F32, a, Source::Access::Map);
    const OneTensor read(DType::F32, b, Source::Access::Read);
    const OneTensor other(DType::F32, b, Source::Access::Map);
    ASSERT_FALSE(read.elements().source().mapped());
    EXPECT_EQ(compareValues(mapped.elements(), read.elements())->rms,
        compareValues(mapped.elements(), other.elements())->rms);
    EXPECT_TRUE(areIdentical(read.elements(), other.elements()).value());
    EXPECT_FALSE(areIdentical(read.elements(), mapped.elements()).value());
}

TEST(DeltaWork, ProgressReachesItsTotal)
{
    const auto values = normal(1'000'000, 1);
    auto changed = values;
    changed.back() = 7;
    for (const auto& [dtypeA, dtypeB, other] :
        {std::tuple(DType::F32, DType::F32, values), std::tuple(DType::F32, DType::F32, changed),
            std::tuple(DType::F32, DType::I32, changed), std::tuple(DType::F64, DType::C64, changed)}) {
        const OneTensor a(dtypeA, values);
        const OneTensor b(dtypeB, other);
        Progress progress;
        ASSERT_TRUE(compareValues(a.elements(), b.elements(), {}, {.stop = {}, .progress = &progress}));
        EXPECT_EQ(progress.total, 8'000'000u);
        EXPECT_EQ(progress.done, progress.total);
    }
}

TEST(DeltaWork, StopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    const OneTensor a(DType::F32, normal(1'000'000, 1));
    const OneTensor b(DType::F32, normal(1'000'000, 2));
    for (const auto& code : {compareValues(a.elements(), b.elements(), {}, {.stop = stop.get_token()}).error().code,
             areIdentical(a.elements(), b.elements(), {.stop = stop.get_token()}).error().code})
        EXPECT_EQ(code, ErrorCode::Stopped);
}

TEST(DeltaWork, AFileThatChangesIsAnErrorNotACrash)
{
    for (const auto access : {Source::Access::Map, Source::Access::Read}) {
        for (const bool second : {false, true}) {
            const OneTensor a(DType::F32, normal(1'000'000, 1), access);
            const OneTensor b(DType::F32, normal(1'000'000, 1), access);
            std::filesystem::resize_file((second ? b : a).path(), 5000);
            const auto delta = compareValues(a.elements(), b.elements());
            ASSERT_FALSE(delta);
            EXPECT_EQ(delta.error().code, ErrorCode::Changed);
        }
    }
}

} // namespace
} // namespace loupe::test
