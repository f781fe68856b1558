#pragma once

#include <QtCharts/QChartView>

namespace loupe {

/// Base class of charts: no frame, no legend, no background, and they take the focus.
class ChartView : public QChartView {
    Q_OBJECT

protected:
    /// `name`: for assistive technologies. The constructor of the derived class calls rebuild().
    ChartView(const QString& name, QWidget* parent);

    /// Makes the content again, after a change of the palette, the font or the size.
    virtual void rebuild() = 0;

    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
};

} // namespace loupe
