#include "analysis/statistics/summary.h"

#include "analysis/one_tensor.h"
#include "analysis/plain_summary.h"
#include "support/sanitized.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <set>

namespace loupe {
namespace {

using test::OneTensor;

template <typename T>
Summary summaryOf(DType dtype, const std::vector<T>& values, const SummaryOptions& options = {})
{
    const OneTensor tensor(dtype, values);
    auto summary = summarize(tensor.elements(), options);
    EXPECT_TRUE(summary) << describe(summary.error());
    return summary.value_or(Summary{});
}

const std::vector<double> everyQuantile{0, 0.01, 0.25, 1.0 / 3, 0.5, 0.75, 0.99, 1};

template <typename T>
void expectAsPlain(DType dtype, const std::vector<T>& values, SummaryOptions options = {})
{
    options.findsExtremes = true;
    const auto bytes = std::as_bytes(std::span(values));
    test::expectSame(summaryOf(dtype, values, options),
        test::plainSummary(dtype, bytes, bytes.size() * 8 / bitsPerElement(dtype), options));
}

template <typename T>
std::vector<T> allPatterns()
{
    std::vector<T> values(std::size_t{1} << (8 * sizeof(T)));
    std::iota(values.begin(), values.end(), T{});
    return values;
}

/// Random bytes: as floats they have every exponent, NaN payloads, infinities and subnormals.
std::vector<std::uint8_t> randomBytes(std::size_t size)
{
    std::mt19937_64 random(11);
    std::vector<std::uint8_t> bytes(size);
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(random());
    return bytes;
}

/// The numbers i * 2^unit for every i from -count to count, as patterns of a 16-bit float dtype. 2^unit is the spacing
/// of the dtype at the end of this range.
std::vector<std::uint16_t> evenlySpaced(int count, int unit, int bias, int mantissaBits)
{
    std::vector<std::uint16_t> patterns;
    for (int i = -count; i <= count; ++i) {
        const int magnitude = std::abs(i);
        unsigned bits = 0;
        if (magnitude > 0) { // magnitude * 2^unit
            const int top = std::bit_width(static_cast<unsigned>(magnitude)) - 1;
            const unsigned mantissa = static_cast<unsigned>(magnitude) << (mantissaBits - top);
            bits = (static_cast<unsigned>(top + unit + bias) << mantissaBits) | (mantissa & ((1U << mantissaBits) - 1));
        }
        patterns.push_back(static_cast<std::uint16_t>(bits | (i < 0 ? 0x8000U : 0U)));
    }
    return patterns;
}

/// With 256 bins of equal width over [-0.15625, 0.15625], some bins would regularly have one number more, which looks
/// like a comb.
TEST(Summary, BinsThatFitHaveRoomForAsManyNumbersEach)
{
    struct Case {
        DType dtype;
        std::vector<std::uint16_t> numbers;
        double spacing;
    };
    // 160 is 1.25 * 2^7, so the greatest numbers are 2^unit apart, which is one unit of the mantissa's last bit.
    const Case cases[] = {
        {DType::BF16, evenlySpaced(160, -10, 127, 7), 0x1p-10}, {DType::F16, evenlySpaced(1280, -13, 15, 10), 0x1p-13}};
    for (const auto& [dtype, numbers, spacing] : cases) {
        SCOPED_TRACE(dtypeName(dtype));
        for (const std::uint32_t most : {256U, 100U, 64U}) {
            const Summary summary = summaryOf(dtype, numbers, {.bins = most, .fitsBins = true});
            ASSERT_EQ(summary.minimum->real, -0.15625);
            ASSERT_EQ(summary.maximum->real, 0.15625);
            const Histogram& histogram = *summary.histogram;
            EXPECT_LE(histogram.counts.size(), most);
            EXPECT_GT(histogram.counts.size(), most / 2);
            EXPECT_EQ(histogram.below + histogram.above, 0u);
            const double width = histogram.edges[1] - histogram.edges[0];
            EXPECT_EQ(width / spacing, std::round(width / spacing));
            const auto each = static_cast<std::uint64_t>(width / spacing);
            for (std::size_t bin = 1; bin + 1 < histogram.counts.size(); ++bin)
                ASSERT_EQ(histogram.counts[bin], each) << bin;
        }
    }
    const Summary exact = summaryOf(DType::BF16, cases[0].numbers, {.bins = 256});
    EXPECT_EQ(exact.histogram->counts.size(), 256u) << "as many as are asked for, where nobody wants them to fit";
}

TEST(Summary, BinsThatFitLeaveOutNothing)
{
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        if (!hasReadableValues(dtype) || dtype == DType::C64)
            continue;
        SCOPED_TRACE(dtypeName(dtype));
        const Summary summary = summaryOf(dtype, randomBytes(1 << 12), {.fitsBins = true});
        ASSERT_TRUE(summary.histogram);
        const Histogram& histogram = *summary.histogram;
        EXPECT_EQ(histogram.below + histogram.above, 0u);
        EXPECT_LE(histogram.counts.size(), 256u);
        EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}),
            summary.elements - *summary.nan - *summary.positiveInf - *summary.negativeInf);
    }
}

class EveryDType : public testing::TestWithParam<DType> { };

/// Under a sanitizer, which makes the twin many times slower, only one dtype for each form that an element has in
/// memory, since dtypes of the same form differ only in a table.
std::vector<DType> realDTypes()
{
    std::vector<DType> dtypes;
    std::set<ElementForm> forms;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const auto dtype = static_cast<DType>(i);
        if (!hasReadableValues(dtype) || dtype == DType::C64)
            continue;
        if (forms.insert(formOf(dtype)).second || !test::isSanitized)
            dtypes.push_back(dtype);
    }
    return dtypes;
}

INSTANTIATE_TEST_SUITE_P(Summary, EveryDType, testing::ValuesIn(realDTypes()),
    [](const auto& one) { return std::string(dtypeName(one.param)); });

TEST_P(EveryDType, AgreesWithThePlainTwinOnEveryBytePair)
{
    expectAsPlain(GetParam(), allPatterns<std::uint16_t>(), {.quantiles = everyQuantile});
}

TEST_P(EveryDType, AgreesWithThePlainTwinOnEveryByte)
{
    expectAsPlain(GetParam(), allPatterns<std::uint8_t>());
}

TEST_P(EveryDType, AgreesWithThePlainTwinOnSeveralChunks)
{
    expectAsPlain(GetParam(), randomBytes(2 * (std::size_t{1} << 20) + 256), {.bins = 77, .quantiles = everyQuantile});
    if (!test::isSanitized)
        expectAsPlain(GetParam(), randomBytes(2 * (std::size_t{1} << 20) + 256), {.bins = 5000});
}

TEST_P(EveryDType, AgreesWithThePlainTwinOnAGivenRange)
{
    expectAsPlain(GetParam(), randomBytes(4096), {.bins = 10, .range = std::pair(-2.0, 100.0)});
    expectAsPlain(GetParam(), randomBytes(300'000), {.bins = 10, .range = std::pair(-2.0, 100.0), .quantiles = {0.5}});
}

TEST_P(EveryDType, AgreesWithThePlainTwinOnGivenEdges)
{
    const std::vector<double> edges{-1e30, -100, -1, -0.5, 0, 0, 1e-9, 0.5, 1, 7, 3000, 1e20};
    expectAsPlain(GetParam(), randomBytes(4096), {.edges = edges});
    expectAsPlain(GetParam(), randomBytes(300'000), {.bins = 10, .quantiles = {0.5}, .edges = edges});
}

TEST_P(EveryDType, CountsOneElementMoreOrLessThanAChunk)
{
    const std::uint64_t chunk = std::uint64_t{1} << 20;
    const std::uint64_t element = std::max(1u, bitsPerElement(GetParam()) / 8);
    for (const std::uint64_t size : {element, chunk - element, chunk, chunk + element}) {
        if (!test::isSanitized || size == element || size > chunk)
            expectAsPlain(GetParam(), randomBytes(size), {.quantiles = everyQuantile});
    }
}

TEST_P(EveryDType, NothingComesOfNothing)
{
    const Summary summary = summaryOf(GetParam(), std::vector<std::uint8_t>{});
    EXPECT_EQ(summary.elements, 0u);
    EXPECT_EQ(summary.nan, 0u);
    EXPECT_EQ(summary.zero, 0u);
    EXPECT_FALSE(summary.minimum || summary.maximum || summary.mean || summary.standardDeviation);
    EXPECT_FALSE(summary.histogram || summary.firstNonfinite);
}

TEST(Summary, Keeps64BitIntegersExact)
{
    const std::vector<std::int64_t> values{INT64_MIN, INT64_MAX - 1, INT64_MAX, -3};
    const Summary summary = summaryOf(DType::I64, values);
    EXPECT_EQ(summary.minimum->asSigned, INT64_MIN);
    EXPECT_EQ(summary.maximum->asSigned, INT64_MAX);
    EXPECT_DOUBLE_EQ(*summary.mean, static_cast<double>(INT64_MAX / 4 - 1));
    const Summary large = summaryOf(DType::U64, std::vector<std::uint64_t>{UINT64_MAX, UINT64_MAX - 2});
    EXPECT_EQ(large.minimum->asUnsigned, UINT64_MAX - 2);
    EXPECT_EQ(*large.standardDeviation, 1.0);
}

TEST(Summary, ASumThatOverflowsDoublesStillHasAMean)
{
    constexpr double largest = std::numeric_limits<double>::max();
    const Summary summary = summaryOf(DType::F64, std::vector<double>{largest, largest, -largest, largest});
    EXPECT_EQ(*summary.mean, largest / 2);
    EXPECT_TRUE(std::isfinite(*summary.standardDeviation));
    EXPECT_EQ(summary.histogram->counts.front(), 1u);
    EXPECT_EQ(summary.histogram->counts.back(), 3u);
}

TEST(Summary, ASmallSpreadOnALargeOffsetKeepsItsDeviation)
{
    std::vector<double> values;
    for (int i = 0; i < 400'000; ++i)
        values.push_back(1e9 + (i % 2));
    const Summary summary = summaryOf(DType::F64, values);
    EXPECT_DOUBLE_EQ(*summary.mean, 1e9 + 0.5);
    EXPECT_NEAR(*summary.standardDeviation, 0.5, 1e-12);
}

TEST(Summary, MinusZeroIsZeroAndNotNegative)
{
    for (const DType dtype : {DType::F32, DType::F16}) {
        const std::vector<std::uint8_t> minusZero =
            dtype == DType::F32 ? std::vector<std::uint8_t>{0, 0, 0, 0x80} : std::vector<std::uint8_t>{0, 0x80};
        const Summary summary = summaryOf(dtype, minusZero);
        EXPECT_EQ(summary.zero, 1u);
        EXPECT_EQ(summary.negative, 0u);
        EXPECT_EQ(summary.subnormal, 0u);
        EXPECT_EQ(summary.minimum->toDouble(), 0.0);
    }
}

/// Tests base + step * (i mod 4), whose mean and deviation are known. Less careful algorithms lose precision here.
template <typename T>
void expectExactMoments(DType dtype, double base, double step, std::size_t count)
{
    std::vector<T> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<T>(base + step * static_cast<double>(i % 4)));
    const Summary summary = summaryOf(dtype, values, {.bins = 0});
    EXPECT_NEAR(*summary.mean, base + 1.5 * step, 4e-16 * std::abs(base) + 1e-14 * step) << base;
    EXPECT_NEAR(*summary.standardDeviation, step * std::sqrt(1.25), step * 1e-14) << base;
}

TEST(Summary, MomentsKeepTheirDigitsOnNastyNumbers)
{
    for (const std::size_t count : {1000u, 100'000u, 3'000'000u}) {
        if (test::isSanitized && count > 100'000)
            continue;
        expectExactMoments<double>(DType::F64, 1e15, 0.5, count);
        expectExactMoments<double>(DType::F64, -1e9, 0x1p-20, count);
        expectExactMoments<double>(DType::F64, 0, 5e307, count);
        expectExactMoments<double>(DType::F64, -1e308, 5e307, count);
        expectExactMoments<double>(DType::F64, 1e-300, 1e-301, count);
        expectExactMoments<double>(DType::F64, 0, 0x1p-1070, count);
        expectExactMoments<float>(DType::F32, 16'000'000, 1, count);
        expectExactMoments<float>(DType::F32, 0, 0x1p-148, count);
        expectExactMoments<float>(DType::F32, 0, 0x1p126, count);
        expectExactMoments<std::int64_t>(DType::I64, 0x1p62, 2048, count);
        expectExactMoments<std::int64_t>(DType::I64, -0x1p62, 0x1p60, count);
        expectExactMoments<std::uint64_t>(DType::U64, 0x1.8p63, 4096, count);
        expectExactMoments<std::int32_t>(DType::I32, -2e9, 1, count);
        expectExactMoments<std::uint32_t>(DType::U32, 4e9, 1, count);
    }
}

TEST(Summary, FirstOutliersDoNotSpoilTheDeviationOfTheRest)
{
    std::vector<double> values(1'000'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = i < 5000 ? 1e12 : 1.0 + static_cast<double>(i % 2);
    const auto bytes = std::as_bytes(std::span(values));
    test::expectSame(summaryOf(DType::F64, values), test::plainSummary(DType::F64, bytes, values.size()));
}

/// Tests values that share their upper bits, so that the search has to continue to the last bits.
template <typename T>
void expectQuantilesOfCrowd(DType dtype, T base, std::size_t different)
{
    std::mt19937_64 random(5);
    std::vector<T> values(test::isSanitized ? 40'000 : 400'000);
    for (T& value : values) {
        using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        value = std::bit_cast<T>(static_cast<Word>(std::bit_cast<Word>(base) + random() % different));
    }
    expectAsPlain(dtype, values, {.bins = 20, .quantiles = everyQuantile});
}

TEST(Summary, QuantilesOfCrowdedNumbersAreExact)
{
    for (const std::size_t different : {2u, 1000u, 100'000u}) {
        expectQuantilesOfCrowd<double>(DType::F64, 1.0, different);
        expectQuantilesOfCrowd<double>(DType::F64, -1e300, different);
        expectQuantilesOfCrowd<float>(DType::F32, -1.0f, different);
        expectQuantilesOfCrowd<std::int64_t>(DType::I64, -5, different);
        expectQuantilesOfCrowd<std::uint64_t>(DType::U64, 0, different);
        expectQuantilesOfCrowd<std::int32_t>(DType::I32, -50, different);
        expectQuantilesOfCrowd<std::uint32_t>(DType::U32, 0x7fffffff, different);
    }
}

TEST(Summary, ManyQuantilesAtOnceAreExact)
{
    std::vector<double> fractions;
    for (int i = 0; i <= 200; ++i)
        fractions.push_back(i / 200.0);
    const std::size_t bytes = test::isSanitized ? 400'000 : 4'000'000;
    expectAsPlain(DType::F32, randomBytes(bytes), {.bins = 30, .quantiles = fractions});
    expectAsPlain(DType::F64, randomBytes(bytes), {.bins = 30, .quantiles = fractions});
}

TEST(Summary, ComplexPartsHaveQuantiles)
{
    std::vector<float> values(100'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i % 2 == 0 ? i : 7 * i % 1000);
    const Summary summary = summaryOf(DType::C64, values, {.quantiles = {0.5}});
    EXPECT_TRUE(summary.quantiles.empty());
    EXPECT_EQ(summary.parts[0].quantiles.front().value, 49'999.0);
    std::vector<float> imaginary;
    for (std::size_t i = 1; i < values.size(); i += 2)
        imaginary.push_back(values[i]);
    EXPECT_EQ(summary.parts[1].quantiles, summaryOf(DType::F32, imaginary, {.quantiles = {0.5}}).quantiles);
}

TEST(Summary, NothingFiniteHasQuantilesWithoutValues)
{
    for (const DType dtype : {DType::F32, DType::F16, DType::F64}) {
        const Summary summary = summaryOf(dtype, std::vector<std::uint8_t>(64, 0xff), {.quantiles = {0.5, 1}});
        EXPECT_EQ(summary.quantiles, (std::vector<Quantile>{{.fraction = 0.5}, {.fraction = 1}}));
    }
}

TEST(Summary, AConstantTensorFillsOneBin)
{
    const Summary summary = summaryOf(DType::F32, std::vector<float>(1000, 3.0f), {.bins = 4});
    EXPECT_EQ(summary.histogram->edges, (std::vector<double>{2.5, 2.75, 3, 3.25, 3.5}));
    EXPECT_EQ(summary.histogram->counts, (std::vector<std::uint64_t>{0, 0, 1000, 0}));
    EXPECT_EQ(*summary.standardDeviation, 0.0);
}

TEST(Summary, AllNanHasCountsButNoFigures)
{
    const Summary summary = summaryOf(DType::F32, std::vector<float>(10, NAN));
    EXPECT_EQ(summary.nan, 10u);
    EXPECT_EQ(summary.firstNonfinite, 0u);
    EXPECT_FALSE(summary.minimum || summary.mean || summary.standardDeviation || summary.histogram);
}

TEST(Summary, FindsTheFirstNaNAndTheFirstInfiniteElementInLaterChunks)
{
    std::vector<float> values(1'500'000, 1.0f);
    values[1'400'000] = values[1'450'000] = INFINITY;
    values[1'200'001] = values[1'450'001] = NAN;
    const Summary floats = summaryOf(DType::F32, values);
    EXPECT_EQ(floats.firstNaN, 1'200'001u);
    EXPECT_EQ(floats.firstInfinite, 1'400'000u);
    EXPECT_EQ(floats.firstNonfinite, 1'200'001u);
    std::vector<std::uint16_t> halves(3'000'000, 0x3c00);
    halves[2'900'000] = halves[2'900'004] = 0xfe01;
    halves[2'700'003] = halves[2'900'002] = 0xfc00;
    const Summary counted = summaryOf(DType::F16, halves);
    EXPECT_EQ(counted.firstNaN, 2'900'000u);
    EXPECT_EQ(counted.firstInfinite, 2'700'003u);
    EXPECT_EQ(counted.firstNonfinite, 2'700'003u);
    halves[2'700'003] = halves[2'900'002] = 0;
    EXPECT_FALSE(summaryOf(DType::F16, halves).firstInfinite);
}

TEST(Summary, FourBitFloatsBeginWithTheLowNibble)
{
    // 0xF2: 1.0 (0010), then -6.0 (1111)
    const Summary summary = summaryOf(DType::F4, std::vector<std::uint8_t>{0xf2, 0x22});
    EXPECT_EQ(summary.elements, 4u);
    EXPECT_EQ(summary.minimum->real, -6.0);
    EXPECT_EQ(summary.maximum->real, 1.0);
    EXPECT_EQ(summary.negative, 1u);
}

TEST(Summary, ComplexElementsAreNonfiniteWhereEitherPartIs)
{
    const float inf = INFINITY;
    const std::vector<float> values{1, 2, NAN, 1, 3, -inf, inf, -inf, NAN, inf, -5, 0};
    const Summary summary = summaryOf(DType::C64, values, {.bins = 4});
    EXPECT_EQ(summary.elements, 6u);
    EXPECT_EQ(summary.nan, 2u);
    EXPECT_EQ(summary.positiveInf, 2u);
    EXPECT_EQ(summary.negativeInf, 1u);
    EXPECT_EQ(summary.firstNaN, 1u);
    EXPECT_EQ(summary.firstInfinite, 2u);
    EXPECT_EQ(summary.firstNonfinite, 1u);
    EXPECT_FALSE(summary.zero || summary.negative || summary.subnormal || summary.minimum || summary.mean);
    ASSERT_EQ(summary.parts.size(), 2u);
    EXPECT_EQ(summary.parts[0].nan, 2u);
    EXPECT_EQ(summary.parts[0].positiveInf, 1u);
    EXPECT_EQ(summary.parts[0].minimum->real, -5.0);
    EXPECT_EQ(*summary.parts[0].mean, (1.0 + 3 - 5) / 3);
    EXPECT_EQ(summary.parts[0].firstNonfinite, 1u);
    EXPECT_EQ(summary.parts[1].firstNonfinite, 2u);
    EXPECT_EQ(summary.parts[1].zero, 1u);
    EXPECT_EQ(summary.parts[1].negativeInf, 2u);
    EXPECT_EQ(summary.parts[1].histogram->counts.size(), 4u);
}

TEST(Summary, ValuesThatCannotBeReadGiveANote)
{
    for (const DType dtype : {DType::F6_E2M3, DType::F6_E3M2, DType::Opaque}) {
        const Summary summary = summaryOf(dtype, std::vector<std::uint8_t>(12));
        EXPECT_FALSE(summary.note.empty());
        EXPECT_FALSE(summary.nan || summary.zero || summary.minimum || summary.histogram);
    }
}

TEST(Summary, RefusesImpossibleOptions)
{
    const OneTensor tensor(DType::F32, std::vector<float>{1, 2});
    for (const SummaryOptions& options : {SummaryOptions{.bins = SummaryOptions::maximumBins + 1},
             SummaryOptions{.range = std::pair(1.0, 0.0)}, SummaryOptions{.range = std::pair(0.0, INFINITY)},
             SummaryOptions{.range = std::pair<double, double>(NAN, 1.0)}, SummaryOptions{.quantiles = {-0.1}},
             SummaryOptions{.quantiles = {1.1}}, SummaryOptions{.quantiles = {NAN}},
             SummaryOptions{.quantiles = std::vector<double>(1001, 0.5)}, SummaryOptions{.edges = {1}},
             SummaryOptions{.edges = {1, 0}}, SummaryOptions{.edges = {0, INFINITY}},
             SummaryOptions{.edges = {0, NAN, 1}}}) {
        const auto summary = summarize(tensor.elements(), options);
        ASSERT_FALSE(summary);
        EXPECT_EQ(summary.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Summary, NoBinsNoHistogram)
{
    const Summary summary = summaryOf(DType::F32, std::vector<float>{1, 2}, {.bins = 0});
    EXPECT_FALSE(summary.histogram);
    EXPECT_EQ(*summary.mean, 1.5);
}

} // namespace
} // namespace loupe
