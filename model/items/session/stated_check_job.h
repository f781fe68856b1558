#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "items/jobs/job_runner.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// The result of checking tensors against the digests stored in their own files.
struct StatedOutcome {
    std::uint64_t checked = 0; ///< tensors with a digest
    std::uint64_t unstated = 0; ///< tensors without a digest
    std::vector<std::uint32_t> different; ///< tensors that do not match their digest
    std::uint64_t differentParts = 0; ///< how many of `different` are only a part of what the digest covers
    std::uint64_t unreadable = 0; ///< tensors that could not be read
    std::optional<Error> firstError; ///< of the unreadable tensors
    QString algorithms; ///< "crc32, sha256"

    bool isSound() const { return different.empty() && unreadable == 0 && unstated == 0 && checked > 0; }
    bool isUnsound() const { return !different.empty() || unreadable > 0; }
};

/// Compares all tensors with the digests stored in their files, on demand, off the UI thread.
class StatedCheckJob : public QObject {
    Q_OBJECT

public:
    explicit StatedCheckJob(QObject* parent = nullptr);

    /// Stops the running check.
    void start(std::shared_ptr<const Checkpoint> checkpoint);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void finished(const loupe::StatedOutcome& outcome);
    void failed(const loupe::Error& error);
    /// In bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    JobRunner m_job;
};

} // namespace loupe
