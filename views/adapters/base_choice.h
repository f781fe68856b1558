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

    /// Sets the path as if the user had typed it.
    void setPath(const QString& path);
    /// The adapter's report, with the base if one is open.
    const AdapterReportPtr& report() const { return m_report; }
    bool isBusy() const { return m_pause.isActive() || m_job.isRunning(); }
    /// A sentence that says why the base could not be opened; empty if it could.
    const QString& error() const { return m_error; }
    std::vector<QWidget*> controls() const;

signals:
    /// report(), isBusy() or error() has changed.
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
