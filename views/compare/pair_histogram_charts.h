#pragma once

#include "items/compare/pair/pair_histograms.h"
#include "views/histogram/histogram_canvas.h"

#include <QSplitter>

namespace loupe {

class ChoiceSwitch;

/// The histograms of a pair. The upper chart has A, filled, and B as a line over it; the lower one has B − A. If there
/// is too little room for both, a switch chooses one. An empty chart keeps its place and says why it is empty.
class PairHistogramCharts : public QSplitter {
    Q_OBJECT

public:
    explicit PairHistogramCharts(QWidget* parent = nullptr);

    void setHistograms(PairHistogramsPtr histograms, const PairedCheckpoints& paired, const TensorPair& pair);
    /// Shows these sentences instead of the charts.
    void setMessages(const QString& values, const QString& differences);
    void setLogarithmic(bool on);

    /// The owner must place it in a layout. Hidden while there is room for both charts.
    ChoiceSwitch& oneSwitch() { return *m_switch; }
    HistogramCanvas& values() { return *m_values; }
    HistogramCanvas& differences() { return *m_differences; }
    /// Describes the bar under the pointer, or else the bins; empty if there are none.
    QString note() const;
    /// The number of values and differences outside the bins of the visible charts.
    std::uint64_t outside() const;

signals:
    void onChanged();
    void seenChanged(); ///< other charts are visible now

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showSeen();
    void showValues(const PairedCheckpoints& paired, const TensorPair& pair);
    void showDifferences(const PairedCheckpoints& paired, const TensorPair& pair);

    PairHistogramsPtr m_histograms; ///< null while messages are shown instead
    bool m_isLow = false;
    ChoiceSwitch* m_switch;
    HistogramCanvas* m_values;
    HistogramCanvas* m_differences;
};

} // namespace loupe
