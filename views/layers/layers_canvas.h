#pragma once

#include "analysis/comparison/layer_grid.h"
#include "core/text/name_patterns.h"
#include "views/layers/layers_layout.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Draws a LayerGrid; subclasses draw the cells. A click, the arrow keys or Return choose a cell; a click on a block's
/// number chooses the block.
class LayersCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit LayersCanvas(QWidget* parent = nullptr);

    /// Outlines the cell of a tensor, or the column of a block.
    void setNode(std::optional<NameTree::NodeId> node);
    /// Shown if there is nothing to draw.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }

    /// The cell under the pointer, or else the chosen one.
    std::optional<std::uint32_t> readCell() const { return m_hovered ? m_hovered : m_current; }
    std::optional<std::uint32_t> currentCell() const { return m_current; }
    const LayersLayout& placement() const { return m_layout; }
    /// In the viewport, at the current scroll position.
    QRect cellRect(std::uint32_t cell) const;
    /// The common end of all role names of a series, which labels omit: ".weight"; may be empty.
    static std::string_view commonEnd(const LayerGrid& grid, const LayerGrid::Series& series);

    QSize sizeHint() const override { return {480, 320}; }
    /// The name of a row, without the commonEnd() of its series.
    QString labelOf(std::uint32_t row) const;

signals:
    void readCellChanged();
    /// setNode() follows if the node can be selected.
    void nodeChosen(loupe::NameTree::NodeId node);

protected:
    virtual const LayerGrid& grid() const = 0;
    /// The cell of a node; nothing for a group.
    virtual std::optional<std::uint32_t> cellOf(NameTree::NodeId node) const = 0;
    /// The node that is chosen with a cell.
    virtual NameTree::NodeId nodeOf(std::uint32_t cell) const = 0;
    /// True if the label of a row stands out.
    virtual bool isStressed(std::uint32_t row) const = 0;
    /// Paints behind the label; `label` has the width of the label column.
    virtual void paintLabelGround(QPainter& /*painter*/, const QRect& /*label*/, std::uint32_t /*row*/) const { }
    virtual void paintCell(QPainter& painter, const QRect& rect, std::uint32_t cell) const = 0;
    /// Handles a click on a label, or on a cell with a modifier. Returns true if nothing else is to be done.
    virtual bool pressRow(std::uint32_t /*row*/, Qt::KeyboardModifiers /*modifiers*/) { return false; }

    /// Call this when grid() has changed.
    void takeGrid();
    /// Chooses the cell of a row that is nearest to the column of the chosen one.
    void chooseInRow(std::uint32_t row);

    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void measureLabels();
    void relayout();
    QPoint scrolled() const;
    int headerTop(int series) const;
    std::optional<std::uint32_t> cellAt(QPoint position) const;
    std::optional<NameTree::NodeId> blockAt(QPoint position) const;
    std::optional<std::uint32_t> rowAt(QPoint position) const;
    std::uint32_t cellInRow(std::uint32_t row) const;
    void setHovered(std::optional<std::uint32_t> cell);
    void choose(std::uint32_t cell, std::uint32_t column);
    void show(std::uint32_t cell);
    std::optional<std::uint32_t> cellBeside(std::uint32_t cell, int key) const;

    void paintSeries(QPainter& painter, int number) const;
    void paintHeader(QPainter& painter, int number) const;
    void paintOutline(QPainter& painter) const;

    LayersLayout m_layout;
    std::vector<std::string_view> m_ends; ///< by series: commonEnd()
    int m_labelsWidth = 0; ///< width of the widest label
    std::shared_ptr<const NamePatterns> m_labelPatterns; ///< what distinguishes the labels
    std::optional<NameTree::NodeId> m_node;
    std::optional<std::uint32_t> m_current;
    std::optional<std::uint32_t> m_hovered;
    std::uint32_t m_column = 0; ///< that the arrow keys return to in rows that are long enough
    QString m_message;
};

} // namespace loupe
