#pragma once

#include "analysis/slices/grid.h"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace loupe {

/// The values among which a picture of a grid makes differences.
struct ColorRange {
    double low = 0; ///< this and less look alike
    double high = 1; ///< this and more, too
    bool diverging = false; ///< around 0: low is -high
    bool clipped = false; ///< there are values outside

    bool operator==(const ColorRange&) const = default;
};

/// How the range follows from the values.
enum class RangeChoice : std::uint8_t {
    Automatic, ///< as Full; as Most where that reaches less than half as far
    Full, ///< from the least to the greatest value; around 0 where any is negative
    Symmetric, ///< as far to both sides of 0
    Most, ///< as Full, but of 99 of 100 cells: the one with the largest values saturates
};

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
