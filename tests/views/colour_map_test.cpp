#include "views/colour_map.h"

#include "views/theme.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace loupe {
namespace {

GridCell cellOf(double least, double greatest, int marks = GridCell::Finite)
{
    return {std::bit_cast<std::uint64_t>(least), std::bit_cast<std::uint64_t>(greatest), std::uint8_t(marks)};
}

Grid gridOf(std::vector<GridCell> cells)
{
    return {{{0, 0, 1, cells.size()}, 1, 1}, GridNumbers::Double, std::move(cells)};
}

/// CIE L*a*b*, by its own formula.
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

/// How far apart two colours look.
double difference(const QColor& a, const QColor& b)
{
    const auto from = lab(a);
    const auto to = lab(b);
    return std::hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

class ColoursOfTheme : public testing::TestWithParam<const Theme*> { };

TEST_P(ColoursOfTheme, DivergeInEqualStepsOfLightness)
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

TEST_P(ColoursOfTheme, MarksStandOutFromEveryValue)
{
    const Theme& theme = *GetParam();
    for (const QColor& mark : {theme.nan, theme.infinityFill}) {
        for (int step = 0; step <= 100; ++step) {
            const double position = step / 100.0;
            EXPECT_GT(difference(mark, theme.sequential(position)), 35) << mark.name().toStdString() << position;
            EXPECT_GT(difference(mark, theme.diverging(position)), 35) << mark.name().toStdString() << position;
            EXPECT_GT(difference(mark, theme.diverging(-position)), 35) << mark.name().toStdString() << -position;
        }
    }
    EXPECT_GT(theme.infinityFill.green(), 220);
    EXPECT_GT(theme.infinityFill.blue(), 220);
}

TEST_P(ColoursOfTheme, MagnitudesAreViridis)
{
    EXPECT_EQ(GetParam()->sequential(0), QColor(0x44, 0x01, 0x54));
    EXPECT_EQ(GetParam()->sequential(1), QColor(0xfd, 0xe7, 0x25));
}

TEST_P(ColoursOfTheme, NothingButZerosLooksLikeZero)
{
    const Theme& theme = *GetParam();
    const auto ranges = rangesOf(gridOf({cellOf(0, 0), cellOf(-0.0, 0)}));
    ASSERT_TRUE(ranges);
    for (const GridRange& range : *ranges)
        EXPECT_EQ(ColourMap(theme, range)(0), theme.diverging(0).rgb());
}

TEST_P(ColoursOfTheme, MarksComeBeforeValues)
{
    const Theme& theme = *GetParam();
    const ColourMap map(theme, {-1, 1, true, false});
    const Grid grid = gridOf({});
    EXPECT_EQ(map(grid, cellOf(0, 1, GridCell::Finite | GridCell::Nan | GridCell::PositiveInf)), theme.nan.rgb());
    EXPECT_EQ(map(grid, cellOf(0, 1, GridCell::Finite | GridCell::NegativeInf)), theme.infinityFill.rgb());
    EXPECT_EQ(qAlpha(map(grid, {})), 0);
    EXPECT_EQ(map(grid, cellOf(-1, 0.5)), theme.diverging(-1).rgb()) << "the extreme that is farther out";
    EXPECT_EQ(map(grid, cellOf(-0.5, 1)), theme.diverging(1).rgb());
    EXPECT_EQ(map(5), map(1));
}

INSTANTIATE_TEST_SUITE_P(, ColoursOfTheme, testing::Values(&Theme::light(), &Theme::darkTheme()),
    [](const auto& theme) { return theme.param->dark ? "dark" : "light"; });

TEST(ColourMap, ManyCellsAsOneByOne)
{
    const std::vector<GridCell> cells{cellOf(-1, 0.25), cellOf(-0.5, 1), {}, cellOf(0, 1, GridCell::Nan),
        cellOf(0, 1, GridCell::Finite | GridCell::PositiveInf), cellOf(-7, 9)};
    for (const bool diverging : {false, true}) {
        const ColourMap map(Theme::light(), {-1, 1, diverging, false});
        std::vector<QRgb> colours(cells.size() + 1, 7);
        map.colour(GridNumbers::Double, cells, colours.data());
        for (std::size_t i = 0; i < cells.size(); ++i)
            EXPECT_EQ(colours[i], map(gridOf({}), cells[i])) << i;
        EXPECT_EQ(colours.back(), 7U);
    }
}

TEST(ColourMap, RangesOverAllDoublesAndOfOneValue)
{
    constexpr double most = std::numeric_limits<double>::max();
    const ColourMap all(Theme::light(), {-most, most, true, false});
    EXPECT_EQ(all(-most), Theme::light().diverging(-1).rgb());
    EXPECT_EQ(all(most), Theme::light().diverging(1).rgb());
    const ColourMap one(Theme::light(), {3, 3, false, false});
    EXPECT_EQ(one(3), one(4));
}

} // namespace
} // namespace loupe
