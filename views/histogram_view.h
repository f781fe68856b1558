#pragma once

#include "items/summary_cache.h"

#include <QWidget>

class QComboBox;
class QSplitter;
class QToolButton;

namespace loupe {

class ElidedLabel;
class HistogramChart;
class StatisticsView;

/// The distribution of one tensor's values, its figures in a table beside it.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// `sentence` says why there is nothing to show.
    void showNothing(const QString& sentence);
    /// The figures of `tensor` are being computed. Everything keeps the size it will have.
    void showComputing(const QString& tensor);
    /// The figures of `tensor` were given up; offers to compute them after all.
    void showStopped(const QString& tensor);
    void showSummary(const QString& tensor, SummaryPtr summary);
    /// `sentence` says why `tensor` has no figures.
    void showError(const QString& tensor, const QString& sentence);

    /// The sentence in the chart's place; empty while there is a chart.
    QString message() const;
    HistogramChart& chart() { return *m_chart; }
    StatisticsView& statistics() { return *m_statistics; }

signals:
    void computeWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void present(const QString& tensor, SummaryPtr summary, const QString& sentence);
    void showPart();
    void updateReadout();
    void copyData() const;

    SummaryPtr m_summary; ///< of the tensor; null while there is none
    SummaryPtr m_part; ///< of complex tensors the part that is drawn, else the same
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QToolButton* m_compute; ///< only there after a stop
    QToolButton* m_logarithmic;
    QToolButton* m_copy;
    HistogramChart* m_chart;
    ElidedLabel* m_readout;
    QSplitter* m_splitter;
    StatisticsView* m_statistics;
};

} // namespace loupe
