#include "views/colour_map.h"

#include "views/theme.h"

#include <algorithm>

namespace loupe {

ColourMap::ColourMap(const Theme& theme, const GridRange& range)
    : m_diverging(range.diverging)
    , m_low(range.low / 2)
    , m_width(range.high / 2 - range.low / 2)
    , m_nan(theme.nan.rgb())
    , m_infinity(theme.infinityFill.rgb())
{
    for (int step = 0; step < steps; ++step) {
        const double position = double(step) / (steps - 1);
        m_colours[std::size_t(step)] =
            (m_diverging ? theme.diverging(2 * position - 1) : theme.sequential(position)).rgb();
    }
}

std::size_t ColourMap::place(double value) const
{
    const double share = m_width > 0 ? (value / 2 - m_low) / m_width : 0.5;
    return std::size_t(int(std::clamp(share, 0.0, 1.0) * (steps - 1) + 0.5));
}

template <typename Number>
QRgb ColourMap::of(const GridCell& cell, const Number& number) const
{
    if (cell.marks == GridCell::Finite)
        return (*this)(cellNumber(cell, m_diverging, number));
    if (cell.has(GridCell::Nan))
        return m_nan;
    return cell.marks == 0 ? qRgba(0, 0, 0, 0) : m_infinity;
}

QRgb ColourMap::operator()(const Grid& grid, const GridCell& cell) const
{
    return withNumber(grid.numbers, [&](const auto& number) { return of(cell, number); });
}

void ColourMap::colour(GridNumbers numbers, std::span<const GridCell> cells, QRgb* colours) const
{
    withNumber(numbers, [&](const auto& number) {
        for (const GridCell& cell : cells)
            *colours++ = of(cell, number);
    });
}

} // namespace loupe
