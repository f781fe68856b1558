#include "views/colors/color_map.h"

#include "views/colors/theme.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace loupe {
namespace {

GridCell cellOf(double least, double greatest, std::uint32_t finite = 2)
{
    return {std::bit_cast<std::uint64_t>(least), std::bit_cast<std::uint64_t>(greatest), finite};
}

/// Draws a grid of equal cells, and counts those with the color of NaN, of infinities and of finite values.
std::array<std::uint64_t, 3> shares(
    const ColorMap& map, const GridCell& cell, std::uint64_t rows, std::uint64_t columns)
{
    std::array<std::uint64_t, 3> counts{};
    const std::vector<GridCell> cells(columns, cell);
    std::vector<QRgb> colors(columns);
    for (std::uint64_t row = 0; row < rows; ++row) {
        map.color(GridNumbers::Double, cells, row, 0, colors.data());
        for (const QRgb color : colors)
            ++counts[color == map.nan() ? 0U : color == map.infinity() ? 1U : 2U];
    }
    return counts;
}

Grid gridOf(std::vector<GridCell> cells)
{
    return {{{0, 0, 1, cells.size()}, 1, 1}, GridNumbers::Double, std::move(cells)};
}

/// CIE L*a*b*, computed independently of the engine.
std::array<double, 3> lab(const QColor& color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double red = linear(color.redF());
    const double green = linear(color.greenF());
    const double blue = linear(color.blueF());
    const auto root = [](double share) { return share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116; };
    const double x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    const double y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const double z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double lightness(const QColor& color)
{
    return lab(color)[0];
}

/// The perceived difference of two colors.
double difference(const QColor& a, const QColor& b)
{
    const auto from = lab(a);
    const auto to = lab(b);
    return std::hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

class ColorsOfTheme : public testing::TestWithParam<const Theme*> { };

TEST_P(ColorsOfTheme, DivergeInEqualStepsOfLightness)
{
    const Theme& theme = *GetParam();
    const double middle = lightness(theme.diverging(0));
    const double end = lightness(theme.diverging(1));
    EXPECT_GT(std::abs(end - middle), 45);
    for (int step = 0; step <= 20; ++step) {
        const double position = step / 20.0;
        const double expected = middle + (end - middle) * position;
        EXPECT_NEAR(lightness(theme.diverging(position)), expected, 1.5) << position;
        EXPECT_NEAR(lightness(theme.diverging(-position)), expected, 1.5) << position;
    }
    EXPECT_GT(theme.diverging(-1).blue(), theme.diverging(-1).red());
    EXPECT_GT(theme.diverging(1).red(), theme.diverging(1).blue());
}

TEST_P(ColorsOfTheme, MarksStandOutFromEveryValue)
{
    const Theme& theme = *GetParam();
    for (const auto& [mark, least] : {std::pair(theme.nanFill, 35), {theme.infinityFill, 24}}) {
        for (int step = 0; step <= 100; ++step) {
            const double position = step / 100.0;
            EXPECT_GT(difference(mark, theme.sequential(position)), least) << mark.name().toStdString() << position;
            EXPECT_GT(difference(mark, theme.diverging(position)), least) << mark.name().toStdString() << position;
            EXPECT_GT(difference(mark, theme.diverging(-position)), least) << mark.name().toStdString() << -position;
        }
    }
    EXPECT_GT(theme.infinityFill.green(), 220);
    EXPECT_GT(theme.infinityFill.blue(), 150);
}

TEST_P(ColorsOfTheme, WhatIsOffTheScaleStandsOutFromEveryValueAndMark)
{
    const Theme& theme = *GetParam();
    for (int step = 0; step <= 100; ++step) {
        const double position = step / 100.0;
        for (const QColor& mark : {theme.offScaleBelow, theme.offSequentialAbove})
            EXPECT_GT(difference(mark, theme.sequential(position)), 35) << mark.name().toStdString() << position;
        for (const QColor& mark : {theme.offScaleBelow, theme.offScaleAbove}) {
            EXPECT_GT(difference(mark, theme.diverging(position)), 35) << mark.name().toStdString() << position;
            EXPECT_GT(difference(mark, theme.diverging(-position)), 35) << mark.name().toStdString() << -position;
        }
    }
    for (const QColor& mark : {theme.offScaleBelow, theme.offScaleAbove, theme.offSequentialAbove}) {
        for (const QColor& nan : {theme.nan, theme.nanFill})
            EXPECT_GT(difference(mark, nan), 35) << mark.name().toStdString();
        EXPECT_GT(difference(mark, theme.infinityFill), 35) << mark.name().toStdString();
    }
    EXPECT_GT(difference(theme.offScaleBelow, theme.offScaleAbove), 35);
    EXPECT_GT(difference(theme.offScaleBelow, theme.offSequentialAbove), 35);
}

TEST_P(ColorsOfTheme, WhatIsOffAClippedScaleHasItsOwnColor)
{
    const Theme& theme = *GetParam();
    const ColorMap diverging(theme, {-1, 1, true, true});
    EXPECT_EQ(diverging(1), theme.diverging(1).rgb());
    EXPECT_EQ(diverging(-1), theme.diverging(-1).rgb());
    EXPECT_EQ(diverging(std::nextafter(1, 2)), theme.offScaleAbove.rgb());
    EXPECT_EQ(diverging(std::nextafter(-1, -2)), theme.offScaleBelow.rgb());
    EXPECT_EQ(diverging(std::numeric_limits<double>::max()), theme.offScaleAbove.rgb());
    const ColorMap sequential(theme, {2, 5, false, true});
    EXPECT_EQ(sequential(2), theme.sequential(0).rgb());
    EXPECT_EQ(sequential(5), theme.sequential(1).rgb());
    EXPECT_EQ(sequential(1), theme.offScaleBelow.rgb());
    EXPECT_EQ(sequential(6), theme.offSequentialAbove.rgb());
}

TEST_P(ColorsOfTheme, OfALogarithmicScaleFollowTheLogarithm)
{
    const Theme& theme = *GetParam();
    const auto isNear = [](QRgb a, const QColor& b) { return difference(QColor(a), b) < 1.5; };
    const ColorMap diverging(theme, {-1000, 1000, true, true, 1});
    EXPECT_EQ(diverging(0), theme.diverging(0).rgb());
    EXPECT_EQ(diverging(1000), theme.diverging(1).rgb());
    EXPECT_EQ(diverging(-1000), theme.diverging(-1).rgb());
    EXPECT_EQ(diverging(1001), theme.offScaleAbove.rgb());
    for (const double value : {0.5, 1.0, 7.0, 99.0, 640.0}) {
        const double share = std::log(1 + value) / std::log(1001);
        EXPECT_TRUE(isNear(diverging(value), theme.diverging(share))) << value;
        EXPECT_TRUE(isNear(diverging(-value), theme.diverging(-share))) << -value;
    }
    const ColorMap sequential(theme, {2, 1002, false, false, 1});
    EXPECT_EQ(sequential(2), theme.sequential(0).rgb());
    EXPECT_EQ(sequential(1002), theme.sequential(1).rgb());
    EXPECT_TRUE(isNear(sequential(3), theme.sequential(std::log(2) / std::log(1001))));
}

TEST_P(ColorsOfTheme, MagnitudesGetLighter)
{
    const Theme& theme = *GetParam();
    for (int step = 0; step < 64; ++step)
        EXPECT_LT(lightness(theme.sequential(step / 64.0)), lightness(theme.sequential((step + 1) / 64.0))) << step;
    EXPECT_EQ(theme.sequential(1), QColor(0xfd, 0xe7, 0x25)) << "the end of viridis";
    EXPECT_EQ(theme.sequential(0) == QColor(0x44, 0x01, 0x54), !theme.dark) << "its begin is black on a dark surface";
}

TEST_P(ColorsOfTheme, NothingButZerosLooksLikeZero)
{
    const Theme& theme = *GetParam();
    const Grid grid = gridOf({cellOf(0, 0), cellOf(-0.0, 0)});
    const auto values = valuesOf(grid, grid);
    ASSERT_TRUE(values);
    for (const ColorRange& range : rangesOf(*values))
        EXPECT_EQ(ColorMap(theme, range)(0), theme.diverging(0).rgb());
}

TEST_P(ColorsOfTheme, ACellOfOneKindHasItsColor)
{
    const Theme& theme = *GetParam();
    const ColorMap map(theme, {-1, 1, true, false});
    const std::vector<GridCell> cells{
        {0, 0, 0, 7}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 3}, {0, 0, 0, 0, 2, 3}, {}, cellOf(-1, 0.5), cellOf(-0.5, 1)};
    const QRgb infinity = theme.infinityFill.rgb();
    std::vector<QRgb> colors(cells.size() + 1, 7);
    for (const std::uint64_t row : {0, 5, 1'000'000}) {
        map.color(GridNumbers::Double, cells, row, 3 * row, colors.data());
        EXPECT_EQ(colors,
            (std::vector<QRgb>{theme.nanFill.rgb(), infinity, infinity, infinity, qRgba(0, 0, 0, 0),
                theme.diverging(-1).rgb(), theme.diverging(1).rgb(), 7}))
            << "of finite values the extreme that is farther out";
    }
    EXPECT_EQ(map(5), map(1));
}

TEST_P(ColorsOfTheme, MixedCellsAreDrawnByShare)
{
    const ColorMap map(*GetParam(), {-1, 1, true, false});
    GridCell cell = cellOf(-1, 1, 3600);
    cell.nan = 400;
    cell.positiveInf = 50;
    cell.negativeInf = 46;
    const auto [nan, infinity, finite] = shares(map, cell, 100, 100);
    EXPECT_NEAR(double(nan), 10'000 * 400 / 4096.0, 50);
    EXPECT_NEAR(double(infinity), 10'000 * 96 / 4096.0, 50);
    EXPECT_EQ(nan + infinity + finite, 10'000U);
    for (std::uint64_t side = 8; side <= 32; side += 8) {
        cell = {0, 0, 3, 1};
        EXPECT_NEAR(double(shares(map, cell, side, side)[0]), double(side * side) / 4, 4) << "also nearby";
    }
    cell = {0, 0, 4095, 1};
    EXPECT_LE(shares(map, cell, 64, 64)[0], 8U) << "one NaN does not hide thousands of values";
    cell = {0, 0, GridCell::mostCounted, GridCell::mostCounted};
    EXPECT_NEAR(double(shares(map, cell, 64, 64)[0]), 2048, 16);
}

INSTANTIATE_TEST_SUITE_P(, ColorsOfTheme, testing::Values(&Theme::light(), &Theme::darkTheme()),
    [](const auto& theme) { return theme.param->dark ? "dark" : "light"; });

TEST(ColorMap, RangesOverAllDoublesAndOfOneValue)
{
    constexpr double most = std::numeric_limits<double>::max();
    const ColorMap all(Theme::light(), {-most, most, true, false});
    EXPECT_EQ(all(-most), Theme::light().diverging(-1).rgb());
    EXPECT_EQ(all(most), Theme::light().diverging(1).rgb());
    const ColorMap one(Theme::light(), {3, 3, false, false});
    EXPECT_EQ(one(3), one(4));
}

} // namespace
} // namespace loupe
