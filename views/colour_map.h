#pragma once

#include "analysis/grid_reduction.h"

#include <QColor>

#include <array>
#include <optional>

namespace loupe {

struct Theme;

/// Which values get which colours: diverging around 0, or from dark to bright.
struct ColourRange {
    double low = 0; ///< this and less have the first colour
    double high = 1; ///< this and more the last one
    bool diverging = false; ///< then low is -high
    bool clipped = false; ///< there are values outside

    bool operator==(const ColourRange&) const = default;
};

/// How the range follows from the values.
enum class RangeChoice : std::uint8_t {
    Full, ///< from the least to the greatest value; around 0 where any is negative
    Symmetric, ///< as far to both sides of 0
    Most, ///< as Full, but of 99 of 100 cells: the one with the largest values saturates
};

/// The range of a grid's finite values; nothing where there are none. Nothing but zeros is the middle of a diverging
/// range, so that it looks as 0 does beside other values.
std::optional<ColourRange> rangeOf(const Grid& grid, RangeChoice choice);

/// The colours of values, cells and marks in one theme.
class ColourMap {
public:
    ColourMap(const Theme& theme, const ColourRange& range);

    const ColourRange& range() const { return m_range; }
    /// Of a finite value.
    QRgb operator()(double value) const { return m_colours[place(value)]; }
    /// NaN and infinities before all, then the extreme that is farther from 0, or of a sequential map the greatest.
    /// Transparent where nothing is known.
    QRgb operator()(const Grid& grid, const GridCell& cell) const;

private:
    static constexpr std::size_t steps = 1024;
    std::size_t place(double value) const;

    ColourRange m_range;
    std::array<QRgb, steps> m_colours;
    QRgb m_nan;
    QRgb m_infinity;
};

/// The number that stands for a cell with finite values.
double shownValue(const Grid& grid, const GridCell& cell, bool diverging);

} // namespace loupe
