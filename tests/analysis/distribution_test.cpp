#include "analysis/statistics/distribution.h"

#include "analysis/statistics/summary.h"
#include "analysis/statistics/value_sample.h"
#include "one_tensor.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace loupe {
namespace {

std::optional<Distribution> distributionOf(const std::vector<double>& values)
{
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    return Distribution::of(*least, *greatest, std::span<const double>(values));
}

std::vector<double> normal(std::size_t count, double mean, double deviation)
{
    std::mt19937_64 random(7);
    std::normal_distribution<double> draw(mean, deviation);
    std::vector<double> values(count);
    for (double& value : values)
        value = draw(random);
    return values;
}

/// Slow twin: counts values one by one.
std::vector<double> plainBars(const std::vector<double>& values, double low, double high, std::size_t bars)
{
    std::vector<double> counts(bars);
    for (const double value : values) {
        if (value >= low && value < high)
            ++counts[static_cast<std::size_t>((value - low) / (high - low) * static_cast<double>(bars))];
    }
    return counts;
}

BarSum barsOf(const std::vector<double>& values, double low, double high, std::size_t bars)
{
    BarSum sum(low, high, bars);
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    sum.add(*distributionOf(values), static_cast<double>(values.size()), *least, *greatest);
    return sum;
}

double total(const BarSum& sum)
{
    return std::accumulate(sum.bars().begin(), sum.bars().end(), sum.below() + sum.above());
}

TEST(Distribution, ItsBarsOnAnyScaleAreThoseOfTheValues)
{
    const auto values = normal(200'000, 0.1, 0.02);
    for (const auto& [low, high] : {std::pair(0.0, 0.2), std::pair(-0.3, 0.3), std::pair(0.08, 0.15)}) {
        const BarSum sum = barsOf(values, low, high, 16);
        const auto plain = plainBars(values, low, high, 16);
        const double highest = *std::max_element(plain.begin(), plain.end());
        for (std::size_t i = 0; i < plain.size(); ++i)
            EXPECT_NEAR(sum.bars()[i], plain[i], 0.04 * highest) << low << " to " << high << ", bar " << i;
        EXPECT_NEAR(total(sum), 200'000, 1);
    }
}

TEST(Distribution, OutliersAndTailsDoNotFlattenIt)
{
    auto values = normal(100'000, 0, 1);
    values[3] = 1e30;
    values[4] = -std::numeric_limits<double>::max();
    const auto found = distributionOf(values);
    ASSERT_TRUE(found);
    EXPECT_GT(found->low, -6);
    EXPECT_LT(found->low, -2.5);
    EXPECT_LT(found->high, 6);
    EXPECT_EQ(found->counted, 100'000U);
    EXPECT_GT(found->heights.front(), 0);
    EXPECT_GT(found->heights.back(), 0);
    const BarSum sum = barsOf(values, -4, 4, 8);
    EXPECT_NEAR(total(sum), 100'000, 1);
    EXPECT_GT(sum.below(), 0);
    EXPECT_GT(sum.above(), 0);
}

TEST(Distribution, ZerosDoNotHideTheOthers)
{
    auto values = normal(100'000, 0, 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % 2000 != 0)
            values[i] = 0;
    }
    const auto found = distributionOf(values);
    ASSERT_TRUE(found);
    EXPECT_LT(found->low, -1);
    EXPECT_GT(found->high, 1);
}

TEST(Distribution, OfOneValueIsAPoint)
{
    for (const double value : {0.0, 1.0, -3.5, 5e-324, std::numeric_limits<double>::max()}) {
        const auto found = distributionOf({value, value, value});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->low, value);
        EXPECT_EQ(found->high, value);
        BarSum wide(value / 2 - 1, value, 4);
        wide.add(*found, 3, value, value);
        EXPECT_NEAR(total(wide), 3, 1e-9) << value;
        BarSum point(value, value, 5);
        point.add(*found, 3, value, value);
        EXPECT_EQ(point.bars()[2], 3) << value;
    }
}

TEST(Distribution, OfNothingThereIsNone)
{
    EXPECT_FALSE(Distribution::of(0, 0, std::span<const double>()));
}

TEST(Distribution, TakesTheWholeRangeOfDoubles)
{
    constexpr double most = std::numeric_limits<double>::max();
    const auto found = distributionOf({-most, -1, 0, 1, most});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->low, -most);
    EXPECT_EQ(found->high, most);
    BarSum sum(-most, most, 3);
    sum.add(*found, 5, -most, most);
    EXPECT_NEAR(sum.bars()[1], 3, 0.1);
}

TEST(Distribution, IsTheSameForFloatsDoublesAndCounts)
{
    std::vector<float> floats;
    std::vector<Distribution::Counted> counted;
    std::vector<double> doubles;
    for (int i = -3000; i <= 3000; ++i) {
        const double value = i / 1024.0; // exact in both float types
        for (int times = 0; times < 1 + i * i % 7; ++times) {
            floats.push_back(static_cast<float>(value));
            doubles.push_back(value);
        }
        counted.push_back({value, std::uint64_t(1 + i * i % 7)});
    }
    const auto found = Distribution::of(doubles.front(), doubles.back(), std::span<const double>(doubles));
    ASSERT_TRUE(found);
    EXPECT_EQ(found, Distribution::of(doubles.front(), doubles.back(), counted));
    const auto single = Distribution::of(doubles.front(), doubles.back(), std::span<const float>(floats));
    ASSERT_TRUE(single);
    EXPECT_EQ(single->low, found->low);
    for (std::size_t i = 0; i < found->heights.size(); ++i)
        EXPECT_NEAR(single->heights[i], found->heights[i], 1);
}

TEST(BarSum, AddsTensorsByTheirSizes)
{
    const auto narrow = normal(50'000, -1, 0.1);
    const auto wide = normal(50'000, 1, 0.5);
    BarSum sum(-2, 3, 10);
    const auto add = [&](const std::vector<double>& values, double count) {
        const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
        sum.add(*distributionOf(values), count, *least, *greatest);
    };
    add(narrow, 50'000);
    add(wide, 100'000);
    const auto a = plainBars(narrow, -2, 3, 10);
    const auto b = plainBars(wide, -2, 3, 10);
    for (std::size_t i = 0; i < 10; ++i)
        EXPECT_NEAR(sum.bars()[i], a[i] + 2 * b[i], 2500) << i;
}

TEST(BarSum, WhatIsBesideTheScaleIsCountedBesideIt)
{
    const auto values = normal(1000, 0, 1);
    EXPECT_NEAR(barsOf(values, 10, 20, 4).below(), 1000, 1e-6);
    EXPECT_NEAR(barsOf(values, -20, -10, 4).above(), 1000, 1e-6);
}

/// A sample of a tensor whose element i has the value i.
template <typename T>
ValueSample<T> sampled(std::uint64_t count, std::uint64_t chunk)
{
    ValueSample<T> sample(count);
    // Adds chunks from the last to the first: the order does not matter.
    for (std::uint64_t begin = (count - 1) / chunk * chunk;; begin -= chunk) {
        std::vector<T> numbers(std::min(chunk, count - begin));
        std::iota(numbers.begin(), numbers.end(), static_cast<T>(begin));
        sample.add(begin, std::as_bytes(std::span(numbers)));
        if (begin == 0)
            return sample;
    }
}

TEST(ValueSample, TakesAllOfASmallTensorAndPlacesOfALargeOne)
{
    for (const std::uint64_t count : {1ULL, 4096ULL, 4097ULL, 100'000ULL, 1'000'000ULL}) {
        const auto most = static_cast<double>(count - 1);
        std::optional<Distribution> first;
        for (const std::uint64_t chunk : {8ULL, 1000ULL, 262'144ULL}) {
            if (count / chunk > 100'000)
                continue;
            const auto found = sampled<double>(count, chunk).distribution(0, most, true);
            ASSERT_TRUE(found) << count;
            EXPECT_EQ(found->counted, std::min(count, std::clamp<std::uint64_t>(count / 16 / 16 * 16, 4096, 16384)))
                << count << ' ' << chunk;
            EXPECT_EQ(found, first.value_or(*found)) << "however the chunks are cut";
            first = found;
            if (count < 100)
                continue;
            BarSum sum(0, most, 8);
            sum.add(*found, static_cast<double>(count), 0, most);
            for (const double bar : sum.bars())
                EXPECT_NEAR(bar, static_cast<double>(count) / 8, 0.03 * static_cast<double>(count)) << count;
        }
    }
}

TEST(BarSum, IsADistributionItself)
{
    const std::vector<float> values{0, 1, 1, 1, 1, 2};
    const auto one = *Distribution::of(0, 2, std::span(values));
    BarSum sum(-1, 2, Distribution::barCount);
    sum.add(one, 6, 0, 2);
    sum.add(one, 6, 0, 2);
    const Distribution found = sum.distribution();
    EXPECT_EQ(found.low, -1);
    EXPECT_EQ(found.high, 2);
    EXPECT_EQ(found.counted, 12U);
    // The zeros may be counted anywhere from 0 to 1, since only their side of the bars of `one` is known.
    BarSum thirds(-1, 2, 3);
    thirds.add(found, 12, -1, 2);
    EXPECT_NEAR(thirds.bars()[0], 0, 1e-9);
    EXPECT_NEAR(thirds.bars()[1], 2, 0.1);
    EXPECT_NEAR(thirds.bars()[2], 10, 0.1);
    EXPECT_NEAR(thirds.below() + thirds.above(), 0, 1e-9);
}

TEST(SummaryDistribution, IsTheSameForEachWidthOfFloats)
{
    const auto values = normal(100'000, 0.5, 1);
    std::vector<float> floats(values.begin(), values.end());
    std::vector<std::uint16_t> halves;
    for (const float value : floats)
        halves.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
    const auto summarized = [&](DType dtype, const auto& numbers, bool wanted) {
        const test::OneTensor one(dtype, numbers);
        return *summarize(one.elements(), {.bins = 0, .distribution = wanted}, {});
    };
    EXPECT_FALSE(summarized(DType::F32, floats, false).distribution);
    const auto plain = plainBars(values, -3, 4, 14);
    const double highest = *std::max_element(plain.begin(), plain.end());
    for (const Summary& summary : {summarized(DType::F64, values, true), summarized(DType::F32, floats, true),
             summarized(DType::BF16, halves, true)}) {
        ASSERT_TRUE(summary.distribution);
        EXPECT_EQ(summary.distribution->counted, summary.dtype == DType::BF16 ? 100'000U : 6'240U);
        BarSum sum(-3, 4, 14);
        sum.add(*summary.distribution, 100'000, summary.minimum->toDouble(), summary.maximum->toDouble());
        for (std::size_t i = 0; i < plain.size(); ++i)
            EXPECT_NEAR(sum.bars()[i], plain[i], 0.12 * highest) << dtypeName(summary.dtype) << ' ' << i;
    }
}

} // namespace
} // namespace loupe
