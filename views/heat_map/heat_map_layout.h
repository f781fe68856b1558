#pragma once

#include "analysis/slices/grid_reduction.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <vector>

namespace loupe {

/// The geometry of a heat map; pure arithmetic. Elements count from the slice's first row and column. Positions are in
/// pixels from the plot's top left corner.
class HeatMapLayout {
public:
    static constexpr double largestCell = 96; ///< largest size of an element when zooming, in pixels

    HeatMapLayout() = default;
    HeatMapLayout(std::uint64_t rows, std::uint64_t columns, QSizeF plot);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool empty() const { return m_rows == 0 || m_columns == 0 || m_plot.isEmpty(); }
    QSizeF plot() const { return m_plot; }

    /// Keeps the visible part as far as possible. A map that was fitted stays fitted.
    void setPlot(QSizeF plot);
    /// Shows the whole table.
    void fit();
    bool isFit() const { return m_isFit; }
    /// Zooms by `factor`, keeping the point at `position` fixed.
    void zoom(double factor, QPointF position);
    /// Moves the picture by this many pixels.
    void pan(QPointF by);
    /// Shows the same part as another layout of an equal table. Elements may become larger than largestCell.
    void follow(const HeatMapLayout& other);
    /// Moves the picture so that the element is visible.
    void show(Slice::Cell cell);

    /// Pixels per element, along columns and rows.
    double scaleX() const { return m_scaleX; }
    double scaleY() const { return m_scaleY; }
    /// True if both axes have the same scale.
    bool isToScale() const;
    QPointF toPosition(double column, double row) const;
    /// The element at a position; empty outside the table.
    std::optional<Slice::Cell> cellAt(QPointF position) const;
    QRectF toRect(const SliceWindow& window) const;
    /// The elements that are at least partly visible.
    SliceWindow visible() const;
    /// The reduction for the visible part: cells of at least `pixel` pixels, which begin at multiples of their size so
    /// that they stay the same while the picture moves. At most mostCells along each axis.
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
    std::uint64_t number = 0; ///< number of the element
};

/// Round numbers at least `distance` pixels apart. Rows or columns begin every `unit` elements and are `scale` pixels
/// high or wide. If there is too little room, only the first element of each is numbered.
std::vector<RulerMark> rulerMarks(
    std::uint64_t first, std::uint64_t places, std::uint64_t unit, double scale, double distance);

} // namespace loupe
