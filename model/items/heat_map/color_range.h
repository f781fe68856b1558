#pragma once

#include "analysis/slices/grid.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// The values among which a picture of a grid makes differences.
struct ColorRange {
    double low = 0;
    double high = 1;
    bool diverging = false; ///< around 0: low is -high
    bool clipped = false; ///< there are values outside: they have colors of their own
    /// Greater than 0: colors follow the logarithm from about so far from 0, or from `low`, on, so that most values are
    /// told apart compared with a few that are far out. 0: colors follow the values.
    double linear = 0;

    /// Where a value in the range is between its ends: 0 to 1. Precondition: low < high.
    double positionOf(double value) const;
    /// The value there.
    double valueAt(double position) const;
    bool operator==(const ColorRange&) const = default;
};

/// The finite values of a slice, whatever grid shows them.
struct SliceValues {
    double least = 0; ///< of all elements
    double greatest = 0;
    double count = 0; ///< of all elements
    std::vector<double> elements; ///< all, or a sample of them
    bool isSample = false;
};

/// `elements` are cells of single elements, all that `whole` has or some of them; or `whole` itself, where nothing
/// better is known. Nothing if no value is finite.
std::optional<SliceValues> valuesOf(const Grid& elements, const Grid& whole);

/// How the range follows from the values.
enum class RangeChoice : std::uint8_t {
    /// As Full, unless few values lie far out. Each end is chosen by itself:
    /// 1. Full's end, if it lies at most half the width of Most's range beyond Most's end.
    /// 2. Else the farthest element that lies no farther out than that, so that those beyond it are cut.
    /// 3. But if these are more than a tenth of the elements beyond Most's end, a heavy tail: Most's end.
    /// Where that cuts something, and half of the elements still lie within a sixteenth of the way to the farther end,
    /// colors follow the logarithm.
    Automatic,
    Full, ///< from the least to the greatest value; around 0 if any is negative
    Symmetric, ///< as far to both sides of 0
    Most, ///< as Full, but without the farthest elements: see leftOut()
};

/// The share of the elements that Most leaves out at each end: one of 1,000, at least one and at most 1,000 of them,
/// since each may color a cell of many elements.
double leftOut(const SliceValues& values);

/// Elements that are outside of a range.
struct OffScale {
    std::uint64_t below = 0;
    std::uint64_t above = 0;
    std::uint64_t elements = 0; ///< that were looked at
    bool isSample = false; ///< of all; then the counts are shares of it, and 1 where it has none of the few there are

    bool operator==(const OffScale&) const = default;
};
OffScale operator+(const OffScale& a, const OffScale& b);
/// Looks at the elements, unless the range is not clipped.
OffScale offScale(const SliceValues& values, const ColorRange& range);

/// In the order of RangeChoice.
using ColorRanges = std::array<ColorRange, 4>;

/// Nothing but zeros is the middle of a diverging range, so that it looks as 0 does compared with other values.
/// `around0`: all are diverging, whatever the values. Looks at all elements: for a job where these are many.
ColorRanges rangesOf(const SliceValues& values, bool around0 = false);
/// Ranges for both of two pictures, so that the same value has the same color in them.
ColorRanges unite(const ColorRanges& a, const ColorRanges& b);
/// The least diverging range that reaches as far.
ColorRange around0(const ColorRange& range);

/// `work(number)` with what does as Grid::number(), for loops over many cells: what is the same for all of them is
/// decided once.
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

/// The number that stands for a cell with finite values: the extreme that is farther from 0, or of a range that is not
/// diverging the greatest.
template <typename Number>
double cellNumber(const GridCell& cell, bool diverging, const Number& number)
{
    const double greatest = number(cell.greatest);
    if (!diverging)
        return greatest;
    // The sign of their sum says which is farther; as a mask, since a branch on it could not be predicted.
    const double least = number(cell.least);
    const auto mask = std::uint64_t(std::bit_cast<std::int64_t>(least + greatest) >> 63);
    return std::bit_cast<double>(
        (std::bit_cast<std::uint64_t>(least) & mask) | (std::bit_cast<std::uint64_t>(greatest) & ~mask));
}

} // namespace loupe
