#pragma once

#include "items/session/opened_checkpoint.h"

#include <QCoreApplication>
#include <QString>

class QLabel;
class QStatusBar;

namespace loupe {

class NoticeBar;
class StatusRow;
class TensorTreeModel;
class TrafficMeter;

/// What the status bar says: path · format and variant · tensors · parameters · bytes · scan · what was
/// read over the network. Where there is no room for all, those give way that the overview shows too; the tensors last.
class StatusLine {
    Q_DECLARE_TR_FUNCTIONS(loupe::StatusLine)

public:
    /// Fills the bar, which owns what it shows.
    StatusLine(QStatusBar& bar, NoticeBar& notices);

    /// Null: nothing is open.
    void showCheckpoint(const OpenedCheckpointPtr& opened);
    /// Next to the path, whether something is staged that no file holds.
    void showUnsaved(bool unsaved);
    /// What the filter leaves of the totals; without one, what they are once all that is staged is saved.
    void showVisible(const TensorTreeModel& model);
    /// What a scan has found; empty: there was none. `brief`: where a notice needs the room.
    void showScan(const QString& text, const QString& brief);
    /// How much of files on other machines was read.
    void showTraffic(const TrafficMeter& meter);

private:
    void showPath();

    StatusRow& m_row;
    QString m_path;
    bool m_isUnsaved = false;
    QLabel* m_format;
    QLabel* m_tensors;
    QLabel* m_parameters;
    QLabel* m_bytes;
    QLabel* m_scan;
    QLabel* m_traffic;
};

} // namespace loupe
