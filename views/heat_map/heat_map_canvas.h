#pragma once

#include "views/colors/color_map.h"
#include "views/heat_map/colored_cells.h"
#include "views/heat_map/heat_map_layout.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace loupe {

/// Draws grids of a slice over each other, the finest last, with rulers of row and column numbers. The wheel zooms
/// around the pointer, dragging pans; so do + and -, the arrows and 0. Shift and the arrows move the cell that is read.
class HeatMapCanvas : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapCanvas(QWidget* parent = nullptr);

    /// Another table; forgets all layers and shows all of it. `rowUnit`: elements that the numbers of rows count.
    void setTable(std::uint64_t rows, std::uint64_t columns, std::uint64_t rowUnit);
    /// Nothing but the sentence that says why.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }

    /// Places layers, coarse to fine, and says which values have which colors.
    void setLayers(std::vector<GridPtr> grids, const ColorRange& range);
    /// New cells of one of the layers.
    void advance(const GridPtr& grid, const std::vector<GridPart>& parts);
    const std::vector<ColoredCells>& layers() const { return m_layers; }

    const HeatMapLayout& placement() const { return m_layout; }
    /// How to reduce what can be seen now, a cell for each of the screen's pixels.
    GridShape wanted() const { return m_layout.wanted(1 / devicePixelRatioF()); }
    /// The cell under the pointer or moved to by keys.
    std::optional<Slice::Cell> current() const { return m_current; }
    void setCurrent(std::optional<Slice::Cell> cell);
    void fit();
    void zoomBy(double factor);
    /// Shows what another canvas with an equal table shows.
    void follow(const HeatMapCanvas& other);

    QSize sizeHint() const override { return {480, 320}; }

signals:
    /// What can be seen has changed.
    void viewChanged();
    /// It was zoomed or moved, and not by follow().
    void moved();
    /// There is more, or less, room for the picture.
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
    std::optional<QPointF> m_dragged; ///< where the pointer was
};

} // namespace loupe
