#pragma once

#include "items/histogram/ridgelines.h"
#include "views/histogram/histogram_canvas.h"

namespace loupe {

/// Draws the histograms of several tensors, stacked over one scale of values and labelled.
class RidgelineChart : public HistogramCanvas {
    Q_OBJECT

public:
    explicit RidgelineChart(QWidget* parent = nullptr);

    /// Precondition: at least one has a histogram.
    void setRidgelines(RidgelinesPtr ridgelines);
    /// The ridge under the pointer, or chosen with the arrow keys.
    std::size_t currentRidge() const { return m_current; }
    /// "3 · −0.5 to −0.25: 1,234 values, 12.3 %".
    QString describe(int bar) const override;

protected:
    std::vector<AxisTick> levelTicks() const override;
    QString levelTitle() const override;
    void paintAbove(QPainter& painter, const Theme& theme, double left, double right) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setCurrentRidge(std::size_t ridge);

    RidgelinesPtr m_ridgelines;
    std::size_t m_current = 0;
};

} // namespace loupe
