#pragma once

#include "items/opened_checkpoint.h"

class QLabel;
class QStatusBar;

namespace loupe {

class ElidedLabel;
class TensorTreeModel;

/// What the status bar says: path · format and variant · tensors · parameters · bytes.
class StatusLine {
public:
    /// Fills the bar, which owns what it shows.
    explicit StatusLine(QStatusBar& bar);

    /// Null: nothing is open.
    void showCheckpoint(const OpenedCheckpointPtr& opened);
    /// What the filter leaves of the totals.
    void showVisible(const TensorTreeModel& model);
    /// What a scan has found; empty: there was none.
    void showScan(const QString& text);

private:
    ElidedLabel* m_path;
    QLabel* m_format;
    QLabel* m_tensors;
    QLabel* m_parameters;
    QLabel* m_bytes;
    QLabel* m_scan;
};

} // namespace loupe
