#pragma once

#include "items/tree/group_figures.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace loupe {

/// Figures of a group's values by layer: for each figure a row of bars on a scale of its own, which it states. The
/// layer under the pointer, or chosen by the arrow keys, is read out below. Its height does not depend on the layers.
class LayerChart : public QWidget {
    Q_OBJECT

public:
    explicit LayerChart(QWidget* parent = nullptr);

    void setLayers(std::vector<GroupLayer> layers);
    /// What is read out.
    QString readout() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr int figureCount = 2;

    void setCurrent(std::optional<std::size_t> layer);
    QRect plotOf(int figure) const;
    int lineHeight() const;
    int leftOf(std::size_t layer, const QRect& plot) const;
    void paintFigure(QPainter& painter, int figure) const;

    std::vector<GroupLayer> m_layers;
    std::optional<std::size_t> m_current; ///< index of m_layers
};

} // namespace loupe
