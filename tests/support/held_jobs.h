#pragma once

#include "items/jobs/job_runner.h"

#include <QSemaphore>

#include <memory>

namespace loupe::test {

/// While it lives, no job begins: all threads are taken.
class HeldJobs {
public:
    HeldJobs()
    {
        // A thread may come to its hold only after the end of this object.
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
