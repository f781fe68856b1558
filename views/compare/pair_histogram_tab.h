#pragma once

#include "items/compare/pair/pair_histogram_cache.h"
#include "items/writing/file_saver.h"
#include "views/compare/comparison_tab.h"
#include "views/histogram/histogram_controls.h"

class QComboBox;
class QToolButton;

namespace loupe {

class ElidedLabel;
class HistogramCanvas;
class LinkButton;
class PairHistogramCharts;

/// The distribution of the selected pair's values on both sides, and of their differences. Counts only while the tab is
/// shown. Keeps showing the previous histograms until the requested ones are ready.
class PairHistogramTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit PairHistogramTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId> node) override;
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

    PairHistogramCharts& charts() { return *m_charts; }
    HistogramControls& controls() { return *m_controls; }
    /// The text below the charts.
    QString note() const;
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistogramFile kind, const QString& path);
    FileSaver& saver() { return m_saver; }

private:
    void layOut();
    void connectParts();
    void connectZoom(HistogramCanvas& canvas, std::optional<ValueRange> PairHistogramChoice::*zoom);
    /// Empty if a group or nothing is selected.
    std::optional<std::uint32_t> pair() const;
    QString pairName() const;
    void follow();
    /// Applies the part chosen in the box, which exists only for complex pairs; real ones have no parts.
    void followPart();
    void present(const PairHistogramsPtr& histograms);
    void showMessage(const QString& values, const QString& differences = {});
    void showStopped();
    void showFailure(const Error& error);
    void showProgress(const JobProgress& progress);
    void choose(PairHistogramChoice choice);
    void applyControls();
    /// The value range of both tensors, or of their differences, without a zoom.
    ValueRange wholeRange(std::optional<ValueRange> PairHistogramChoice::*zoom) const;
    void updateNote();
    void updateRangeLink();
    void copyData() const;
    void chooseFile(HistogramFile kind);

    ComparisonResultsPtr m_results;
    std::optional<NameTree::NodeId> m_node;
    bool m_active = false;
    bool m_stopped = false; ///< until another pair or choice is requested, or the user restarts the job
    PairHistogramChoice m_choice;
    PairHistogramsPtr m_shown; ///< of the selected pair; null while a message is shown
    PairHistogramChoice m_shownChoice; ///< of m_shown
    PairHistogramCache m_cache;
    FileSaver m_saver;
    ElidedLabel* m_title;
    QComboBox* m_partBox; ///< visible only for complex numbers
    QToolButton* m_compute; ///< visible only after a stop
    HistogramControls* m_controls;
    PairHistogramCharts* m_charts;
    ElidedLabel* m_note;
    LinkButton* m_rangeLink; ///< visible only while values are hidden
};

} // namespace loupe
