#include "items/heat_map/color_range.h"

#include "analysis/statistics/ranked_value.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace loupe {

namespace {

constexpr double shareLeftOut = 0.001; // at each end
constexpr double mostLeftOut = 1000; // elements, at each end
constexpr double tooFar = 0.5; // how far beyond the rest, in widths of the rest
constexpr std::uint64_t heavyTail =
    10; // if more than one in this many of the elements left out is too far, the tail is heavy
constexpr double narrowBulk = 1.0 / 16; // share of the range that contains half of the elements
constexpr double leastLinear = 1e-9; // share of the range
constexpr std::size_t few = 32; // elements; with fewer, none is left out

ColorRange divergingRange(double low, double high)
{
    const double farthest = std::max(std::abs(low), std::abs(high));
    return {-farthest, farthest, true, false};
}

/// The number that `share` of the values' numbers do not exceed. `shown` maps elements to these numbers.
template <typename Shown>
double quantile(const SliceValues& values, double share, const Shown& shown)
{
    std::vector<double> numbers(values.elements.size());
    std::ranges::transform(values.elements, numbers.begin(), shown);
    return valueAtShare(numbers, share);
}

// The distance outwards of a value, for the upper and for the lower end.
double upward(double value)
{
    return value;
}
double downward(double value)
{
    return -value;
}
double outward(double value)
{
    return std::abs(value);
}

ColorRange withoutFarthest(const SliceValues& values, ColorRange range)
{
    const double share = leftOut(values);
    const double high =
        range.diverging ? quantile(values, 1 - 2 * share, outward) : quantile(values, 1 - share, upward);
    const double low = range.diverging ? -high : -quantile(values, 1 - share, downward);
    if (!(low < high))
        return range; // all elements that remain have the same value
    range.clipped = low > range.low || high < range.high;
    range.low = low;
    range.high = high;
    return range;
}

/// The position of a cut end: after the last element that is not too far; or, if more than one in heavyTail of the
/// outer elements is too far, `end`.
template <typename Shown>
double cutEnd(const SliceValues& values, double end, double limit, const Shown& shown)
{
    double near = end;
    std::uint64_t outside = 0;
    std::uint64_t far = 0;
    for (const double element : values.elements) {
        const double value = shown(element);
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

/// Chooses the logarithm if nearly all elements would otherwise have the same color.
void fitScale(const SliceValues& values, ColorRange& range)
{
    const double reach = range.diverging ? range.high : range.high - range.low;
    if (!range.clipped || !std::isfinite(reach))
        return;
    const double middle = range.diverging ? 0 : range.low;
    const double half = quantile(values, 0.5, [middle](double value) { return std::abs(value - middle); });
    if (half > 0 && half <= reach * narrowBulk)
        range.linear = std::max(half, reach * leastLinear);
}

/// Cuts each end of `full` that is too far out.
ColorRange automatic(const SliceValues& values, const ColorRange& full, const ColorRange& clipped)
{
    if (!clipped.clipped || values.elements.size() < few)
        return full;
    const double most = (clipped.high / 2 - clipped.low / 2) * tooFar; // computed from halves to avoid overflow
    ColorRange range = full;
    if (full.high / 2 - clipped.high / 2 > most) {
        const double limit = clipped.high + 2 * most;
        range.high =
            full.diverging ? cutEnd(values, clipped.high, limit, outward) : cutEnd(values, clipped.high, limit, upward);
    }
    if (full.diverging)
        range.low = -range.high;
    else if (clipped.low / 2 - full.low / 2 > most)
        range.low = -cutEnd(values, -clipped.low, 2 * most - clipped.low, downward);
    range.clipped = range.low > full.low || range.high < full.high;
    fitScale(values, range);
    return range;
}

ColorRange unite(const ColorRange& a, const ColorRange& b)
{
    ColorRange both = a.diverging || b.diverging
        ? divergingRange(std::min(a.low, b.low), std::max(a.high, b.high))
        : ColorRange{std::min(a.low, b.low), std::max(a.high, b.high), false, false};
    // Otherwise, the values of the narrower range could not be distinguished.
    both.linear = a.linear > 0 && b.linear > 0 ? std::min(a.linear, b.linear) : std::max(a.linear, b.linear);
    return both;
}

} // namespace

double ColorRange::positionOf(double value) const
{
    if (linear == 0)
        return (value / 2 - low / 2) / (high / 2 - low / 2); // halved because the width of a range over all doubles is
                                                             // not finite
    if (!diverging)
        return std::log1p((value - low) / linear) / std::log1p((high - low) / linear);
    const double share = std::log1p(std::abs(value) / linear) / std::log1p(high / linear);
    return (1 + std::copysign(share, value)) / 2;
}

double ColorRange::valueAt(double position) const
{
    if (linear == 0)
        return (low / 2 + (high / 2 - low / 2) * position) * 2;
    if (!diverging)
        return low + linear * std::expm1(position * std::log1p((high - low) / linear));
    const double share = 2 * position - 1;
    return std::copysign(linear * std::expm1(std::abs(share) * std::log1p(high / linear)), share);
}

std::optional<SliceValues> valuesOf(const Grid& elements, const Grid& whole)
{
    SliceValues values;
    values.least = std::numeric_limits<double>::infinity();
    values.greatest = -values.least;
    values.count = double(whole.shape.window.rows) * double(whole.shape.window.columns);
    values.isSample = !(elements.shape.window == whole.shape.window);
    withNumber(whole.numbers, [&](const auto& number) {
        for (const GridCell& cell : whole.cells) {
            if (cell.finite == 0)
                continue;
            values.least = std::min(values.least, number(cell.least));
            values.greatest = std::max(values.greatest, number(cell.greatest));
        }
        values.elements.reserve(elements.cells.size());
        for (const GridCell& cell : elements.cells) {
            if (cell.finite > 0)
                values.elements.push_back(number(cell.least));
            if (cell.finite > 1)
                values.elements.push_back(number(cell.greatest));
        }
    });
    if (values.least > values.greatest)
        return std::nullopt;
    if (values.elements.empty()) // the few finite values were not in the sample
        values.elements = {values.least, values.greatest};
    return values;
}

double leftOut(const SliceValues& values)
{
    return std::min(shareLeftOut, mostLeftOut / values.count);
}

OffScale operator+(const OffScale& a, const OffScale& b)
{
    return {a.below + b.below, a.above + b.above, a.elements + b.elements, a.isSample || b.isSample};
}

OffScale offScale(const SliceValues& values, const ColorRange& range)
{
    if (!range.clipped)
        return {};
    OffScale counted{0, 0, values.elements.size(), values.isSample};
    for (const double element : values.elements) {
        counted.below += element < range.low;
        counted.above += element > range.high;
    }
    if (values.least < range.low)
        counted.below = std::max<std::uint64_t>(counted.below, 1);
    if (values.greatest > range.high)
        counted.above = std::max<std::uint64_t>(counted.above, 1);
    return counted;
}

ColorRange around0(const ColorRange& range)
{
    ColorRange around = divergingRange(range.low, range.high);
    around.clipped = range.clipped;
    around.linear = range.diverging ? range.linear : 0;
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

ColorRanges rangesOf(const SliceValues& values, bool around0)
{
    const double low = values.least;
    const double high = values.greatest;
    const ColorRange full =
        around0 || low < 0 || (low == 0 && high == 0) ? divergingRange(low, high) : ColorRange{low, high, false, false};
    const ColorRange clipped = withoutFarthest(values, full);
    return {automatic(values, full, clipped), full, divergingRange(low, high), clipped};
}

} // namespace loupe
