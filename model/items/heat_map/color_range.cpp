#include "items/heat_map/color_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace loupe {

namespace {

constexpr double most = 0.99;
constexpr double farOut = 2; // times the range of most cells, to which then half of the colors would be left

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
    std::vector<double> numbers;
    numbers.reserve(grid.cells.size());
    for (const GridCell& cell : grid.cells) {
        if (cell.finite > 0) {
            const double shown = cellNumber(cell, range.diverging, number);
            numbers.push_back(range.diverging ? std::abs(shown) : shown);
        }
    }
    const double limit = quantile(numbers, most);
    if (limit < range.high && limit > (range.diverging ? 0 : range.low)) {
        range.high = limit;
        range.low = range.diverging ? -limit : range.low;
        range.clipped = true;
    }
    return range;
}

ColorRange automatic(const Grid& grid, const ColorRange& full, const ColorRange& clipped)
{
    constexpr std::size_t few = 32; // cells: too few for one of them to be omitted
    const auto halfWidth = [](const ColorRange& range) { return range.high / 2 - range.low / 2; };
    return grid.cells.size() >= few && halfWidth(clipped) < halfWidth(full) / farOut ? clipped : full;
}

ColorRange unite(const ColorRange& a, const ColorRange& b)
{
    if (a.diverging || b.diverging)
        return divergingRange(std::min(a.low, b.low), std::max(a.high, b.high));
    return {std::min(a.low, b.low), std::max(a.high, b.high), false, false};
}

} // namespace

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
        both[choice].clipped = both[choice].high < full.high;
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
        return ColorRanges{automatic(grid, full, clipped), full, divergingRange(low, high), clipped};
    });
}

} // namespace loupe
