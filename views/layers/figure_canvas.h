#pragma once

#include "items/layers/checkpoint_layers.h"
#include "views/colors/color_map.h"
#include "views/layers/layers_canvas.h"

#include <array>
#include <optional>
#include <vector>

namespace loupe {

/// Draws the cells of CheckpointLayers, with a figure as a color. Rows can be kept in addition to the current one, to
/// show their curves.
class FigureCanvas : public LayersCanvas {
    Q_OBJECT

public:
    static constexpr std::size_t mostKept = 6;

    explicit FigureCanvas(CheckpointLayers& layers, QWidget* parent = nullptr);

    /// If `byRow`, the color scale spans each row separately; otherwise it spans all cells.
    void setByRow(bool byRow);
    bool isByRow() const { return m_byRow; }

    /// The kept rows, then the row of the chosen cell; without duplicates.
    std::vector<std::uint32_t> shownRows() const;
    /// The hue of a shown row's curve, which stays the same while other rows are kept or no longer kept. Nothing if no
    /// row is kept.
    std::optional<std::size_t> hueOf(std::uint32_t row) const;
    /// Keeps a row in addition to the current one, or stops keeping it.
    void toggleRow(std::uint32_t row);
    /// Chooses the cell of the current row in a column, if there is one.
    void chooseColumn(std::uint32_t column);
    /// The color of a cell with a known value.
    QColor colorOf(std::uint32_t cell) const;

signals:
    void shownRowsChanged();

protected:
    const LayerGrid& grid() const override { return m_layers.grid(); }
    std::optional<std::uint32_t> cellOf(NameTree::NodeId node) const override;
    NameTree::NodeId nodeOf(std::uint32_t cell) const override;
    bool isStressed(std::uint32_t) const override { return true; }
    void paintLabelGround(QPainter& painter, const QRect& label, std::uint32_t row) const override;
    void paintCell(QPainter& painter, const QRect& rect, std::uint32_t cell) const override;
    bool pressRow(std::uint32_t row, Qt::KeyboardModifiers modifiers) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::optional<std::uint32_t> currentRow() const;
    bool isKept(std::uint32_t row) const;
    /// The index of the row in m_kept; of the first free place if it is not kept.
    std::size_t placeOf(std::uint32_t row) const;
    QColor colorOfValue(double value, const std::optional<ColorRange>& range) const;

    CheckpointLayers& m_layers;
    ColorMap m_colors; ///< for positions on the scale, 0 to 1
    std::array<std::optional<std::uint32_t>, mostKept> m_kept; ///< rows by hue; unset: the hue is free
    bool m_byRow = false;
};

/// The color of cells with a dtype.
QColor colorOf(const FigureCells::DTypeOfCells& dtype, const Theme& theme);

} // namespace loupe
