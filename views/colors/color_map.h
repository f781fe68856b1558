#pragma once

#include "items/heat_map/color_range.h"

#include <QColor>

#include <algorithm>
#include <array>
#include <span>

namespace loupe {

struct Theme;

/// The colors of values, cells and marks in one theme: diverging around 0, or from dark to bright.
class ColorMap {
public:
    ColorMap(const Theme& theme, const ColorRange& range);

    /// The color of a finite value; values outside the range have the colors of its ends.
    QRgb operator()(double value) const { return m_colors[place(value)]; }
    /// Writes the colors of a grid row's cells, from `column` on, to `colors`: for finite values that of cellNumber();
    /// transparent where nothing is known. Where a cell holds NaN or infinities beside others, it has one color out of
    /// these, so that among neighbors each has the share that it has among their elements: neither does one NaN hide
    /// thousands of finite values, nor do these hide that every tenth is NaN. Rare ones may get no cell at all.
    void color(GridNumbers numbers, std::span<const GridCell> cells, std::uint64_t row, std::uint64_t column,
        QRgb* colors) const;
    QRgb nan() const { return m_nan; }
    QRgb infinity() const { return m_infinity; }

private:
    static constexpr int steps = 1024;
    /// Without a branch: where many values are outside of the range one would cost more than all else.
    std::size_t place(double value) const
    {
        const double inside = std::min(std::max(value, m_range.low), m_range.high);
        return std::size_t(int((inside / 2 - m_range.low / 2) / m_halfWidth * (steps - 1) + m_first));
    }

    QRgb ofMixed(const GridCell& cell, std::uint64_t row, std::uint64_t column, QRgb finite) const;

    ColorRange m_range;
    double m_halfWidth; ///< the width of a range over all doubles is not finite
    double m_first; ///< of the place of the least value, what is rounded down
    std::array<QRgb, steps> m_colors;
    QRgb m_nan;
    QRgb m_infinity;
};

} // namespace loupe
