#pragma once

#include "items/jobs/job_runner.h"

#include <QCoreApplication>

namespace loupe {

/// A deleter for objects that take longer than a frame to release, wherever the last reference is dropped.
template <typename T>
void releaseInJob(T* object)
{
    if (QCoreApplication::instance())
        jobPool().start([object] { delete object; });
    else
        delete object; // the application has ended, and so have its jobs
}

} // namespace loupe
