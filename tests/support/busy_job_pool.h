#pragma once

#include "items/jobs/job_runner.h"

#include <QSemaphore>
#include <QThreadPool>

namespace loupe::test {

/// Keeps jobs from beginning during its lifetime.
class BusyJobPool {
public:
    BusyJobPool()
    {
        jobPool().setMaxThreadCount(1);
        jobPool().start([this] { m_end.acquire(); });
    }
    ~BusyJobPool()
    {
        m_end.release();
        jobPool().setMaxThreadCount(m_threads);
        jobPool().waitForDone();
    }

private:
    const int m_threads = jobPool().maxThreadCount();
    QSemaphore m_end;
};

} // namespace loupe::test
