#include "views/colour_map.h"

#include "views/theme.h"

namespace loupe {

ColourMap::ColourMap(const Theme& theme, const GridRange& range)
    : m_range(range)
    , m_halfWidth(range.high / 2 - range.low / 2)
    , m_first(0.5)
    , m_nan(theme.nan.rgb())
    , m_infinity(theme.infinityFill.rgb())
{
    if (!(m_halfWidth > 0)) { // one value has the colour in the middle
        m_halfWidth = 1;
        m_first += (steps - 1) / 2.0;
    }
    for (int step = 0; step < steps; ++step) {
        const double position = double(step) / (steps - 1);
        m_colours[std::size_t(step)] =
            (range.diverging ? theme.diverging(2 * position - 1) : theme.sequential(position)).rgb();
    }
}

QRgb ColourMap::operator()(const Grid& grid, const GridCell& cell) const
{
    QRgb colour = 0;
    this->colour(grid.numbers, std::span(&cell, 1), &colour);
    return colour;
}

void ColourMap::colour(GridNumbers numbers, std::span<const GridCell> cells, QRgb* colours) const
{
    withNumber(numbers, [&](const auto& number) {
        for (const GridCell& cell : cells) {
            if (cell.marks == GridCell::Finite)
                *colours = (*this)(cellNumber(cell, m_range.diverging, number));
            else if (cell.has(GridCell::Nan))
                *colours = m_nan;
            else
                *colours = cell.marks == 0 ? qRgba(0, 0, 0, 0) : m_infinity;
            ++colours;
        }
    });
}

} // namespace loupe
