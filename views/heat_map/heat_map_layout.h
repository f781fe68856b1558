#pragma once

#include "analysis/slices/grid_reduction.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace loupe {

/// Where a heat map draws which element: pure arithmetic. Places count in elements from the slice's first row and
/// column, positions in pixels from the plot's corner.
class HeatMapLayout {
public:
    static constexpr double largestCell = 96; ///< pixels that one element takes at most by zooming

    HeatMapLayout() = default;
    HeatMapLayout(std::uint64_t rows, std::uint64_t columns, QSizeF plot);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool empty() const { return m_rows == 0 || m_columns == 0 || m_plot.isEmpty(); }
    QSizeF plot() const { return m_plot; }

    /// Keeps what is shown as far as it can; a map that was all there stays so.
    void setPlot(QSizeF plot);
    /// Everything at once.
    void fit();
    bool isFit() const { return m_isFit; }
    /// By `factor` of what is there; the place at `position` stays where it is.
    void zoom(double factor, QPointF position);
    /// Moves the picture by pixels.
    void pan(QPointF by);
    /// Shows what another one of an equal table shows, in this plot: elements may take more pixels than by zooming.
    void follow(const HeatMapLayout& other);
    /// Moves the picture so that the element lies within the plot.
    void show(Slice::Cell cell);

    /// Pixels per element, along columns and rows.
    double scaleX() const { return m_scaleX; }
    double scaleY() const { return m_scaleY; }
    /// Rows are as far apart as columns: squares look square.
    bool isToScale() const;
    QPointF toPosition(double column, double row) const;
    /// The element drawn at a position; nothing outside.
    std::optional<Slice::Cell> cellAt(QPointF position) const;
    QRectF toRect(const SliceWindow& window) const;
    /// The elements that can be seen, at least in part.
    SliceWindow visible() const;
    /// How to reduce what can be seen: cells of at least `pixel` pixels each, which begin at multiples of their size,
    /// so that they stay the same while the picture moves; at most mostCells along each axis.
    GridShape wanted(double pixel) const;

    static constexpr std::uint64_t mostCells = 1500;

private:
    double fitScaleX() const;
    double fitScaleY() const;
    void clamp();

    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
    QSizeF m_plot;
    double m_scaleX = 1;
    double m_scaleY = 1;
    double m_left = 0; ///< column at the left edge
    double m_top = 0; ///< row at the upper edge
    bool m_isFit = true;
};

/// A number next to or above a heat map.
struct RulerMark {
    double at = 0; ///< in rows or columns
    std::uint64_t number = 0; ///< of an element
};

/// Round numbers at least `distance` pixels apart, of places that begin every `unit` elements and are `scale` pixels
/// each: for an element where places are low, else of the first element of each.
std::vector<RulerMark> rulerMarks(
    std::uint64_t first, std::uint64_t places, std::uint64_t unit, double scale, double distance);

} // namespace loupe
