#include "analysis/statistics/value_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

Summary withQuartiles(double low, double high, double minimum, double maximum)
{
    Summary summary;
    summary.quantiles = {{0.25, low}, {0.75, high}};
    for (const auto& [extreme, value] : {std::pair(&Summary::minimum, minimum), {&Summary::maximum, maximum}})
        summary.*extreme = Scalar{.kind = Scalar::Kind::Float, .real = value};
    return summary;
}

TEST(ValueScale, SymmetricLogIsLinearAroundZeroAndLogarithmicBeyond)
{
    const auto scale = ValueScale::symmetricLog(0.01);
    EXPECT_EQ(scale.placeOf(0), 0);
    EXPECT_DOUBLE_EQ(scale.placeOf(0.005), 0.5);
    EXPECT_DOUBLE_EQ(scale.placeOf(-0.005), -0.5);
    EXPECT_DOUBLE_EQ(scale.placeOf(0.01), 1);
    EXPECT_NEAR(scale.placeOf(10) - scale.placeOf(1), std::log(10), 1e-12);
    EXPECT_NEAR(scale.placeOf(-1), -1 - std::log(100), 1e-12);
    // There is no kink: the scale is equally steep on both sides of the threshold.
    const double inside = scale.placeOf(0.01) - scale.placeOf(0.00999);
    const double outside = scale.placeOf(0.01001) - scale.placeOf(0.01);
    EXPECT_NEAR(inside / outside, 1, 2e-3);
}

TEST(ValueScale, PlacesLeadBackToValues)
{
    for (const double threshold : {1e-300, 1e-5, 1.0, 1e300}) {
        const auto scale = ValueScale::symmetricLog(threshold);
        for (const double value : {0.0, -0.25, 1e-7, 3e8, -1e305, largest}) {
            EXPECT_TRUE(std::isfinite(scale.placeOf(value)));
            EXPECT_NEAR(scale.valueAt(scale.placeOf(value)) / (value == 0 ? 1 : value), value == 0 ? 0 : 1, 1e-12);
        }
    }
    EXPECT_EQ(ValueScale::linear().valueAt(ValueScale::linear().placeOf(-3.5)), -3.5);
}

TEST(ValueScale, EdgesAreEquallyFarApartOnTheScale)
{
    const auto scale = ValueScale::symmetricLog(0.001);
    const auto edges = scale.edges(-2, 5, 64);
    ASSERT_EQ(edges.size(), 65u);
    EXPECT_EQ(edges.front(), -2);
    EXPECT_EQ(edges.back(), 5);
    const double width = (scale.placeOf(5) - scale.placeOf(-2)) / 64;
    for (std::size_t i = 0; i < 64; ++i)
        EXPECT_NEAR(scale.placeOf(edges[i + 1]) - scale.placeOf(edges[i]), width, 1e-9);
    EXPECT_EQ(ValueScale::linear().edges(-1, 2, 10), Bins(-1, 2, 10).edges());
    EXPECT_EQ(scale.edges(3, 3, 2), Bins(3, 3, 2).edges());
}

TEST(ValueScale, EdgesOfAnyRangeAreFiniteAndNeverFall)
{
    for (const double threshold : {1e-300, 1e-3, 1e300}) {
        for (const auto& [low, high] : {std::pair(-largest, largest), {-smallest, smallest},
                 {1.0, std::nextafter(1, 2)}, {0.0, largest}, {-1e-310, 1e-305}}) {
            const auto edges = ValueScale::symmetricLog(threshold).edges(low, high, 256);
            EXPECT_TRUE(std::all_of(edges.begin(), edges.end(), [](double edge) { return std::isfinite(edge); }));
            EXPECT_TRUE(std::is_sorted(edges.begin(), edges.end()));
            EXPECT_EQ(edges.front(), low);
            EXPECT_EQ(edges.back(), high);
        }
    }
}

TEST(ValueScale, TheThresholdFollowsTheData)
{
    const auto thresholdFor = [](const Summary& summary) { return ValueScale::symmetricLogFor(summary).threshold(); };
    EXPECT_DOUBLE_EQ(thresholdFor(withQuartiles(-0.013, 0.014, -3, 2)), 0.001);
    EXPECT_DOUBLE_EQ(thresholdFor(withQuartiles(0, 0, -3, 20)), 1); // most values are 0
    EXPECT_DOUBLE_EQ(thresholdFor(withQuartiles(1000, 1000, 1000, 1000)), 100);
    EXPECT_TRUE(ValueScale::symmetricLogFor(withQuartiles(0, 0, 0, 0)).isLinear());
    EXPECT_TRUE(ValueScale::symmetricLogFor(Summary{}).isLinear());
    EXPECT_GE(thresholdFor(withQuartiles(-smallest, smallest, -smallest, smallest)), 1e-300);
    Summary integers = withQuartiles(-2, 2, 0, 0);
    integers.minimum = Scalar{.kind = Scalar::Kind::Signed, .asSigned = -2};
    EXPECT_EQ(thresholdFor(integers), 1);
}

} // namespace
} // namespace loupe
