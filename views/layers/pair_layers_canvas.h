#pragma once

#include "items/compare/layer_map.h"
#include "views/colors/color_map.h"
#include "views/layers/layers_canvas.h"

namespace loupe {

/// Draws the cells of a LayerMap: the amount of change as a color, everything else as a sign.
class PairLayersCanvas : public LayersCanvas {
    Q_OBJECT

public:
    explicit PairLayersCanvas(LayerMap& map, QWidget* parent = nullptr);

    /// The colors of relative changes.
    void setScale(const ChangeScale& scale);

protected:
    const LayerGrid& grid() const override { return m_map.grid(); }
    std::optional<std::uint32_t> cellOf(NameTree::NodeId node) const override;
    NameTree::NodeId nodeOf(std::uint32_t cell) const override { return m_map.figures().cell(cell).pair(); }
    bool isStressed(std::uint32_t row) const override { return m_map.figures().rowDiffers(row); }
    void paintCell(QPainter& painter, const QRect& rect, std::uint32_t number) const override;
    void changeEvent(QEvent* event) override;

private:
    LayerMap& m_map;
    ChangeScale m_scale;
    ColorMap m_colors; ///< for positions on the scale, 0 to 1
};

} // namespace loupe
