#pragma once

#include "items/histogram/ridgelines.h"
#include "items/writing/file_saver.h"
#include "views/histogram/histogram_controls.h"

#include <QTimer>
#include <QWidget>

class QToolButton;

namespace loupe {

class ElidedLabel;
class LinkButton;
class RidgelineChart;

/// The distributions of several tensors below each other. Counts nothing itself: it asks for what was chosen and shows
/// what was there before until that arrives.
class RidgelinesView : public QWidget {
    Q_OBJECT

public:
    explicit RidgelinesView(QWidget* parent = nullptr);

    /// Whether the tensors are those of one group, which has details, too.
    void setOfGroup(bool isGroup);
    /// The figures of others are being computed; what was zoomed is not theirs.
    void showComputing();
    /// The figures were given up; offers to compute them after all.
    void showStopped();
    /// The values take this many bytes over the network; offers to fetch them.
    void showUnfetched(std::uint64_t bytes);
    void showError(const QString& sentence);
    void showRidgelines(RidgelinesPtr ridgelines);

    const HistogramChoice& choice() const { return m_choice; }
    /// Other tensors come next: a zoom was of the ones before.
    void forgetZoom() { m_choice.zoom.reset(); }
    RidgelineChart& chart() { return *m_chart; }
    /// The sentence in the chart's place; empty while there is a chart.
    QString message() const;
    QString title() const;
    /// What is shown, in a line.
    QString note() const;
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistogramFile kind, const QString& path);
    FileSaver& saver() { return m_saver; }

signals:
    /// choice() is another one.
    void choiceChanged();
    void computeWanted();
    void groupDetailsWanted();
    /// A file could not be written: `sentence` names it and says why.
    void saveFailed(const QString& sentence);

private:
    void layOut();
    void connectParts();
    void connectZoom();
    void clear(const QString& sentence);
    void clearNow();
    void applyControls();
    void setZoom(std::optional<ValueRange> zoom);
    void updateReadout();
    void copyData();
    void chooseFile(HistogramFile kind);

    RidgelinesPtr m_shown; ///< null while none is shown
    HistogramChoice m_choice;
    HistogramChoice m_shownChoice; ///< of m_shown
    QTimer m_clearing; ///< runs while m_shown is null and the chart still shows the ones before
    QString m_message;
    ElidedLabel* m_title;
    QToolButton* m_compute; ///< visible only after a stop
    HistogramControls* m_controls;
    RidgelineChart* m_chart;
    ElidedLabel* m_readout;
    LinkButton* m_rangeLink; ///< visible only while values are hidden
    LinkButton* m_groupLink; ///< only there for a group
    FileSaver m_saver;
};

} // namespace loupe
