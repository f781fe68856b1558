#pragma once

#include "items/adapters/adapter_report.h"
#include "items/jobs/job_runner.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QLineEdit;

namespace loupe {

class BaseButton;

/// The model that an adapter changes: its path, typed or chosen, opened off the UI thread.
class BaseChoice : public QWidget {
    Q_OBJECT

public:
    explicit BaseChoice(AdapterReportPtr report, QWidget* parent = nullptr);

    /// As if it were typed.
    void setPath(const QString& path);
    /// Where modules are in the base; without one where none is open.
    const AdapterReportPtr& report() const { return m_report; }
    bool isBusy() const { return m_pause.isActive() || m_job.isRunning(); }
    /// Why the base could not be opened, a sentence; else empty.
    const QString& error() const { return m_error; }
    std::vector<QWidget*> controls() const;

signals:
    /// report(), isBusy() or error() is another.
    void changed();

private:
    void openSoon();
    void openBase();

    const AdapterReportPtr m_without;
    AdapterReportPtr m_report;
    QLineEdit* m_path;
    BaseButton* m_button;
    QTimer m_pause; ///< after typing
    QString m_error;
    JobRunner m_job;
};

} // namespace loupe
