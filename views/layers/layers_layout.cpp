#include "views/layers/layers_layout.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::int64_t farthest = 1'000'000'000; // pixels

int roundedUp(int size)
{
    return (size + LayersLayout::unit - 1) / LayersLayout::unit * LayersLayout::unit;
}

} // namespace

LayersLayout::LayersLayout(const LayerGrid& grid, QSize viewport, QSize labels)
{
    std::uint32_t columns = 0;
    for (const LayerGrid::Series& series : grid.series())
        columns = std::max(columns, series.columnCount);

    constexpr int narrowest = 14 * unit; // minimum width of labels, in pixels
    constexpr int narrowestCell = unit * 3 / 4;
    const int widest = viewport.width() * 9 / 20 / unit * unit;
    const int wanted = roundedUp(labels.width() + 2 * unit);
    m_labels = std::min(wanted, std::max(widest, narrowest));
    // Shortened labels are better than cells too small to see.
    const std::int64_t rest = viewport.width() - std::int64_t{columns} * narrowestCell - unit;
    if (rest >= narrowest)
        m_labels = std::min(m_labels, int(rest) / unit * unit);

    constexpr std::array sizes{QSize(3 * unit, 3 * unit), QSize(2 * unit, 2 * unit), QSize(unit * 3 / 2, 2 * unit),
        QSize(unit * 5 / 4, 2 * unit), QSize(unit, 2 * unit), QSize(narrowestCell, 2 * unit)};
    const int line = roundedUp(labels.height() - 3); // ascenders and descenders of two lines rarely meet
    for (const QSize size : sizes) {
        m_cell = size.expandedTo({0, line});
        m_tops.clear();
        std::int64_t y = 0;
        for (const LayerGrid::Series& series : grid.series()) {
            m_tops.push_back(int(std::min(y, farthest)));
            y += header(series) + std::int64_t{series.rowCount} * m_cell.height() + space;
        }
        m_size = QSize(int(std::min(m_labels + std::int64_t{columns} * m_cell.width() + unit, farthest)),
            int(std::min(y, farthest)));
        const bool isLarge = size.width() == size.height() && size.width() > 2 * unit;
        if (m_size.width() <= viewport.width() && (!isLarge || y <= viewport.height()))
            break;
    }
}

int LayersLayout::seriesAt(int y) const
{
    const auto after = std::upper_bound(m_tops.begin(), m_tops.end(), y);
    return std::max(0, int(after - m_tops.begin()) - 1);
}

int LayersLayout::rowTop(const LayerGrid& grid, int series, std::uint32_t row) const
{
    const LayerGrid::Series& shown = grid.series()[std::size_t(series)];
    return top(series) + header(shown) + int(row - shown.firstRow) * m_cell.height();
}

QRect LayersLayout::cellRect(const LayerGrid& grid, std::uint32_t cell) const
{
    const std::uint32_t row = grid.rowOf(cell);
    const int series = int(&grid.seriesOf(row) - grid.series().data());
    return {QPoint(m_labels + int(grid.columnOf(cell)) * m_cell.width(), rowTop(grid, series, row)), m_cell};
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> LayersLayout::placeAt(
    const LayerGrid& grid, QPoint position) const
{
    if (m_tops.empty() || position.x() < m_labels || position.y() < 0)
        return std::nullopt;
    const int number = seriesAt(position.y());
    const LayerGrid::Series& series = grid.series()[std::size_t(number)];
    const int y = position.y() - top(number) - header(series);
    const auto row = std::uint32_t(std::max(y, 0) / m_cell.height());
    const auto column = std::uint32_t((position.x() - m_labels) / m_cell.width());
    if (y < 0 || row >= series.rowCount || column >= series.columnCount)
        return std::nullopt;
    return std::pair(series.firstRow + row, column);
}

std::uint32_t LayersLayout::numberStep(int width, int cellWidth)
{
    constexpr int apart = unit;
    constexpr std::uint32_t largest = 1'000'000'000;
    for (std::uint32_t decade = 1; decade < largest; decade *= 10) {
        for (const std::uint32_t step : {decade, 2 * decade, 5 * decade}) {
            if (std::int64_t{step} * cellWidth >= width + apart)
                return step;
        }
    }
    return largest;
}

} // namespace loupe
