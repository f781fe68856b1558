#pragma once

#include "items/jobs/job_runner.h"

#include <QSemaphore>

#include <memory>

namespace loupe::test {

/// Keeps jobs from beginning during its lifetime by occupying all threads.
class HeldJobs {
public:
    HeldJobs()
    {
        // A thread may start waiting only after this object is gone.
        for (int i = 0; i < jobPool().maxThreadCount(); ++i)
            jobPool().start([release = m_release] { release->acquire(); });
    }
    ~HeldJobs() { m_release->release(jobPool().maxThreadCount()); }
    HeldJobs(const HeldJobs&) = delete;
    HeldJobs& operator=(const HeldJobs&) = delete;

private:
    std::shared_ptr<QSemaphore> m_release = std::make_shared<QSemaphore>();
};

} // namespace loupe::test
