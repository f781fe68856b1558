#pragma once

#include "analysis/slices/grid.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace loupe {

/// The values among which a picture of a grid makes differences.
struct ColorRange {
    double low = 0;
    double high = 1;
    bool diverging = false; ///< around 0: low is -high
    bool clipped = false; ///< there are values outside: they have colors of their own

    bool operator==(const ColorRange&) const = default;
};

/// How the range follows from the values.
enum class RangeChoice : std::uint8_t {
    /// As Full, unless few values lie far out. Each end is chosen by itself:
    /// 1. Full's end, if it lies at most half the width of Most's range beyond Most's end.
    /// 2. Else the farthest cell that lies no farther out than that, so that those beyond it are cut.
    /// 3. But if these are more than a tenth of the cells beyond Most's end, a heavy tail: Most's end.
    Automatic,
    Full, ///< from the least to the greatest value; around 0 where any is negative
    Symmetric, ///< as far to both sides of 0
    Most, ///< as Full, but without the farthest cells: see leftOut()
};

/// The share of a grid's cells that Most leaves out at each end: as many as hold one of 1,000 elements, since a cell
/// shows the farthest one of its elements; at most one of 200 cells, and at least one cell.
double leftOut(const Grid& grid);

/// Cells whose number is outside of a range.
struct OffScale {
    std::uint64_t below = 0;
    std::uint64_t above = 0;
    std::uint64_t cells = 0; ///< that have a number at all

    bool operator==(const OffScale&) const = default;
};
OffScale operator+(const OffScale& a, const OffScale& b);
/// Looks at all cells, unless the range is not clipped.
OffScale offScale(const Grid& grid, const ColorRange& range);

/// In the order of RangeChoice.
using ColorRanges = std::array<ColorRange, 4>;

/// The ranges of a grid's finite values; nothing where there are none. Nothing but zeros is the middle of a diverging
/// range, so that it looks as 0 does beside other values. `around0`: all are diverging, whatever the values. Looks at
/// all cells: for a job where these are many.
std::optional<ColorRanges> rangesOf(const Grid& grid, bool around0 = false);
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
