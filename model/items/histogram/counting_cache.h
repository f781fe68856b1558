#pragma once

#include "core/result.h"
#include "items/jobs/job_runner.h"

#include <QObject>

namespace loupe {

/// The common part of the caches of histograms. They count one thing at a time off the UI thread; a new request
/// replaces the previous one. Subclasses do the counting, the caching and the reporting.
class CountingCache : public QObject {
    Q_OBJECT

public:
    /// Cancels the request. No signal follows.
    void drop();
    /// If something is being counted, stopped() follows.
    void stop();
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void failed(const loupe::Error& error);
    void stopped();
    /// In bytes of all that is read, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// Counting has started or ended, or was stopped.
    void runningChanged(bool running);

protected:
    explicit CountingCache(QObject* parent);

    JobRunner m_job;
};

} // namespace loupe
