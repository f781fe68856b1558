#include "analysis/comparison/difference_histogram.h"

#include "analysis/one_tensor.h"
#include "analysis/parallel/parallel.h"
#include "support/plain_delta.h"

#include <gtest/gtest.h>

#include <bit>
#include <filesystem>
#include <limits>
#include <random>

namespace loupe::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();

std::string randomBytes(std::size_t size, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::string bytes(size, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

Result<DifferenceHistogram> count(const OneTensor& a, const OneTensor& b, const std::vector<double>& edges,
    ComplexPart part = ComplexPart::Real, const Work& work = {})
{
    return countDifferences(a.elements(), b.elements(), edges, part, work);
}

/// Slow twin: one pair at a time, testing each bin in turn.
DifferenceHistogram plainly(DType dtypeA, const std::string& a, DType dtypeB, const std::string& b,
    std::uint64_t elements, const std::vector<double>& edges, bool imaginary)
{
    DifferenceHistogram plain;
    plain.histogram.edges = edges;
    plain.histogram.counts.resize(edges.size() - 1);
    for (std::uint64_t i = 0; i < elements; ++i) {
        const PlainNumber x = plainNumber(readScalar(dtypeA, std::as_bytes(std::span(a)), i));
        const PlainNumber y = plainNumber(readScalar(dtypeB, std::as_bytes(std::span(b)), i));
        const auto difference = static_cast<double>(imaginary ? y.imaginary - x.imaginary : y.real - x.real);
        if (!std::isfinite(difference)) {
            ++plain.nonfinite;
            continue;
        }
        plain.histogram.below += difference < edges.front();
        plain.histogram.above += difference > edges.back();
        for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
            const bool last = bin + 2 == edges.size();
            plain.histogram.counts[bin] +=
                difference >= edges[bin] && (difference < edges[bin + 1] || (last && difference == edges[bin + 1]));
        }
    }
    return plain;
}

void expectAsPlain(DType dtypeA, DType dtypeB, std::uint64_t elements, unsigned seed)
{
    SCOPED_TRACE(std::string(dtypeName(dtypeA)) + " and " + std::string(dtypeName(dtypeB)));
    const std::string a = randomBytes(elements * bitsPerElement(dtypeA) / 8, seed);
    std::string b = randomBytes(elements * bitsPerElement(dtypeB) / 8, seed + 1);
    if (dtypeA == dtypeB)
        b.replace(0, b.size() / 2, a, 0, b.size() / 2); // equal elements, including NaN
    const OneTensor tensorA(dtypeA, std::string_view(a));
    const OneTensor tensorB(dtypeB, std::string_view(b));
    for (const auto& edges : {std::vector{-largest, -1e30, -64.0, -1.5, -1e-3, 0.0, 1e-3, 1.5, 64.0, 1e30, largest},
             std::vector{-2.0, -1.0, 0.0, 0.0, 0.25, 0.5}}) {
        for (const bool imaginary : {false, true}) {
            const bool complex = dtypeA == DType::C64 || dtypeB == DType::C64;
            if (imaginary && !complex)
                continue;
            const auto counted = count(tensorA, tensorB, edges, imaginary ? ComplexPart::Imaginary : ComplexPart::Real);
            ASSERT_TRUE(counted);
            const DifferenceHistogram plain = plainly(dtypeA, a, dtypeB, b, elements, edges, imaginary);
            EXPECT_EQ(counted->histogram, plain.histogram);
            EXPECT_EQ(counted->nonfinite, plain.nonfinite);
        }
    }
}

TEST(DifferenceHistogram, OfRandomBitsOfEveryPairOfDTypes)
{
    std::vector<DType> dtypes;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        if (hasReadableValues(static_cast<DType>(i)))
            dtypes.push_back(static_cast<DType>(i));
    }
    for (const DType dtypeA : dtypes) {
        for (const DType dtypeB : dtypes)
            expectAsPlain(dtypeA, dtypeB, 600, 7);
    }
}

TEST(DifferenceHistogram, OfBlocksAndWhatIsLeft)
{
    for (const DType dtype : {DType::F32, DType::BF16, DType::F16, DType::F64, DType::I64, DType::U8, DType::C64}) {
        for (const std::uint64_t elements : {1, 2, 3, 5, 9, 17, 31, 2047, 2048, 2049, 4177})
            expectAsPlain(dtype, dtype, elements, 11);
    }
}

TEST(DifferenceHistogram, AsNumPyCountsThem)
{
    // numpy.histogram(b.astype(float64) - a.astype(float64), edges) of the same numbers.
    std::vector<float> a(5000);
    std::vector<std::uint16_t> b(5000); // halves
    std::vector<std::uint8_t> bytes(5000);
    std::vector<std::int64_t> integers(5000);
    for (std::int64_t i = 0; i < 5000; ++i) {
        const auto at = static_cast<std::size_t>(i);
        a[at] = static_cast<float>((i * 7919) % 1009 - 504) / 64;
        const std::int64_t numerator = (i * 104729) % 997 - 498; // in 1/128: at most 9 bits, which a half can hold
        unsigned half = numerator < 0 ? 0x8000 : 0;
        if (const auto magnitude = static_cast<unsigned>(std::abs(numerator)); magnitude > 0) {
            const auto top = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
            half |= (top - 7 + 15) << 10 | (magnitude << (10 - top) & 0x3ff);
        }
        b[at] = static_cast<std::uint16_t>(half);
        bytes[at] = static_cast<std::uint8_t>((i * 7919) % 251);
        integers[at] = (i * 104729) % 509 - 200;
    }
    std::vector<double> edges;
    for (int edge = -8; edge <= 8; ++edge)
        edges.push_back(edge);
    const auto floats = count(OneTensor(DType::F32, a), OneTensor(DType::F16, b), edges);
    ASSERT_TRUE(floats);
    EXPECT_EQ(floats->histogram.counts,
        (std::vector<std::uint64_t>{171, 219, 255, 295, 318, 317, 316, 318, 317, 317, 318, 316, 301, 253, 212, 180}));
    EXPECT_EQ(floats->histogram.below, 293u);
    EXPECT_EQ(floats->histogram.above, 284u);
    EXPECT_EQ(floats->nonfinite, 0u);
    const auto whole =
        count(OneTensor(DType::U8, bytes), OneTensor(DType::I64, integers), {-300, -100.5, -7, -1, 0, 0, 1, 64, 250});
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->histogram.counts, (std::vector<std::uint64_t>{1777, 913, 55, 9, 0, 9, 612, 1117}));
    EXPECT_EQ(whole->histogram.below, 442u);
    EXPECT_EQ(whole->histogram.above, 66u);
}

TEST(DifferenceHistogram, IsOfBMinusA)
{
    const OneTensor a(DType::F32, std::vector<float>{1, 1, 1});
    const OneTensor b(DType::F64, std::vector<double>{4, 4, -1});
    const auto counted = count(a, b, {-3, 0, 3});
    ASSERT_TRUE(counted);
    EXPECT_EQ(counted->histogram.counts, (std::vector<std::uint64_t>{1, 2}));
}

TEST(DifferenceHistogram, WhatIsNotFiniteIsCountedApart)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const OneTensor a(DType::F64, std::vector<double>{nan, 1, infinity, infinity, -largest, 2, -infinity});
    const OneTensor b(DType::F64, std::vector<double>{1, nan, infinity, -infinity, largest, 2, -infinity});
    const auto counted = count(a, b, {-1, 1});
    ASSERT_TRUE(counted);
    EXPECT_EQ(counted->nonfinite, 6u);
    EXPECT_EQ(counted->histogram.counts, std::vector<std::uint64_t>{1});
    EXPECT_EQ(counted->histogram.below, 0u);
    EXPECT_EQ(counted->histogram.above, 0u);
}

TEST(DifferenceHistogram, OfIntegersThatDoublesCannotTellApart)
{
    const OneTensor a(DType::I64, std::vector<std::int64_t>{(std::int64_t{1} << 53) + 1, INT64_MAX, INT64_MIN});
    const OneTensor b(DType::I64, std::vector<std::int64_t>{std::int64_t{1} << 53, INT64_MAX - 1, INT64_MAX});
    const auto counted = count(a, b, {-1.5, -0.5, 0.5, 0x1p65});
    ASSERT_TRUE(counted);
    EXPECT_EQ(counted->histogram.counts, (std::vector<std::uint64_t>{2, 0, 1}));
}

TEST(DifferenceHistogram, OfNoElementsIsEmpty)
{
    for (const auto& [dtypeA, dtypeB] : {std::pair(DType::F32, DType::F32), std::pair(DType::BF16, DType::I64)}) {
        const auto counted =
            count(OneTensor(dtypeA, std::string_view()), OneTensor(dtypeB, std::string_view()), {-1, 0, 1});
        ASSERT_TRUE(counted);
        EXPECT_EQ(counted->histogram.counts, (std::vector<std::uint64_t>{0, 0}));
        EXPECT_EQ(counted->nonfinite, 0u);
    }
}

TEST(DifferenceHistogram, RefusesWhatCannotBeCounted)
{
    const OneTensor three(DType::U8, std::string_view("abc"));
    const OneTensor four(DType::U8, std::string_view("abcd"));
    EXPECT_EQ(count(three, four, {0, 1}).error().code, ErrorCode::InvalidArgument);
    for (const auto& edges : {std::vector<double>{}, {1}, {1, 0}, {0, infinity}})
        EXPECT_EQ(count(three, three, edges).error().code, ErrorCode::InvalidArgument);
    const OneTensor sixBits(DType::F6_E2M3, std::string_view("abc"));
    EXPECT_EQ(count(sixBits, sixBits, {0, 1}).error().code, ErrorCode::Unsupported);
}

TEST(DifferenceHistogramWork, DoesNotDependOnTheNumberOfThreadsOrTheAccess)
{
    const std::string bytesA = randomBytes(6'000'000, 1);
    const std::string bytesB = randomBytes(6'000'000, 2);
    const std::vector<double> edges{-1e30, -1, -1e-9, 0, 1e-9, 1, 1e30};
    for (const DType dtype : {DType::F32, DType::BF16, DType::I64}) {
        const OneTensor a(dtype, std::string_view(bytesA), Source::Access::Map);
        const OneTensor b(dtype, std::string_view(bytesB), Source::Access::Read);
        std::vector<DifferenceHistogram> counted;
        for (const std::size_t threads : {1, 2, 8}) {
            setThreadLimit(threads);
            counted.push_back(count(a, b, edges).value());
        }
        setThreadLimit(0);
        for (const DifferenceHistogram& other : counted) {
            EXPECT_EQ(other.histogram, counted.front().histogram);
            EXPECT_EQ(other.nonfinite, counted.front().nonfinite);
        }
    }
}

TEST(DifferenceHistogramWork, ProgressReachesItsTotalAndItStops)
{
    const OneTensor a(DType::F32, randomBytes(4'000'000, 1));
    const OneTensor b(DType::F64, randomBytes(8'000'000, 2));
    Progress progress;
    ASSERT_TRUE(count(a, b, {-1, 1}, ComplexPart::Real, {.stop = {}, .progress = &progress}));
    EXPECT_EQ(progress.total, 12'000'000u);
    EXPECT_EQ(progress.done, progress.total);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(count(a, b, {-1, 1}, ComplexPart::Real, {.stop = stop.get_token()}).error().code, ErrorCode::Stopped);
}

TEST(DifferenceHistogramWork, AFileThatChangesIsAnErrorNotACrash)
{
    for (const bool second : {false, true}) {
        const OneTensor a(DType::F32, randomBytes(4'000'000, 1));
        const OneTensor b(DType::F32, randomBytes(4'000'000, 2));
        std::filesystem::resize_file((second ? b : a).path(), 5000);
        EXPECT_EQ(count(a, b, {-1, 1}).error().code, ErrorCode::Changed);
    }
}

} // namespace
} // namespace loupe::test
