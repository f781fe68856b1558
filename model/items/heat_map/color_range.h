#pragma once

#include "analysis/slices/grid.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// The range of values that the colors of a picture cover.
struct ColorRange {
    double low = 0;
    double high = 1;
    bool diverging = false; ///< centered at 0: low is -high
    bool clipped = false; ///< some values are outside the range; they have special colors
    /// If greater than 0, colors follow the logarithm, starting at about this distance from 0, or from `low`. This
    /// distinguishes most values even if a few are far out. If 0, colors are linear.
    double linear = 0;

    /// The relative position of a value in the range: 0 to 1. Precondition: low < high.
    double positionOf(double value) const;
    /// The value at a relative position.
    double valueAt(double position) const;
    bool operator==(const ColorRange&) const = default;
};

/// The finite values of a slice, independent of the grid that shows them.
struct SliceValues {
    double least = 0; ///< of all elements
    double greatest = 0;
    double count = 0; ///< of all elements
    std::vector<double> elements; ///< all elements, or a sample
    bool isSample = false;
};

/// `elements` is a grid whose cells are single elements: all those that `whole` covers, or some of them. If nothing
/// better is known, pass `whole` itself. Nullopt if no value is finite.
std::optional<SliceValues> valuesOf(const Grid& elements, const Grid& whole);

/// How the range is derived from the values.
enum class RangeChoice : std::uint8_t {
    /// As Full, unless there are a few outliers. Each end is chosen on its own:
    /// 1. The end of Full, if it is beyond the end of Most by at most half the width of the range of Most.
    /// 2. Otherwise, the farthest element within that distance, so the elements beyond it are cut off.
    /// 3. But if those are more than a tenth of the elements beyond the end of Most (a heavy tail), the end of Most.
    /// If that cuts off elements, and half of the elements are still within a sixteenth of the distance to the farther
    /// end, colors follow the logarithm.
    Automatic,
    Full, ///< from the smallest to the largest value; centered at 0 if any value is negative
    Symmetric, ///< equally far to both sides of 0
    Most, ///< as Full, but without the outermost elements: see leftOut()
};

/// The share of elements that Most leaves out at each end: one in 1,000, but at least one element and at most 1,000,
/// since each may color a cell of many elements.
double leftOut(const SliceValues& values);

/// The number of elements outside a range.
struct OffScale {
    std::uint64_t below = 0;
    std::uint64_t above = 0;
    std::uint64_t elements = 0; ///< how many elements were checked
    bool isSample = false; ///< if so, all counts are of a sample, but at least 1 if any element of the slice is outside
    bool operator==(const OffScale&) const = default;
};
OffScale operator+(const OffScale& a, const OffScale& b);
/// Counts the elements outside the range. Skips this if the range is not clipped.
OffScale offScale(const SliceValues& values, const ColorRange& range);

/// In the order of RangeChoice.
using ColorRanges = std::array<ColorRange, 4>;

/// If all values are 0, they are in the middle of a diverging range, so that they look like a 0 among other values.
/// `around0`: all ranges are diverging, regardless of the values. Visits all elements, so run it in a job if there are
/// many.
ColorRanges rangesOf(const SliceValues& values, bool around0 = false);
/// Common ranges for two pictures, so that the same value has the same color in both.
ColorRanges unite(const ColorRanges& a, const ColorRanges& b);
/// The smallest diverging range that contains `range`.
ColorRange around0(const ColorRange& range);

/// Calls `work(number)` with a function equivalent to Grid::number(). For loops over many cells: the distinction by
/// type is made only once.
template <typename Work>
decltype(auto) withNumber(GridNumbers numbers, Work work)
{
    switch (numbers) {
    case GridNumbers::Signed:
        return work([](std::uint64_t kept) { return double(std::int64_t(kept)); });
    case GridNumbers::Unsigned:
        return work([](std::uint64_t kept) { return double(kept); });
    case GridNumbers::Single:
        return work([](std::uint64_t kept) { return double(std::bit_cast<float>(std::uint32_t(kept))); });
    case GridNumbers::Double:
        break;
    }
    return work([](std::uint64_t kept) { return std::bit_cast<double>(kept); });
}

/// The number that represents a cell with finite values: the extreme farther from 0; if the range is not diverging, the
/// greatest.
template <typename Number>
double cellNumber(const GridCell& cell, bool diverging, const Number& number)
{
    const double greatest = number(cell.greatest);
    if (!diverging)
        return greatest;
    // The sign of the sum tells which one is farther from 0. Uses a mask, as a branch would be unpredictable.
    const double least = number(cell.least);
    const auto mask = std::uint64_t(std::bit_cast<std::int64_t>(least + greatest) >> 63);
    return std::bit_cast<double>(
        (std::bit_cast<std::uint64_t>(least) & mask) | (std::bit_cast<std::uint64_t>(greatest) & ~mask));
}

} // namespace loupe
