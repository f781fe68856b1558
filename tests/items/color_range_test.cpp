#include "items/heat_map/color_range.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace loupe {
namespace {

GridCell cellOf(double least, double greatest)
{
    return {std::bit_cast<std::uint64_t>(least), std::bit_cast<std::uint64_t>(greatest), 2};
}

GridCell elementOf(double value)
{
    return {std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(value), 1};
}

Grid gridOf(std::vector<GridCell> cells)
{
    return {{{0, 0, 1, cells.size()}, 1, 1}, GridNumbers::Double, std::move(cells)};
}

std::optional<ColorRange> rangeOf(std::vector<GridCell> cells, RangeChoice choice)
{
    const Grid grid = gridOf(std::move(cells));
    const auto values = valuesOf(grid, grid);
    return values ? std::optional(rangesOf(*values)[std::size_t(choice)]) : std::nullopt;
}

OffScale offScaleOf(std::vector<GridCell> cells, const ColorRange& range)
{
    const Grid grid = gridOf(std::move(cells));
    return offScale(valuesOf(grid, grid).value(), range);
}

TEST(ColorRange, FollowsFromTheValues)
{
    EXPECT_EQ(rangeOf({cellOf(2, 3), cellOf(4, 6)}, RangeChoice::Full), (ColorRange{2, 6, false, false}));
    EXPECT_EQ(rangeOf({cellOf(-2, 3), cellOf(4, 6)}, RangeChoice::Full), (ColorRange{-6, 6, true, false}));
    EXPECT_EQ(rangeOf({cellOf(-7, -3)}, RangeChoice::Full), (ColorRange{-7, 7, true, false}));
    EXPECT_EQ(rangeOf({cellOf(2, 3)}, RangeChoice::Symmetric), (ColorRange{-3, 3, true, false}));
    EXPECT_EQ(rangeOf({cellOf(-7, 3)}, RangeChoice::Symmetric), (ColorRange{-7, 7, true, false}));
    for (const RangeChoice choice :
        {RangeChoice::Automatic, RangeChoice::Full, RangeChoice::Symmetric, RangeChoice::Most}) {
        EXPECT_EQ(rangeOf({GridCell{7, 7, 0, 1}, {}}, choice), std::nullopt);
        EXPECT_EQ(rangeOf({}, choice), std::nullopt);
        EXPECT_EQ(rangeOf({cellOf(0, 0), cellOf(-0.0, 0)}, choice), (ColorRange{0, 0, true, false}));
    }
}

TEST(ColorRange, MostLeavesOutTheFarthest)
{
    std::vector<GridCell> cells(999, cellOf(-1, 1));
    cells.push_back(cellOf(-1000, 0));
    EXPECT_EQ(rangeOf(cells, RangeChoice::Most), (ColorRange{-1, 1, true, true}));
    EXPECT_EQ(rangeOf(cells, RangeChoice::Full), (ColorRange{-1000, 1000, true, false}));
    EXPECT_EQ(rangeOf(std::vector(5, cellOf(3, 3)), RangeChoice::Most), (ColorRange{3, 3, false, false}));
}

TEST(ColorRange, LeavesOutAThousandthOfTheElementsAtEachEndAndAThousandAtMost)
{
    SliceValues values{10, 10'009, 10'000, {}, false};
    for (int i = 0; i < 10'000; ++i)
        values.elements.push_back(10 + (i * 7) % 10'000);
    for (const auto& [count, left] : {std::pair(10'000.0, 10), {1e6, 10}, {2e6, 5}, {1e7, 1}}) {
        values.count = count;
        const ColorRange range = rangesOf(values)[std::size_t(RangeChoice::Most)];
        const OffScale off = offScale(values, range);
        EXPECT_NEAR(double(off.above), left, 1) << count;
        EXPECT_NEAR(double(off.below), left, 1) << count;
        EXPECT_EQ(off.elements, 10'000U);
    }
}

TEST(ColorRange, DoesNotDependOnTheGridThatShowsTheElements)
{
    std::vector<GridCell> elements;
    for (int i = 0; i < 40'000; ++i) {
        const double p = (i * 7919 % 40'000 + 0.5) / 40'000;
        elements.push_back(elementOf((2 * p - 1) / std::sqrt(2 * p * (1 - p)))); // Student's t, 2 degrees of freedom
    }
    const Grid single = gridOf(elements);
    const ColorRanges wanted = rangesOf(valuesOf(single, single).value());
    for (const std::size_t step : {2U, 16U, 400U}) {
        Grid coarse{{single.shape.window, 1, step}, GridNumbers::Double, {}};
        for (std::size_t first = 0; first < elements.size(); first += step) {
            double least = single.number(elements[first].least);
            double greatest = least;
            for (std::size_t i = first; i < first + step; ++i) {
                least = std::min(least, single.number(elements[i].least));
                greatest = std::max(greatest, single.number(elements[i].least));
            }
            coarse.cells.push_back(cellOf(least, greatest));
        }
        const SliceValues values = valuesOf(single, coarse).value();
        EXPECT_FALSE(values.isSample);
        EXPECT_EQ(rangesOf(values), wanted) << step;
    }
}

TEST(ColorRange, OfASampleTheExtremesAreThoseOfAll)
{
    const std::vector<GridCell> few(1000, elementOf(1));
    const Grid sample = gridOf(few);
    const Grid whole{{{0, 0, 1000, 1000}, 1000, 500}, GridNumbers::Double, {cellOf(0.5, 1), cellOf(1, 99)}};
    const SliceValues values = valuesOf(sample, whole).value();
    EXPECT_TRUE(values.isSample);
    EXPECT_EQ(rangesOf(values)[std::size_t(RangeChoice::Full)], (ColorRange{0.5, 99, false, false}));
    EXPECT_EQ(offScale(values, {0.5, 1, false, true}), (OffScale{0, 1, 1000, true})) << "that there are some is known";
    const Grid none = gridOf({GridCell{0, 0, 0, 5}});
    EXPECT_EQ(rangesOf(valuesOf(none, whole).value())[std::size_t(RangeChoice::Full)].high, 99);
    EXPECT_FALSE(valuesOf(sample, none));
}

TEST(ColorRange, ALoneOutlierIsLeftOutAloneAndAHeavyTailAsAWhole)
{
    std::vector<GridCell> cells;
    // A triangular distribution from 0 to 1, then the quantiles of Student's t with 2 degrees of freedom.
    for (int i = 1; i <= 100'000; ++i) {
        const double value = std::sqrt(i / 100'001.0);
        cells.push_back(elementOf(value));
    }
    cells[500] = elementOf(1e6);
    ColorRange range = rangeOf(cells, RangeChoice::Automatic).value();
    EXPECT_GT(range.high, 0.999'99);
    EXPECT_LE(range.high, 1);
    EXPECT_EQ(offScaleOf(cells, range), (OffScale{0, 1, 100'000}));

    for (int i = 0; i < 100'000; ++i) {
        const double p = (i + 0.5) / 100'000;
        const double t = (2 * p - 1) / std::sqrt(2 * p * (1 - p));
        cells[std::size_t(i)] = elementOf(t);
    }
    range = rangeOf(cells, RangeChoice::Automatic).value();
    EXPECT_NEAR(range.high, 22.33, 0.3) << "scipy.stats.t.ppf(0.999, 2)";
    const OffScale off = offScaleOf(cells, range);
    EXPECT_NEAR(double(off.above), 100, 2);
    EXPECT_NEAR(double(off.below), 100, 2);
}

/// Uses the quantiles of the Cauchy and Laplace distributions.
TEST(ColorRange, IsLogarithmicWhereHalfOfTheElementsWouldHaveOneColor)
{
    constexpr int count = 20'000;
    std::vector<GridCell> cauchy;
    std::vector<GridCell> laplace;
    for (int i = 0; i < count; ++i) {
        const double p = (i + 0.5) / count;
        cauchy.push_back(elementOf(0.01 * std::tan(3.141592653589793 * (p - 0.5))));
        laplace.push_back(elementOf(p < 0.5 ? std::log(2 * p) : -std::log(2 - 2 * p)));
    }
    const ColorRange heavy = rangeOf(cauchy, RangeChoice::Automatic).value();
    EXPECT_NEAR(heavy.high, 3.18, 0.1) << "scipy.stats.cauchy.ppf(0.999, scale=0.01)";
    EXPECT_NEAR(heavy.linear, 0.01, 1e-4) << "the quartile";
    EXPECT_GT(heavy.positionOf(0.01) - heavy.positionOf(-0.01), 0.1) << "of the colors, for half of the elements";
    for (const RangeChoice choice : {RangeChoice::Full, RangeChoice::Symmetric, RangeChoice::Most})
        EXPECT_EQ(rangeOf(cauchy, choice)->linear, 0) << int(choice);
    EXPECT_EQ(rangeOf(laplace, RangeChoice::Automatic)->linear, 0);
    for (GridCell& cell : cauchy) // a grid of magnitudes
        cell = elementOf(std::abs(std::bit_cast<double>(cell.least)));
    const ColorRange magnitudes = rangeOf(cauchy, RangeChoice::Automatic).value();
    EXPECT_FALSE(magnitudes.diverging);
    EXPECT_NEAR(magnitudes.linear, 0.01, 1e-4);
}

TEST(ColorRange, PositionsAndValuesAreInverse)
{
    for (const ColorRange& range : {ColorRange{-8, 8, true, true}, {-8, 8, true, true, 0.01}, {3, 8, false, true},
             {3, 8, false, true, 0.01}, {-1e300, 1e300, true, true, 1e291}}) {
        EXPECT_DOUBLE_EQ(range.positionOf(range.low), 0);
        EXPECT_DOUBLE_EQ(range.positionOf(range.high), 1);
        for (const double position : {0.0, 0.1, 0.5, 0.77, 1.0})
            EXPECT_NEAR(range.positionOf(range.valueAt(position)), position, 1e-9);
    }
}

TEST(ColorRange, AnEndIsCutOnlyWhereThatHelps)
{
    std::vector<GridCell> cells;
    for (int i = 0; i < 1000; ++i)
        cells.push_back(elementOf(1000 + i));
    cells[500] = elementOf(0);
    const auto range = rangeOf(cells, RangeChoice::Automatic).value();
    EXPECT_EQ(range.high, 1999);
    EXPECT_GE(range.low, 1000);
    EXPECT_TRUE(range.clipped);
    cells[500] = elementOf(900);
    EXPECT_EQ(rangeOf(cells, RangeChoice::Automatic), (ColorRange{900, 1999, false, false}));
}

TEST(ColorRange, AutomaticIsFullUnlessThatLeavesFewColors)
{
    std::vector<GridCell> cells(999, cellOf(-1, 1));
    cells.push_back(cellOf(-1.9, 0));
    EXPECT_EQ(rangeOf(cells, RangeChoice::Automatic), (ColorRange{-1.9, 1.9, true, false}));
    cells.back() = cellOf(-2.1, 0);
    EXPECT_EQ(rangeOf(cells, RangeChoice::Automatic), (ColorRange{-1, 1, true, true}));
    cells.back() = cellOf(-1, std::numeric_limits<double>::max());
    EXPECT_EQ(rangeOf(cells, RangeChoice::Automatic), (ColorRange{-1, 1, true, true}));
    cells.assign(31, elementOf(1));
    cells[1] = elementOf(0);
    cells.front() = elementOf(1000);
    EXPECT_EQ(rangeOf(cells, RangeChoice::Automatic), (ColorRange{0, 1000, false, false})) << "each of few is seen";
    cells.push_back(elementOf(0));
    EXPECT_EQ(rangeOf(cells, RangeChoice::Automatic), (ColorRange{0, 1, false, true}));
    EXPECT_EQ(rangeOf(std::vector(500, cellOf(0, 0)), RangeChoice::Automatic), (ColorRange{0, 0, true, false}));
}

TEST(ColorRange, NumbersAreReadAsTheGridKeepsThem)
{
    for (const auto& [numbers, kept] : {std::pair(GridNumbers::Signed, std::uint64_t(-5)), {GridNumbers::Unsigned, ~0U},
             {GridNumbers::Single, std::bit_cast<std::uint32_t>(-0.5F)},
             {GridNumbers::Double, std::bit_cast<std::uint64_t>(1e300)}}) {
        const Grid grid{{}, numbers, {}};
        EXPECT_EQ(withNumber(numbers, [kept = kept](const auto& number) { return number(kept); }), grid.number(kept));
    }
}

TEST(ColorRange, ACellStandsForItsFarthestValue)
{
    const auto number = [](std::uint64_t kept) { return std::bit_cast<double>(kept); };
    for (const auto& [least, greatest, farthest] : {std::tuple(-2.0, 1.0, -2.0), {-1.0, 2.0, 2.0}, {-3.0, -2.0, -3.0},
             {2.0, 3.0, 3.0}, {-1.0, 1.0, 1.0}, {-5.0, -5.0, -5.0}}) {
        EXPECT_EQ(cellNumber(cellOf(least, greatest), true, number), farthest);
        EXPECT_EQ(cellNumber(cellOf(least, greatest), false, number), greatest);
    }
}

TEST(ColorRange, OfDifferencesIsAround0)
{
    std::vector<GridCell> cells(999, cellOf(1, 2));
    cells.push_back(cellOf(500, 1000));
    const Grid grid = gridOf(std::move(cells));
    const ColorRanges ranges = rangesOf(valuesOf(grid, grid).value(), true);
    EXPECT_EQ(ranges[std::size_t(RangeChoice::Full)], (ColorRange{-1000, 1000, true, false}));
    EXPECT_EQ(ranges[std::size_t(RangeChoice::Automatic)], (ColorRange{-2, 2, true, true}));
}

TEST(ColorRange, IsMadeToDiverge)
{
    EXPECT_EQ(around0({2, 5, false, true}), (ColorRange{-5, 5, true, true}));
    EXPECT_EQ(around0({-9, 5, false, false}), (ColorRange{-9, 9, true, false}));
    EXPECT_EQ(around0({-5, 5, true, false}), (ColorRange{-5, 5, true, false}));
}

TEST(ColorRange, OfTwoPicturesIsOne)
{
    const auto rangesWith = [](ColorRange automatic, ColorRange full) {
        return ColorRanges{automatic, full, ColorRange{-full.high, full.high, true, false}, automatic};
    };
    const auto united = [](const ColorRanges& a, const ColorRanges& b, RangeChoice choice) {
        const ColorRange range = unite(a, b)[std::size_t(choice)];
        EXPECT_EQ(unite(b, a)[std::size_t(choice)], range) << "whichever is A";
        return range;
    };
    const ColorRanges positive = rangesWith({2, 5, false, false}, {2, 5, false, false});
    const ColorRanges larger = rangesWith({4, 9, false, true}, {4, 90, false, false});
    const ColorRanges both = rangesWith({-7, 7, true, false}, {-7, 7, true, false});
    EXPECT_EQ(united(positive, larger, RangeChoice::Full), (ColorRange{2, 90, false, false}));
    EXPECT_EQ(united(positive, larger, RangeChoice::Automatic), (ColorRange{2, 9, false, true}));
    EXPECT_EQ(united(positive, both, RangeChoice::Full), (ColorRange{-7, 7, true, false}));
    EXPECT_EQ(united(larger, both, RangeChoice::Automatic), (ColorRange{-9, 9, true, true}));
    const ColorRanges covering = rangesWith({2, 90, false, false}, {2, 90, false, false});
    EXPECT_EQ(united(larger, covering, RangeChoice::Automatic), (ColorRange{2, 90, false, false}))
        << "what the one leaves out the other has";
}

} // namespace
} // namespace loupe
