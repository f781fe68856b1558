#pragma once

#include "items/histogram/histogram_choice.h"
#include "items/histogram/summary_cache.h"
#include "items/writing/file_saver.h"
#include "views/histogram/histogram_controls.h"

#include <QTimer>
#include <QWidget>

#include <vector>

#include <memory>

class QComboBox;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace loupe {

class ElidedLabel;
class HistogramChart;
class HistogramTable;
class LinkButton;
class NamePatterns;
class StatisticsView;

/// The distribution of one tensor's values, its figures in a table next to it. Counts nothing itself: it asks for the
/// histogram that was chosen and shows the one before until it is there.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// `sentence` says why there is nothing to show.
    void showNothing(const QString& sentence);
    /// The shape of the tensor whose figures come next.
    void setShape(std::vector<std::uint64_t> shape);
    /// Whether the tensor whose figures come next has stored codes that may be chosen in place of its values.
    void setCodesOffered(bool offered);
    /// Used to shorten tensor names in the title; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    bool showsCodes() const;
    /// The figures of `tensor` are being computed. Everything keeps the size it will have.
    void showComputing(const QString& tensor);
    /// The figures of `tensor` were given up; offers to compute them after all.
    void showStopped(const QString& tensor);
    /// The values of `tensor` take this many bytes over the network; offers to fetch them.
    void showUnfetched(const QString& tensor, std::uint64_t bytes);
    void showSummary(const QString& tensor, SummaryPtr summary);
    /// `sentence` says why `tensor` has no figures.
    void showError(const QString& tensor, const QString& sentence);

    /// The answer to histogramWanted(): one of these, at once or later.
    void showHistogram(HistogramPtr histogram);
    void showHistogramStopped();
    void showHistogramError(const QString& sentence);

    /// The sentence in the chart's place; empty while there is a chart.
    QString message() const;
    HistogramChart& chart() { return *m_chart; }
    HistogramControls& controls() { return *m_controls; }
    StatisticsView& statistics() { return *m_statistics; }
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistogramFile kind, const QString& path);
    FileSaver& saver() { return m_saver; }

signals:
    void computeWanted();
    /// The figures of the values, or those of the codes, are wanted from now on: showsCodes().
    void numbersChosen();
    /// For the tensor that is shown; replaces the last request.
    void histogramWanted(const loupe::HistogramOptions& options);
    /// What was wanted before is not any more.
    void histogramNotWanted();
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);
    /// A place that the figures name was clicked.
    void elementChosen(quint64 element);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void placeStatistics();
    void connectParts();
    /// Whether something else is expected soon in the place of a sentence.
    enum class Wait : std::uint8_t { None, Soon };

    void present(const QString& tensor, SummaryPtr summary, const QString& sentence, Wait wait = Wait::None);
    void clearHistogram(const QString& sentence, HistogramUse use = HistogramUse::Nothing, Wait wait = Wait::None);
    void clearNow();
    void showFigures();
    void showPart();
    void applyChoice();
    void setZoom(std::optional<ValueRange> zoom);
    HistogramOptions wantedOptions() const;
    ValueRange wholeRange() const;
    void updateReadout();
    void updateRangeLink();
    /// What is shown, in a line.
    QString note() const;
    /// The clip that a link offers.
    std::optional<HistogramClip> otherClip() const;
    void followRangeLink();
    void copyData();
    void chooseFile(HistogramFile kind);

    QString m_tensor;
    std::vector<std::uint64_t> m_shape; ///< of it
    SummaryPtr m_summary; ///< of the tensor; null while there is none
    SummaryPtr m_part; ///< of complex tensors the part that is drawn, else the same
    HistogramChoice m_choice;
    HistogramChoice m_shownChoice; ///< of m_histogram
    HistogramOptions m_shownOptions; ///< of m_histogram
    HistogramPtr m_histogram; ///< null while none is shown
    QTimer m_clearing; ///< runs while m_histogram is null and the chart still shows the one before
    QString m_message; ///< the chart's, once that has ended
    HistogramUse m_messageUse = HistogramUse::Nothing;
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QComboBox* m_numbersBox; ///< values or codes; only there where there are codes
    QToolButton* m_compute; ///< visible only after a stop
    HistogramControls* m_controls;
    QStackedWidget* m_pages; ///< the chart, or the table in its place
    HistogramChart* m_chart;
    HistogramTable* m_table;
    ElidedLabel* m_readout;
    LinkButton* m_rangeLink; ///< only there where values are hidden, or where far ones squeeze the bars
    QSplitter* m_splitter;
    bool m_sizesChosen = false; ///< by hand, of chart and figures
    StatisticsView* m_statistics;
    FileSaver m_saver;
};

} // namespace loupe
