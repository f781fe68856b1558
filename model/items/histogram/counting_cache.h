#pragma once

#include "core/result.h"
#include "items/jobs/job_runner.h"

#include <QObject>

namespace loupe {

/// What the caches of histograms have in common: they count one thing at a time off the UI thread, the newest request
/// in place of the one before. A subclass counts, remembers, and says what it has.
class CountingCache : public QObject {
    Q_OBJECT

public:
    /// Nobody wants what was asked for any more: nothing follows.
    void drop();
    /// stopped() follows where something was being counted.
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void failed(const loupe::Error& error);
    void stopped();
    /// Bytes of all that is read, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// Something is being counted, or that has ended or was stopped.
    void runningChanged(bool running);

protected:
    explicit CountingCache(QObject* parent);

    JobRunner m_job;
};

} // namespace loupe
