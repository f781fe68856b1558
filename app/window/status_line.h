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

/// What the status bar says: path · format and variant · tensors · parameters · bytes · scan. Where there is no room
/// for all, all but the scan give way, which the overview shows too; the tensors last.
class StatusLine {
    Q_DECLARE_TR_FUNCTIONS(loupe::StatusLine)

public:
    /// Fills the bar, which owns what it shows.
    StatusLine(QStatusBar& bar, NoticeBar& notices);

    /// Null: nothing is open.
    void showCheckpoint(const OpenedCheckpointPtr& opened);
    /// Beside the path, whether something is staged that no file holds.
    void showUnsaved(bool unsaved);
    /// What the filter leaves of the totals; without one, what they are once all that is staged is saved.
    void showVisible(const TensorTreeModel& model);
    /// What a scan has found; empty: there was none.
    void showScan(const QString& text);

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
};

} // namespace loupe
