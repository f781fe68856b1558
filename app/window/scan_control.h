#pragma once

#include "items/tree/health/health_scan.h"
#include "items/writing/file_saver.h"

#include <QObject>
#include <QString>

class QWidget;

namespace loupe {

class NoticeBar;
class SummaryCache;

/// Runs the scan of a window's checkpoint. Passes results to the tree's model and the filter, and reports them in the
/// notice bar and the status line.
class ScanControl : public QObject {
    Q_OBJECT

public:
    ScanControl(TensorTreeModel& model, SummaryCache& summaries, NoticeBar& bar, QWidget& window);

    HealthScan& scan() { return m_scan; }
    /// Call before the model gets the checkpoint, because the model queries the scan.
    void setCheckpoint(const OpenedCheckpointPtr& opened);
    /// Starts the scan. Asks first if it would fetch many bytes over the network.
    void start();
    /// Tells the user if the filter needs values that were not scanned.
    void onFilterChanged();
    void startOrStop();
    bool isBusy() const { return m_scan.isRunning() || m_export.isRunning(); }
    void stop();
    /// Asks for a file to export to.
    void chooseExport();
    /// Writes the results of the finished scan as JSON or CSV, depending on the path's suffix.
    void exportTo(const QString& path);

signals:
    /// isBusy() has changed.
    void busyChanged();
    /// The text for the status line; empty if there was no scan. `brief`: for little room.
    void statusChanged(const QString& text, const QString& brief);
    void filterWanted(const QString& filter);
    /// The user wants to see this element in the Values tab.
    void elementWanted(const loupe::ElementPlace& place);

private:
    void startNow();
    void follow();
    void showStatus();
    void showRunning(const JobProgress& progress);
    void showResult();
    void showWarnings(const HealthSums& sums);
    void showUnread(const HealthResults::Unread& unread);
    void showWriting(JobProgress progress);
    void removeNotices();

    TensorTreeModel& m_model;
    SummaryCache& m_summaries;
    NoticeBar& m_bar;
    QWidget& m_window;
    OpenedCheckpointPtr m_opened;
    HealthScan m_scan;
    FileSaver m_export;
};

} // namespace loupe
