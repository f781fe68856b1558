#include "items/histogram/counting_cache.h"

namespace loupe {

CountingCache::CountingCache(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &CountingCache::runningChanged);
    connect(&m_job, &JobRunner::progressed, this, &CountingCache::progressed);
}

void CountingCache::drop()
{
    m_job.stop();
}

void CountingCache::stop()
{
    if (!isRunning())
        return;
    m_job.stop();
    emit stopped();
}

} // namespace loupe
