#pragma once

#include "core/text/name_patterns.h"
#include "items/compare/layer_map.h"
#include "views/colors/color_map.h"
#include "views/layers/layers_layout.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Draws the cells of a LayerMap: how much a pair changed as a color, all else as a sign. A click or the arrows choose
/// a cell; a click on the number of a block chooses that.
class LayersCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit LayersCanvas(LayerMap& map, QWidget* parent = nullptr);

    /// The colors of relative changes.
    void setScale(const ChangeScale& scale);

    /// Outlines the cell of a pair, or the column of a block.
    void setNode(std::optional<NameTree::NodeId> node);
    /// Shown where there is nothing to draw.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }

    /// The cell under the pointer, or else the chosen one.
    std::optional<std::uint32_t> readCell() const { return m_hovered ? m_hovered : m_current; }
    std::optional<std::uint32_t> currentCell() const { return m_current; }
    const LayersLayout& placement() const { return m_layout; }
    /// On the viewport, as it is scrolled now.
    QRect cellRect(std::uint32_t cell) const;
    /// What all roles of the series end in and what is therefore not repeated: ".weight"; may be empty.
    static std::string_view commonEnd(const LayerGrid& grid, const LayerGrid::Series& series);

    QSize sizeHint() const override { return {480, 320}; }

signals:
    void readCellChanged();
    /// Comes back as setNode() where it can be selected.
    void nodeChosen(loupe::NameTree::NodeId node);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void takeGrid();
    void measureLabels();
    void relayout();
    QPoint scrolled() const;
    QString labelOf(std::uint32_t row) const;
    int headerTop(int series) const;
    std::optional<std::uint32_t> cellAt(QPoint position) const;
    std::optional<NameTree::NodeId> blockAt(QPoint position) const;
    void setHovered(std::optional<std::uint32_t> cell);
    void choose(std::uint32_t cell, std::uint32_t column);
    void show(std::uint32_t cell);
    std::optional<std::uint32_t> cellBeside(std::uint32_t cell, int key) const;

    void paintSeries(QPainter& painter, int number) const;
    void paintHeader(QPainter& painter, int number) const;
    void paintCell(QPainter& painter, const QRect& rect, const LayerFigures::Cell& cell) const;
    void paintOutline(QPainter& painter) const;

    LayerMap& m_map;
    LayersLayout m_layout;
    ChangeScale m_scale;
    ColorMap m_colors; ///< of positions on the scale, 0 to 1
    std::vector<std::string_view> m_ends; ///< by series: commonEnd()
    int m_labelsWidth = 0; ///< of the widest
    std::shared_ptr<const NamePatterns> m_labelPatterns; ///< what distinguishes them
    std::optional<NameTree::NodeId> m_node;
    std::optional<std::uint32_t> m_current;
    std::optional<std::uint32_t> m_hovered;
    std::uint32_t m_column = 0; ///< to which the arrows return in rows that reach so far
    QString m_message;
};

} // namespace loupe
