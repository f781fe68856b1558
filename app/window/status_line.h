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

/// The content of the status bar: path · format and variant · tensors · parameters · bytes · scan · network traffic. If
/// there is too little room, items that the overview also shows are hidden first, and the tensor count last.
class StatusLine {
    Q_DECLARE_TR_FUNCTIONS(loupe::StatusLine)

public:
    /// Fills the bar, which owns the widgets.
    StatusLine(QStatusBar& bar, NoticeBar& notices);

    /// Null: nothing is open.
    void showCheckpoint(const OpenedCheckpointPtr& opened);
    /// Shows next to the path whether there are unsaved edits.
    void showUnsaved(bool unsaved);
    /// Shows the totals of the filtered tensors; without a filter, the totals after saving the pending edits.
    void showVisible(const TensorTreeModel& model);
    /// Shows the scan's result; empty: no scan. `brief`: used if a notice needs the room.
    void showScan(const QString& text, const QString& brief);
    /// Shows how much was read over the network.
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
