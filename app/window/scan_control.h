#pragma once

#include "items/tree/health_scan.h"
#include "items/writing/file_saver.h"

#include <QObject>
#include <QString>

class QWidget;

namespace loupe {

class NoticeBar;
class SummaryCache;

/// The scan of a window's checkpoint: hands what it finds to the tree's model and the filter, and reports it in the
/// notice bar and the status line.
class ScanControl : public QObject {
    Q_OBJECT

public:
    ScanControl(TensorTreeModel& model, SummaryCache& summaries, NoticeBar& bar, QWidget& window);

    HealthScan& scan() { return m_scan; }
    /// Before the model gets it: the model's values are asked of the scan.
    void setCheckpoint(const OpenedCheckpointPtr& opened);
    /// Asks first where it fetches many bytes over the network.
    void start();
    /// Says so where the filter asks for values that were not looked at.
    void onFilterChanged();
    void startOrStop();
    bool isBusy() const { return m_scan.isRunning() || m_export.isRunning(); }
    void stop();
    /// Asks for a file to write to.
    void chooseExport();
    /// Writes what the finished scan has found; JSON or CSV by the path's suffix.
    void exportTo(const QString& path);

signals:
    /// isBusy() is another.
    void busyChanged();
    /// For the status line; empty if there was no scan. `brief`: where there is little room.
    void statusChanged(const QString& text, const QString& brief);
    void filterWanted(const QString& filter);
    /// To be selected and shown among its tensor's values.
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
