#pragma once

#include "analysis/statistics/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace loupe::test {

/// Slow twin of the summary, which reads one element at a time with readScalar(). Does not support complex numbers.
inline Summary plainSummary(
    DType dtype, std::span<const std::byte> bytes, std::uint64_t count, const SummaryOptions& options = {})
{
    std::uint64_t nan = 0, positiveInf = 0, negativeInf = 0, zero = 0, negative = 0, subnormal = 0;
    Summary summary{.dtype = dtype, .elements = count};
    const auto less = [](const Scalar& a, const Scalar& b) {
        if (a.kind == Scalar::Kind::Signed)
            return a.asSigned < b.asSigned;
        return a.kind == Scalar::Kind::Unsigned ? a.asUnsigned < b.asUnsigned : a.real < b.real;
    };
    const auto exact = [](const Scalar& value) -> long double {
        if (value.kind == Scalar::Kind::Signed)
            return static_cast<long double>(value.asSigned);
        return value.kind == Scalar::Kind::Unsigned ? static_cast<long double>(value.asUnsigned) : value.real;
    };
    std::vector<Scalar> finite;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Scalar value = readScalar(dtype, bytes, i);
        const double number = value.toDouble();
        nan += std::isnan(number);
        positiveInf += number == INFINITY;
        negativeInf += number == -INFINITY;
        zero += number == 0;
        negative += number < 0;
        const FloatLayout& layout = info(dtype).layout;
        const bool hasSubnormals = value.kind == Scalar::Kind::Float && layout.specials != FloatSpecials::PowerOfTwo;
        subnormal += hasSubnormals && number != 0 && std::abs(number) < std::ldexp(1.0, 1 - layout.bias);
        if (!std::isfinite(number)) {
            if (!summary.firstNonfinite)
                summary.firstNonfinite = i;
            auto& first = std::isnan(number) ? summary.firstNaN : summary.firstInfinite;
            if (!first)
                first = i;
            continue;
        }
        if (!summary.minimum || less(value, *summary.minimum)) {
            summary.minimum = value;
            summary.firstMinimum = i;
        }
        if (!summary.maximum || less(*summary.maximum, value)) {
            summary.maximum = value;
            summary.firstMaximum = i;
        }
        finite.push_back(value);
    }
    summary.nan = nan;
    summary.positiveInf = positiveInf;
    summary.negativeInf = negativeInf;
    summary.zero = zero;
    summary.negative = negative;
    summary.subnormal = subnormal;
    for (const double fraction : options.quantiles)
        summary.quantiles.push_back({.fraction = fraction});
    if (finite.empty())
        return summary;

    long double sum = 0;
    for (const Scalar& value : finite)
        sum += exact(value);
    const long double mean = sum / static_cast<long double>(finite.size());
    long double squares = 0;
    for (const Scalar& value : finite)
        squares += (exact(value) - mean) * (exact(value) - mean);
    summary.mean = static_cast<double>(mean);
    summary.standardDeviation = static_cast<double>(std::sqrt(squares / static_cast<long double>(finite.size())));

    auto sorted = finite;
    std::sort(sorted.begin(), sorted.end(), less);
    for (Quantile& quantile : summary.quantiles) {
        const double position = static_cast<double>(sorted.size() - 1) * quantile.fraction;
        const auto index = static_cast<std::size_t>(position);
        const double share = position - static_cast<double>(index);
        const double a = sorted[index].toDouble();
        const double b = sorted[std::min(index + 1, sorted.size() - 1)].toDouble();
        if (std::isfinite(b - a))
            quantile.value = (share < 0.5 ? a + (b - a) * share : b - (b - a) * (1 - share)) + 0.0;
        else
            quantile.value =
                2 * (share < 0.5 ? a / 2 + (b / 2 - a / 2) * share : b / 2 - (b / 2 - a / 2) * (1 - share));
    }

    const auto range = options.range.value_or(std::pair(summary.minimum->toDouble(), summary.maximum->toDouble()));
    const Bins bins = options.edges.empty() ? Bins(range.first, range.second, options.bins) : Bins(options.edges);
    std::vector<std::uint64_t> slots(bins.slotCount());
    for (const Scalar& value : finite)
        ++slots[bins.slot(value.toDouble())];
    summary.histogram = bins.histogram(slots);
    return summary;
}

inline void expectNear(const std::optional<double>& actual, const std::optional<double>& expected, double scale)
{
    ASSERT_EQ(actual.has_value(), expected.has_value());
    if (actual) {
        EXPECT_NEAR(*actual, *expected, 1e-13 * scale);
    }
}

inline void expectSame(const Summary& actual, const Summary& expected)
{
    EXPECT_EQ(actual.dtype, expected.dtype);
    EXPECT_EQ(actual.elements, expected.elements);
    EXPECT_EQ(actual.nan, expected.nan);
    EXPECT_EQ(actual.positiveInf, expected.positiveInf);
    EXPECT_EQ(actual.negativeInf, expected.negativeInf);
    EXPECT_EQ(actual.zero, expected.zero);
    EXPECT_EQ(actual.negative, expected.negative);
    EXPECT_EQ(actual.subnormal, expected.subnormal);
    EXPECT_EQ(actual.firstNaN, expected.firstNaN);
    EXPECT_EQ(actual.firstInfinite, expected.firstInfinite);
    EXPECT_EQ(actual.firstNonfinite, expected.firstNonfinite);
    EXPECT_EQ(actual.minimum, expected.minimum);
    EXPECT_EQ(actual.maximum, expected.maximum);
    EXPECT_EQ(actual.firstMinimum, expected.firstMinimum);
    EXPECT_EQ(actual.firstMaximum, expected.firstMaximum);
    EXPECT_EQ(actual.histogram, expected.histogram);
    ASSERT_EQ(actual.quantiles.size(), expected.quantiles.size());
    for (std::size_t i = 0; i < actual.quantiles.size(); ++i)
        EXPECT_EQ(actual.quantiles[i].value, expected.quantiles[i].value) << actual.quantiles[i].fraction;
    // The rounding error is relative to the spread of the values, not to the mean, which may happen to be near 0.
    const double spread = expected.standardDeviation.value_or(0) + std::abs(expected.mean.value_or(0));
    expectNear(actual.mean, expected.mean, spread);
    expectNear(actual.standardDeviation, expected.standardDeviation, spread);
}

} // namespace loupe::test
