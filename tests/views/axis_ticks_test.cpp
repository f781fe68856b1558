#include "views/kit/axis_ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace loupe {
namespace {

std::vector<std::string> labels(const std::vector<AxisTick>& ticks)
{
    std::vector<std::string> texts;
    for (const AxisTick& tick : ticks)
        texts.push_back(tick.label.toStdString());
    return texts;
}

using Labels = std::vector<std::string>;

TEST(AxisTicks, StandAtRoundValues)
{
    EXPECT_EQ(labels(roundTicks(-0.13, 0.27, 5)), (Labels{"−0.1", "0", "0.1", "0.2"}));
    EXPECT_EQ(labels(roundTicks(0, 100, 5)), (Labels{"0", "20", "40", "60", "80", "100"}));
    EXPECT_EQ(labels(roundTicks(1000.5, 1001.5, 5)), (Labels{"1000.6", "1000.8", "1001", "1001.2", "1001.4"}));
}

TEST(AxisTicks, AreTwoAtLeast)
{
    EXPECT_EQ(labels(roundTicks(0.0492, 0.0508, 3)), (Labels{"0.0495", "0.05", "0.0505"}));
    EXPECT_EQ(labels(roundTicks(10'000.6, 10'002.4, 2)), (Labels{"10001", "10002"}));
    for (int wanted = 1; wanted <= 9; ++wanted) {
        for (int i = 1; i < 200; ++i) {
            const std::vector<AxisTick> ticks =
                roundTicks(1 + 0.001 * i, 1 + 0.001 * i + 0.0001 * (i % 17 + 1), wanted);
            ASSERT_GE(ticks.size(), 2U) << i << ' ' << wanted;
            EXPECT_NE(ticks[0].label, ticks[1].label);
        }
    }
}

TEST(AxisTicks, OfALogScaleStandAtPowersOfTenOrRoundMultiples)
{
    using Labels = std::vector<std::string>;
    EXPECT_EQ(labels(logTicks(-2.1, 1.5, 6)), (Labels{"0.01", "0.1", "1", "10"}));
    EXPECT_EQ(labels(logTicks(-1.2, 0.9, 6)), (Labels{"0.1", "0.2", "0.5", "1", "2", "5"}));
    EXPECT_EQ(labels(logTicks(-2.3, 1.6, 3)), (Labels{"0.01", "1"})) << "with gaps, only powers of 10";
    EXPECT_EQ(labels(logTicks(std::log10(7), std::log10(9.5), 3)), (Labels{"7", "8", "9"}));
    EXPECT_LE(logTicks(-300, 300, 5).size(), 8U);
    EXPECT_GE(logTicks(-300, 300, 5).size(), 3U);
    EXPECT_DOUBLE_EQ(logTicks(-1.2, 0.9, 6)[1].value, std::log10(0.2));
}

TEST(AxisTicks, OfASymmetricLogScaleStandAtPowersOfTen)
{
    EXPECT_EQ(labels(symmetricLogTicks(-0.5, 20, 0.001, 9)), (Labels{"−0.1", "−0.01", "0", "0.01", "0.1", "1", "10"}));
    EXPECT_EQ(labels(symmetricLogTicks(-1e6, 1e6, 1, 5)), (Labels{"−1e+06", "−1000", "0", "1000", "1e+06"}));
    EXPECT_EQ(labels(symmetricLogTicks(0.2, 0.6, 0.001, 5)), labels(roundTicks(0.2, 0.6, 5))) << "no two powers of ten";
    EXPECT_EQ(labels(symmetricLogTicks(-5e-4, 5e-4, 0.001, 5)), labels(roundTicks(-5e-4, 5e-4, 5)));
}

TEST(AxisTicks, LabelsLeaveOutNeighboursEvenlyAndNeverTheOrigin)
{
    const auto shown = [](double distance, std::size_t origin) {
        std::vector<double> places;
        for (int i = 0; i < 7; ++i)
            places.push_back(distance * i);
        std::string text;
        for (const bool drawn : labelsThatFit(places, std::vector<double>(7, 20), origin, 4))
            text += drawn ? 'x' : '.';
        return text;
    };
    EXPECT_EQ(shown(30, 3), "xxxxxxx");
    EXPECT_EQ(shown(20, 3), ".x.x.x.");
    EXPECT_EQ(shown(10, 3), "x..x..x");
    EXPECT_EQ(shown(1, 3), "...x...");
    EXPECT_EQ(shown(20, 0), "x.x.x.x");
}

TEST(AxisTicks, CopeWithRangesThatArithmeticDoesNot)
{
    constexpr double greatest = std::numeric_limits<double>::max();
    constexpr double least = std::numeric_limits<double>::denorm_min();
    for (const auto& [low, high] : {std::pair{-greatest, greatest}, {0.0, greatest}, {-least, least}, {0.0, 50 * least},
             {1e300, std::nextafter(1e300, greatest)}, {1.0, std::nextafter(1.0, 2.0)}}) {
        double previous = -std::numeric_limits<double>::infinity();
        const auto ticks = roundTicks(low, high, 5);
        EXPECT_LE(ticks.size(), 22U);
        for (const AxisTick& tick : ticks) {
            EXPECT_TRUE(std::isfinite(tick.value));
            EXPECT_GE(tick.value, previous);
            previous = tick.value;
        }
    }
    EXPECT_TRUE(roundTicks(1, 1, 5).empty());
    EXPECT_TRUE(roundTicks(0, std::numeric_limits<double>::infinity(), 5).empty());
    EXPECT_TRUE(roundTicks(std::nan(""), 1, 5).empty());
}

TEST(AxisTicks, CountsAreWhole)
{
    EXPECT_EQ(labels(countTicks(3, 5)), (Labels{"0", "1", "2", "3"}));
    EXPECT_EQ(labels(countTicks(0.5, 5)), (Labels{"0"}));
    EXPECT_EQ(labels(countTicks(12'000, 5)), (Labels{"0", "5 K", "10 K"}));
    EXPECT_EQ(labels(countTicks(2'100'000, 5)), (Labels{"0", "500 K", "1 M", "1.5 M", "2 M"}));
}

TEST(AxisTicks, DecadesOfALogarithmicAxis)
{
    EXPECT_EQ(labels(decadeTicks(1, 5)), (Labels{"1"}));
    EXPECT_EQ(labels(decadeTicks(2'000, 5)), (Labels{"1", "10", "100", "1 K", "10 K"}));
    EXPECT_EQ(labels(decadeTicks(1e9, 5)), (Labels{"1", "100", "10 K", "1 M", "100 M"}));
}

} // namespace
} // namespace loupe
