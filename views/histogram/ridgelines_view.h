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

/// The stacked distributions of several tensors. Counts nothing itself: it requests what was chosen and shows the
/// previous ridgelines until they arrive.
class RidgelinesView : public QWidget {
    Q_OBJECT

public:
    explicit RidgelinesView(QWidget* parent = nullptr);

    /// Says if the tensors are those of one group, which also has a page of details.
    void setOfGroup(bool isGroup);
    /// The figures of other tensors are being computed. Resets the zoom.
    void showComputing();
    /// The computation was stopped; offers to restart it.
    void showStopped();
    /// Reading the values takes this many bytes over the network; offers to fetch them.
    void showUnfetched(std::uint64_t bytes);
    void showError(const QString& sentence);
    void showRidgelines(RidgelinesPtr ridgelines);

    const HistogramChoice& choice() const { return m_choice; }
    /// Call before other tensors are set: the zoom does not apply to them.
    void forgetZoom() { m_choice.zoom.reset(); }
    RidgelineChart& chart() { return *m_chart; }
    /// The sentence shown instead of the chart; empty while a chart is shown.
    QString message() const;
    QString title() const;
    /// Describes what is shown, in one line.
    QString note() const;
    /// Writes what is shown to a file. Emits saveFailed() on failure.
    void save(HistogramFile kind, const QString& path);
    FileSaver& saver() { return m_saver; }

signals:
    /// choice() has changed.
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
    QTimer m_clearing; ///< runs while m_shown is null and the chart still shows the previous ones
    QString m_message;
    ElidedLabel* m_title;
    QToolButton* m_compute; ///< visible only after a stop
    HistogramControls* m_controls;
    RidgelineChart* m_chart;
    ElidedLabel* m_readout;
    LinkButton* m_rangeLink; ///< visible only while values are hidden
    LinkButton* m_groupLink; ///< visible only for a group
    FileSaver m_saver;
};

} // namespace loupe
