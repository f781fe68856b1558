#include "views/colour_map.h"

#include "views/theme.h"

#include <gtest/gtest.h>

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

/// CIE L*, by its own formula.
double lightness(const QColor& color)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
    return 116 * std::cbrt(y) - 16;
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

TEST_P(ColoursOfTheme, MarksComeBeforeValues)
{
    const Theme& theme = *GetParam();
    const ColourMap map(theme, {-1, 1, true, false});
    const Grid grid = gridOf({});
    EXPECT_EQ(map(grid, cellOf(0, 1, GridCell::Finite | GridCell::Nan | GridCell::PositiveInf)), theme.nan.rgb());
    EXPECT_EQ(map(grid, cellOf(0, 1, GridCell::Finite | GridCell::NegativeInf)), theme.infinity.rgb());
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
