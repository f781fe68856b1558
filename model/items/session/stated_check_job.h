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

/// What became of the digests that files state of their own tensors.
struct StatedOutcome {
    std::uint64_t checked = 0; ///< tensors of which there is a digest
    std::uint64_t unstated = 0; ///< tensors of which there is none
    std::vector<std::uint32_t> different; ///< tensors that are not what their file states
    std::uint64_t differentParts = 0; ///< of these, tensors that are parts of what the digest is of
    std::uint64_t unreadable = 0; ///< tensors that could not be read
    std::optional<Error> firstError; ///< of these
    QString algorithms; ///< "crc32, sha256"

    bool isSound() const { return different.empty() && unreadable == 0 && unstated == 0 && checked > 0; }
    bool isUnsound() const { return !different.empty() || unreadable > 0; }
};

/// Compares all tensors with the digests that their files state, on demand, off the UI thread.
class StatedCheckJob : public QObject {
    Q_OBJECT

public:
    explicit StatedCheckJob(QObject* parent = nullptr);

    /// Stops the one that runs.
    void start(std::shared_ptr<const Checkpoint> checkpoint);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void finished(const loupe::StatedOutcome& outcome);
    void failed(const loupe::Error& error);
    /// Bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    JobRunner m_job;
};

} // namespace loupe
