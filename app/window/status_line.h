#pragma once

#include "items/session/opened_checkpoint.h"

#include <QObject>

class QLabel;
class QStatusBar;

namespace loupe {

class ElidedLabel;
class TensorTreeModel;

/// What the status bar says: path · format and variant · tensors · parameters · bytes · scan. Where there is no room
/// for all, format, parameters and bytes give way, which the overview shows too.
class StatusLine : public QObject {
    Q_OBJECT

public:
    /// Fills the bar, which owns what it shows.
    explicit StatusLine(QStatusBar& bar);

    /// Null: nothing is open.
    void showCheckpoint(const OpenedCheckpointPtr& opened);
    /// What the filter leaves of the totals.
    void showVisible(const TensorTreeModel& model);
    /// What a scan has found; empty: there was none.
    void showScan(const QString& text);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    QStatusBar& m_bar;
    bool m_isOpen = false;
    ElidedLabel* m_path;
    QLabel* m_format;
    QLabel* m_tensors;
    QLabel* m_parameters;
    QLabel* m_bytes;
    QLabel* m_scan;
};

} // namespace loupe
