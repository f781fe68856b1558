#pragma once

#include "items/health_results.h"
#include "items/job_runner.h"
#include "items/opened_checkpoint.h"

#include <QObject>
#include <QString>

namespace loupe {

enum class HealthFormat : std::uint8_t { Csv, Json };

/// By the suffix of the path: JSON for ".json", in capitals or not, else CSV.
HealthFormat healthFormatOf(const QString& path);

/// Writes what a scan has found; JSON is the document of `tloupe scan --json`. The file at `path` is replaced when all
/// is written, and else left as it was. Of a scan that was stopped, the tensors that it has
/// looked at; JSON says so under "error". For a job. Fails with Io or Stopped.
Result<> writeHealth(const OpenedCheckpoint& opened, const HealthResults& results, const QString& path,
    HealthFormat format, const Work& work);

/// Writes one file at a time off the UI thread.
class HealthExport : public QObject {
    Q_OBJECT

public:
    explicit HealthExport(QObject* parent = nullptr);

    void start(OpenedCheckpointPtr opened, HealthResultsPtr results, const QString& path);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void finished(const QString& path);
    void failed(const loupe::Error& error);
    /// Tensors, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    JobRunner m_job;
};

} // namespace loupe
