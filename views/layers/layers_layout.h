#pragma once

#include "analysis/comparison/layer_grid.h"

#include <QRect>
#include <QSize>

#include <optional>
#include <utility>
#include <vector>

namespace loupe {

/// The layout of a LayerGrid, in pixels from its top left: row labels are on the left; the title and the block numbers
/// of each series are above its cells. All sizes are even.
class LayersLayout {
public:
    static constexpr int unit = 8;
    static constexpr int title = 3 * unit; ///< heights
    static constexpr int numbers = 2 * unit;
    static constexpr int space = 2 * unit; ///< below a series

    LayersLayout() = default;
    /// Makes cells as large as possible while all are visible, within limits. `labels`: the preferred width of row
    /// labels, and their height.
    LayersLayout(const LayerGrid& grid, QSize viewport, QSize labels);

    int labels() const { return m_labels; }
    QSize cell() const { return m_cell; }
    QSize size() const { return m_size; }

    int seriesCount() const { return static_cast<int>(m_tops.size()); }
    int top(int series) const { return m_tops[std::size_t(series)]; }
    /// Height of title and numbers.
    int header(const LayerGrid::Series& series) const { return series.isOutside() ? title : title + numbers; }
    /// The series whose title, cells or space below them are at `y`; the last one if `y` is below all. Precondition:
    /// there is at least one series.
    int seriesAt(int y) const;
    int rowTop(const LayerGrid& grid, int series, std::uint32_t row) const;
    QRect cellRect(const LayerGrid& grid, std::uint32_t cell) const;
    /// Row and column, whether or not there is a cell.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> placeAt(const LayerGrid& grid, QPoint position) const;
    /// How many columns share one number, if numbers are `width` wide.
    static std::uint32_t numberStep(int width, int cellWidth);

private:
    std::vector<int> m_tops; ///< by series
    int m_labels = 0;
    QSize m_cell{unit, 2 * unit};
    QSize m_size;
};

} // namespace loupe
