#pragma once

#include "items/grid_range.h"

#include <QColor>

#include <algorithm>
#include <array>
#include <span>

namespace loupe {

struct Theme;

/// The colours of values, cells and marks in one theme: diverging around 0, or from dark to bright.
class ColourMap {
public:
    ColourMap(const Theme& theme, const GridRange& range);

    /// Of a finite value: below and above the range as at its ends.
    QRgb operator()(double value) const { return m_colours[place(value)]; }
    /// NaN and infinities before all, then cellNumber(). Transparent where nothing is known.
    QRgb operator()(const Grid& grid, const GridCell& cell) const;
    /// Of many cells, at `colours` and behind.
    void colour(GridNumbers numbers, std::span<const GridCell> cells, QRgb* colours) const;

private:
    static constexpr int steps = 1024;
    /// Without a branch: where many values are outside of the range one would cost more than all else.
    std::size_t place(double value) const
    {
        const double inside = std::min(std::max(value, m_range.low), m_range.high);
        return std::size_t(int((inside / 2 - m_range.low / 2) / m_halfWidth * (steps - 1) + m_first));
    }

    GridRange m_range;
    double m_halfWidth; ///< the width of a range over all doubles is not finite
    double m_first; ///< of the place of the least value, what is rounded down
    std::array<QRgb, steps> m_colours;
    QRgb m_nan;
    QRgb m_infinity;
};

} // namespace loupe
