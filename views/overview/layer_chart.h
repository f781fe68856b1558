#pragma once

#include "items/tree/group_figures.h"
#include "views/kit/axis_ticks.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace loupe {

/// A figure of a group's values as one bar per layer or block. The chart's height does not depend on the data.
class LayerChart : public QWidget {
    Q_OBJECT

public:
    enum class Figure : std::uint8_t { Rms, Mean, StandardDeviation, Largest };

    explicit LayerChart(GroupBlocks::Kind kind, QWidget* parent = nullptr);

    void setLayers(std::vector<GroupLayer> layers);
    void setFigure(Figure figure);
    /// Shown while there are no bars.
    void setMessage(const QString& message);
    /// All figures of the layer under the pointer or chosen with the arrow keys; otherwise describes the chart.
    QString readout() const;
    /// True if a logarithmic scale is used because a linear one would hide bars.
    bool isLogarithmic() const { return m_scale.decades; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void readoutChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// The scale of the bars: from 0 to the extremes, or logarithmic.
    struct Scale {
        double low = 0; ///< with `decades`: a power of ten
        double high = 1;
        bool decades = false;

        double placeOf(double value) const; ///< from 0 (low end) to 1
    };

    double valueOf(const GroupLayer& layer) const;
    Scale scaleOfLayers() const;
    std::vector<AxisTick> ticks() const;
    QRect plot() const;
    int leftOf(std::size_t layer, const QRect& plot) const;
    void rescale();
    void setCurrent(std::optional<std::size_t> layer);
    void paintAxes(QPainter& painter, const QRect& plot) const;
    void paintNumbers(QPainter& painter, const QRect& plot) const;
    void paintBars(QPainter& painter, const QRect& plot) const;

    GroupBlocks::Kind m_kind;
    Figure m_figure = Figure::Rms;
    std::vector<GroupLayer> m_layers;
    QString m_message;
    Scale m_scale;
    std::vector<AxisTick> m_ticks;
    int m_tickWidth = 0;
    std::optional<std::size_t> m_current; ///< index of m_layers
};

} // namespace loupe
