#pragma once

#include "items/compare/pair_histograms.h"
#include "views/histogram/histogram_canvas.h"

#include <QSplitter>

namespace loupe {

class ChoiceSwitch;

/// The histograms of a pair: above those of A, filled, and of B, as a line over it; below that of B − A. Where there is
/// too little room, one of both, by a switch. Each keeps its place where it is empty, and says why.
class PairHistogramCharts : public QSplitter {
    Q_OBJECT

public:
    explicit PairHistogramCharts(QWidget* parent = nullptr);

    void setHistograms(PairHistogramsPtr histograms, const PairedCheckpoints& paired, const TensorPair& pair);
    /// In the place of the charts.
    void setMessages(const QString& values, const QString& differences);
    void setLogarithmic(bool on);

    /// To be placed by the owner; hidden where there is room for both.
    ChoiceSwitch& oneSwitch() { return *m_switch; }
    HistogramCanvas& values() { return *m_values; }
    HistogramCanvas& differences() { return *m_differences; }
    /// The bar that was pointed at, else what the bins are; empty if there are none.
    QString note() const;
    /// Values and differences that no bin holds, of the charts that are shown.
    std::uint64_t outside() const;

signals:
    void onChanged();
    void seenChanged(); ///< other charts are shown

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showSeen();
    void showValues(const PairedCheckpoints& paired, const TensorPair& pair);
    void showDifferences(const PairedCheckpoints& paired, const TensorPair& pair);

    PairHistogramsPtr m_histograms; ///< null if there are messages instead
    bool m_isLow = false;
    ChoiceSwitch* m_switch;
    HistogramCanvas* m_values;
    HistogramCanvas* m_differences;
};

} // namespace loupe
