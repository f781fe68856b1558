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

/// The distribution of one tensor's values, with its statistics in a table next to it. Counts nothing itself: it
/// requests the chosen histogram and shows the previous one until it arrives.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// `sentence` says why there is nothing to show.
    void showNothing(const QString& sentence);
    /// The shape of the tensor whose figures will be set next.
    void setShape(std::vector<std::uint64_t> shape);
    /// Says if the next tensor has stored codes that the user can choose instead of its values.
    void setCodesOffered(bool offered);
    /// Used to shorten tensor names in the title; may be null.
    void setNamePatterns(std::shared_ptr<const NamePatterns> patterns);
    bool showsCodes() const;
    /// The figures of `tensor` are being computed. All parts already have their final size.
    void showComputing(const QString& tensor);
    /// The computation for `tensor` was stopped; offers to restart it.
    void showStopped(const QString& tensor);
    /// Reading `tensor` takes this many bytes over the network; offers to fetch them.
    void showUnfetched(const QString& tensor, std::uint64_t bytes);
    void showSummary(const QString& tensor, SummaryPtr summary);
    /// `sentence` says why `tensor` has no figures.
    void showError(const QString& tensor, const QString& sentence);

    /// Each histogramWanted() is answered with one of these, immediately or later.
    void showHistogram(HistogramPtr histogram);
    void showHistogramStopped();
    void showHistogramError(const QString& sentence);

    /// The sentence shown instead of the chart; empty while a chart is shown.
    QString message() const;
    HistogramChart& chart() { return *m_chart; }
    HistogramControls& controls() { return *m_controls; }
    StatisticsView& statistics() { return *m_statistics; }
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistogramFile kind, const QString& path);
    FileSaver& saver() { return m_saver; }

signals:
    void computeWanted();
    /// The user switched between values and codes; see showsCodes().
    void numbersChosen();
    /// Requests a histogram of the current tensor; replaces the previous request.
    void histogramWanted(const loupe::HistogramOptions& options);
    /// Cancels the previous request.
    void histogramNotWanted();
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);
    /// The user clicked an element position in the figures.
    void elementChosen(quint64 element);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void placeStatistics();
    void connectParts();
    /// Soon: the sentence will soon be replaced.
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
    /// Describes what is shown, in one line.
    QString note() const;
    /// The clip that the link offers.
    std::optional<HistogramClip> otherClip() const;
    void followRangeLink();
    void copyData();
    void chooseFile(HistogramFile kind);

    QString m_tensor;
    std::vector<std::uint64_t> m_shape; ///< the tensor's shape
    SummaryPtr m_summary; ///< the tensor's figures; null without one
    SummaryPtr m_part; ///< for complex tensors the part that is drawn; else m_summary
    HistogramChoice m_choice;
    HistogramChoice m_shownChoice; ///< of m_histogram
    HistogramOptions m_shownOptions; ///< of m_histogram
    HistogramPtr m_histogram; ///< null while none is shown
    QTimer m_clearing; ///< runs while m_histogram is null and the chart still shows the previous one
    QString m_message; ///< shown in the chart once m_clearing has fired
    HistogramUse m_messageUse = HistogramUse::Nothing;
    ElidedLabel* m_title;
    QComboBox* m_partBox;
    QComboBox* m_numbersBox; ///< values or codes; visible only if there are codes
    QToolButton* m_compute; ///< visible only after a stop
    HistogramControls* m_controls;
    QStackedWidget* m_pages; ///< the chart or the table
    HistogramChart* m_chart;
    HistogramTable* m_table;
    ElidedLabel* m_readout;
    LinkButton* m_rangeLink; ///< visible only if values are hidden or outliers squeeze the bars
    QSplitter* m_splitter;
    bool m_sizesChosen = false; ///< the user has resized chart and figures
    StatisticsView* m_statistics;
    FileSaver m_saver;
};

} // namespace loupe
