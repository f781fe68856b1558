#include "views/colour_map.h"

#include "views/theme.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace loupe {

namespace {

/// The value that `share` of the numbers do not exceed.
double quantile(std::vector<double>& numbers, double share)
{
    const auto place = numbers.begin() + std::ptrdiff_t(share * double(numbers.size() - 1));
    std::nth_element(numbers.begin(), place, numbers.end());
    return *place;
}

} // namespace

double shownValue(const Grid& grid, const GridCell& cell, bool diverging)
{
    const double greatest = grid.number(cell.greatest);
    const double least = grid.number(cell.least);
    return diverging && std::abs(least) > std::abs(greatest) ? least : greatest;
}

std::optional<ColourRange> rangeOf(const Grid& grid, RangeChoice choice)
{
    constexpr double most = 0.99;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const GridCell& cell : grid.cells) {
        if (cell.has(GridCell::Finite)) {
            low = std::min(low, grid.number(cell.least));
            high = std::max(high, grid.number(cell.greatest));
        }
    }
    if (low > high)
        return std::nullopt;
    const bool zeros = low == 0 && high == 0;
    ColourRange range{low, high, low < 0 || zeros || choice == RangeChoice::Symmetric, false};
    if (range.diverging) {
        range.high = std::max(std::abs(low), std::abs(high));
        range.low = -range.high;
    }
    if (choice == RangeChoice::Most) {
        std::vector<double> numbers;
        for (const GridCell& cell : grid.cells) {
            if (cell.has(GridCell::Finite)) {
                const double number = shownValue(grid, cell, range.diverging);
                numbers.push_back(range.diverging ? std::abs(number) : number);
            }
        }
        const double limit = quantile(numbers, most);
        if (limit < range.high && limit > (range.diverging ? 0 : range.low)) {
            range.high = limit;
            range.low = range.diverging ? -limit : range.low;
            range.clipped = true;
        }
    }
    return range;
}

ColourMap::ColourMap(const Theme& theme, const ColourRange& range)
    : m_range(range)
    , m_nan(theme.nan.rgb())
    , m_infinity(theme.infinityFill.rgb())
{
    for (std::size_t i = 0; i < steps; ++i) {
        const double position = double(i) / (steps - 1);
        m_colours[i] = (range.diverging ? theme.diverging(2 * position - 1) : theme.sequential(position)).rgb();
    }
}

std::size_t ColourMap::place(double value) const
{
    // Halves first: the width of a range over all doubles is not finite.
    const double width = m_range.high / 2 - m_range.low / 2;
    const double share = width > 0 ? (value / 2 - m_range.low / 2) / width : 0.5;
    return std::size_t(std::clamp(share, 0.0, 1.0) * (steps - 1) + 0.5);
}

QRgb ColourMap::operator()(const Grid& grid, const GridCell& cell) const
{
    if (cell.has(GridCell::Nan))
        return m_nan;
    if (cell.has(GridCell::PositiveInf) || cell.has(GridCell::NegativeInf))
        return m_infinity;
    if (!cell.has(GridCell::Finite))
        return qRgba(0, 0, 0, 0);
    return (*this)(shownValue(grid, cell, m_range.diverging));
}

} // namespace loupe
