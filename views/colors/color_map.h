#pragma once

#include "items/heat_map/color_range.h"

#include <QColor>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

struct Theme;

/// The colors of values, cells and marks in a theme: diverging around 0, or sequential from dark to bright.
class ColorMap {
public:
    ColorMap(const Theme& theme, const ColorRange& range);

    /// The color of a finite value.
    QRgb operator()(double value) const { return m_colors[place(value)]; }
    /// The colors of values outside a clipped range; otherwise those of the range's ends.
    QRgb below() const { return m_colors.front(); }
    QRgb above() const { return m_colors.back(); }
    /// Writes the colors of a grid row's cells, from `column` on, to `colors`. A finite cell has the color of its
    /// cellNumber(), and an unknown one is transparent. A cell that contains NaN or infinities besides other values has
    /// one color of these, chosen so that among neighbors each color has its share of the elements: one NaN does not
    /// hide thousands of finite values, and they do not hide that every tenth is NaN. Rare ones may get no cell at all.
    void color(GridNumbers numbers, std::span<const GridCell> cells, std::uint64_t row, std::uint64_t column,
        QRgb* colors) const;
    QRgb nan() const { return m_nan; }
    QRgb infinity() const { return m_infinity; }

private:
    static constexpr int steps = 1024;
    /// Branch-free, because branches would dominate the cost if many values are outside the range.
    std::size_t place(double value) const
    {
        const double inside = std::min(std::max(value, m_range.low), m_range.high);
        const int outside = m_ends * (int(value > m_range.high) - int(value < m_range.low));
        if (m_range.linear > 0) // the same for all values of a picture
            return std::size_t(int(logPosition(inside) * (steps - 1) + m_first) + outside);
        return std::size_t(int((inside / 2 - m_range.low / 2) / m_halfWidth * (steps - 1) + m_first) + outside);
    }

    /// ColorRange::positionOf(), by table lookup.
    double logPosition(double inside) const
    {
        const double distance = m_range.diverging ? std::abs(inside) : inside - m_range.low;
        const double share = m_logarithms[logPlace(distance)];
        return m_range.diverging ? (1 + std::copysign(share, inside)) / 2 : share;
    }
    /// The table index, from the exponent and the leading bits of the fraction.
    std::size_t logPlace(double distance) const
    {
        const auto bits = std::bit_cast<std::uint32_t>(float(1 + distance / m_range.linear));
        return (bits >> (fractionBits - keptBits)) - (exponentOf1 << keptBits);
    }
    static constexpr unsigned fractionBits = 23;
    static constexpr unsigned keptBits = 6;
    static constexpr std::uint32_t exponentOf1 = 127;

    void makeLogarithms();
    QRgb ofMixed(const GridCell& cell, std::uint64_t row, std::uint64_t column, QRgb finite) const;

    ColorRange m_range;
    double m_halfWidth; ///< half, because the width of a range over all doubles is not finite
    double m_first; ///< index of the lowest value in the range, before rounding down
    int m_ends; ///< 1 if values outside the range have their own colors, else 0
    std::array<QRgb, steps + 2> m_colors; ///< color below the range, colors of the range, color above it
    std::vector<float> m_logarithms; ///< positions indexed by logPlace(); only for a range with `linear`
    QRgb m_nan;
    QRgb m_infinity;
};

} // namespace loupe
