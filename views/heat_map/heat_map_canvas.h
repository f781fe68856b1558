#pragma once

#include "views/colors/color_map.h"
#include "views/heat_map/colored_cells.h"
#include "views/heat_map/heat_map_layout.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace loupe {

/// Draws the grids of a slice on top of each other, coarse to fine, with rulers of row and column numbers. The wheel
/// zooms around the pointer and dragging pans; so do +, -, 0 and the arrow keys. Shift with an arrow key moves the
/// current cell.
class HeatMapCanvas : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapCanvas(QWidget* parent = nullptr);

    /// Sets a new table, drops all layers and fits it into view. `rowUnit`: elements per unit of the row numbers.
    void setTable(std::uint64_t rows, std::uint64_t columns, std::uint64_t rowUnit);
    /// Shows only this sentence.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }

    /// Sets the layers, coarse to fine, and the color range.
    void setLayers(std::vector<GridPtr> grids, const ColorRange& range);
    /// Draws new cells of a layer.
    void advance(const GridPtr& grid, const std::vector<GridPart>& parts);
    const std::vector<ColoredCells>& layers() const { return m_layers; }

    const HeatMapLayout& placement() const { return m_layout; }
    /// The reduction that gives the visible part one cell per device pixel.
    GridShape wanted() const { return m_layout.wanted(1 / devicePixelRatioF()); }
    /// The cell under the pointer, or reached with the keys.
    std::optional<Slice::Cell> current() const { return m_current; }
    void setCurrent(std::optional<Slice::Cell> cell);
    void fit();
    void zoomBy(double factor);
    /// Shows the same part as another canvas with a table of equal size.
    void follow(const HeatMapCanvas& other);

    QSize sizeHint() const override { return {480, 320}; }

signals:
    /// The visible part has changed.
    void viewChanged();
    /// The user zoomed or moved the view; not emitted by follow().
    void moved();
    /// The room for the picture has changed.
    void resized();
    void currentChanged();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QRectF plot() const;
    void place();
    void move();
    void zoomAround(double factor, QPointF position);
    void moveCurrent(int rows, int columns);
    void paintRulers(QPainter& painter) const;
    void paintValues(QPainter& painter) const;
    void paintCurrent(QPainter& painter) const;

    HeatMapLayout m_layout;
    std::uint64_t m_rowUnit = 1;
    ColorRange m_range;
    ColorMap m_colors;
    std::vector<ColoredCells> m_layers;
    QString m_message;
    std::optional<Slice::Cell> m_current;
    std::optional<QPointF> m_dragged; ///< the last pointer position while dragging
};

} // namespace loupe
