#include "items/heat_map/color_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace loupe {

namespace {

constexpr double elementsLeftOut = 0.001; // at each end
constexpr double mostLeftOut = 0.005; // of all cells, at each end
constexpr double tooFar = 0.5; // beyond the rest, in widths of the rest
constexpr std::uint64_t heavyTail = 10; // where one of so many that would be left out, or more, is too far
constexpr std::size_t few = 32; // cells: too few for one of them to be omitted

ColorRange divergingRange(double low, double high)
{
    const double farthest = std::max(std::abs(low), std::abs(high));
    return {-farthest, farthest, true, false};
}

/// The value that `share` of the numbers do not exceed.
double quantile(std::vector<double>& numbers, double share)
{
    const auto place = numbers.begin() + std::ptrdiff_t(share * double(numbers.size() - 1));
    std::nth_element(numbers.begin(), place, numbers.end());
    return *place;
}

template <typename Number>
ColorRange withoutFarthest(const Grid& grid, ColorRange range, const Number& number)
{
    std::vector<double> highs;
    highs.reserve(grid.cells.size());
    std::vector<double> lows; // negated, of a range that is not diverging
    for (const GridCell& cell : grid.cells) {
        if (cell.finite == 0)
            continue;
        const double shown = cellNumber(cell, range.diverging, number);
        highs.push_back(range.diverging ? std::abs(shown) : shown);
        if (!range.diverging)
            lows.push_back(-number(cell.least));
    }
    const double share = leftOut(grid);
    const double high = quantile(highs, 1 - (range.diverging ? 2 : 1) * share);
    const double low = range.diverging ? -high : -quantile(lows, 1 - share);
    if (!(low < high))
        return range; // all but those that would be left out are one value
    range.clipped = low > range.low || high < range.high;
    range.low = low;
    range.high = high;
    return range;
}

/// Where an end is cut: before the farthest of `shown` numbers, or, where nearly all of them are near, behind these.
template <typename Shown>
double cutEnd(const Grid& grid, double end, double limit, const Shown& shown)
{
    double near = end;
    std::uint64_t outside = 0;
    std::uint64_t far = 0;
    for (const GridCell& cell : grid.cells) {
        if (cell.finite == 0)
            continue;
        const double value = shown(cell);
        if (!(value > end))
            continue;
        ++outside;
        if (value > limit)
            ++far;
        else
            near = std::max(near, value);
    }
    return far * heavyTail > outside ? end : near;
}

/// Each end is cut where the full one is too far.
template <typename Number>
ColorRange automatic(const Grid& grid, const ColorRange& full, const ColorRange& clipped, const Number& number)
{
    if (!clipped.clipped || grid.cells.size() < few)
        return full;
    const double most = (clipped.high / 2 - clipped.low / 2) * tooFar; // half of it: doubles have an end
    ColorRange range = full;
    if (full.high / 2 - clipped.high / 2 > most) {
        range.high = cutEnd(grid, clipped.high, clipped.high + 2 * most, [&](const GridCell& cell) {
            const double shown = cellNumber(cell, full.diverging, number);
            return full.diverging ? std::abs(shown) : shown;
        });
    }
    if (full.diverging)
        range.low = -range.high;
    else if (clipped.low / 2 - full.low / 2 > most)
        range.low = -cutEnd(
            grid, -clipped.low, 2 * most - clipped.low, [&](const GridCell& cell) { return -number(cell.least); });
    range.clipped = range.low > full.low || range.high < full.high;
    return range;
}

ColorRange unite(const ColorRange& a, const ColorRange& b)
{
    if (a.diverging || b.diverging)
        return divergingRange(std::min(a.low, b.low), std::max(a.high, b.high));
    return {std::min(a.low, b.low), std::max(a.high, b.high), false, false};
}

} // namespace

double leftOut(const Grid& grid)
{
    const double elements = double(grid.shape.rowStep) * double(grid.shape.columnStep); // in a cell
    return std::min(elementsLeftOut * elements, mostLeftOut);
}

OffScale operator+(const OffScale& a, const OffScale& b)
{
    return {a.below + b.below, a.above + b.above, a.cells + b.cells};
}

OffScale offScale(const Grid& grid, const ColorRange& range)
{
    OffScale counted;
    if (!range.clipped)
        return counted;
    withNumber(grid.numbers, [&](const auto& number) {
        for (const GridCell& cell : grid.cells) {
            if (cell.finite == 0)
                continue;
            const double shown = cellNumber(cell, range.diverging, number);
            counted.below += shown < range.low;
            counted.above += shown > range.high;
            ++counted.cells;
        }
    });
    return counted;
}

ColorRange around0(const ColorRange& range)
{
    ColorRange around = divergingRange(range.low, range.high);
    around.clipped = range.clipped;
    return around;
}

ColorRanges unite(const ColorRanges& a, const ColorRanges& b)
{
    ColorRanges both;
    const ColorRange full = unite(a[std::size_t(RangeChoice::Full)], b[std::size_t(RangeChoice::Full)]);
    for (std::size_t choice = 0; choice < both.size(); ++choice) {
        both[choice] = unite(a[choice], b[choice]);
        both[choice].clipped = both[choice].low > full.low || both[choice].high < full.high;
    }
    return both;
}

std::optional<ColorRanges> rangesOf(const Grid& grid, bool around0)
{
    return withNumber(grid.numbers, [&grid, around0](const auto& number) -> std::optional<ColorRanges> {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const GridCell& cell : grid.cells) {
            if (cell.finite > 0) {
                low = std::min(low, number(cell.least));
                high = std::max(high, number(cell.greatest));
            }
        }
        if (low > high)
            return std::nullopt;
        const ColorRange full = around0 || low < 0 || (low == 0 && high == 0) ? divergingRange(low, high)
                                                                              : ColorRange{low, high, false, false};
        const ColorRange clipped = withoutFarthest(grid, full, number);
        return ColorRanges{automatic(grid, full, clipped, number), full, divergingRange(low, high), clipped};
    });
}

} // namespace loupe
