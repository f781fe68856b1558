#pragma once

#include "items/grid_range.h"

#include <QColor>

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
    std::size_t place(double value) const;
    template <typename Number>
    QRgb of(const GridCell& cell, const Number& number) const;

    bool m_diverging;
    double m_low; ///< half of it: the width of a range over all doubles is not finite
    double m_width; ///< half of it, too
    std::array<QRgb, steps> m_colours;
    QRgb m_nan;
    QRgb m_infinity;
};

} // namespace loupe
