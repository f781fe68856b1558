#pragma once

#include "items/summary_cache.h"

#include <QWidget>


class QLabel;
class QStackedLayout;
class QToolButton;

namespace loupe {

class HistogramChart;
class StatisticsView;

/// The distribution of one tensor's values, its figures in a table beside it.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// No tensor is selected.
    void showNothing();
    /// The figures of `tensor` are being computed. Keeps every size as it will be.
    void showComputing(const QString& tensor);
    void showSummary(const QString& tensor, SummaryPtr summary);
    /// `sentence` says why there are no figures.
    void showError(const QString& tensor, const QString& sentence);

    /// The sentence shown in place of the chart; empty while there is a chart.
    QString message() const;
    HistogramChart& chart() { return *m_chart; }
    StatisticsView& statistics() { return *m_statistics; }

private:
    HistogramChart* m_chart;
    StatisticsView* m_statistics;
};

} // namespace loupe
