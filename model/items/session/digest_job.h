#pragma once

#include "analysis/digests/digest.h"
#include "core/checkpoint.h"
#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"

#include <QObject>
#include <QString>
#include <memory>

namespace loupe {

/// Computes one digest at a time on demand, off the UI thread.
class DigestJob : public QObject {
    Q_OBJECT

public:
    explicit DigestJob(QObject* parent = nullptr);

    /// Computes the digest of all bytes of file number `file`. Stops the running computation.
    void startFile(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t file, DigestAlgorithm algorithm);
    /// Computes the digest of the tensor's stored bytes. Stops the running computation.
    void startTensor(std::shared_ptr<const Checkpoint> checkpoint, std::uint32_t tensor, DigestAlgorithm algorithm);
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

signals:
    /// Lower-case hexadecimal.
    void finished(const QString& digest);
    void failed(const loupe::Error& error);
    /// In bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    void deliver(Result<std::string> digest);

    JobRunner m_job;
};

} // namespace loupe
