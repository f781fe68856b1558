#pragma once

#include "items/jobs/job_runner.h"

#include <QCoreApplication>

namespace loupe {

/// A deleter for what takes longer than a frame to release, wherever its last reference is dropped.
template <typename T>
void releaseInJob(T* object)
{
    if (QCoreApplication::instance())
        jobPool().start([object] { delete object; });
    else
        delete object; // the application has ended, and its jobs with it
}

} // namespace loupe
