#include "items/jobs/job_runner.h"

#include "core/remote/remote_files.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <chrono>
#include <mutex>
#include <unordered_set>

namespace loupe {

using namespace std::chrono_literals;

namespace {

std::mutex runnersMutex;
std::unordered_set<JobRunner*>& runners()
{
    static auto* const all = new std::unordered_set<JobRunner*>; // never destroyed, as static destructors may still use
                                                                 // it
    return *all;
}

/// Called when the application exits: no job may be running when the libraries that it uses clean up.
void endJobs()
{
    {
        const std::lock_guard lock(runnersMutex);
        for (JobRunner* const runner : runners())
            runner->askToStop();
    }
    jobPool().waitForDone();
}

/// The host that this work has been waiting for, for several seconds; empty if there is none.
QString silentHostOf(const std::stop_token& work)
{
    return remoteFiles() && RemoteWait::isOf(work) ? toQString(remoteFiles()->silentHost()) : QString();
}

QThreadPool* makePool()
{
    auto* const pool = new QThreadPool;
    pool->setObjectName(QStringLiteral("jobs"));
    constexpr int longJobs = 32; // how many jobs that take hours may run in all windows together before others have to
                                 // wait
    pool->setMaxThreadCount(std::max(longJobs, 2 * QThread::idealThreadCount()));
    qAddPostRoutine(endJobs);
    return pool;
}

} // namespace

QThreadPool& jobPool()
{
    static QThreadPool* const pool = makePool();
    return *pool;
}

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
{
    m_reports.setInterval(100ms);
    connect(&m_reports, &QTimer::timeout, this, &JobRunner::reportProgress);
    const std::lock_guard lock(runnersMutex);
    runners().insert(this);
}

JobRunner::~JobRunner()
{
    askToStop();
    const std::lock_guard lock(runnersMutex);
    runners().erase(this);
}

void JobRunner::askToStop()
{
    if (m_run)
        m_run->stop.request_stop();
}

void JobRunner::stop()
{
    if (!m_run)
        return;
    m_run->stop.request_stop();
    end();
}

std::shared_ptr<JobRunner::Run> JobRunner::begin()
{
    const bool wasRunning = isRunning();
    if (wasRunning)
        m_run->stop.request_stop();
    const auto run = std::make_shared<Run>();
    run->clock.start();
    m_run = run;
    m_reports.start();
    if (!wasRunning)
        emit runningChanged(true); // a slot may stop this run, or start another
    return run;
}

void JobRunner::end()
{
    m_run.reset();
    m_reports.stop();
    emit runningChanged(false);
}

void JobRunner::reportProgress()
{
    JobProgress report;
    report.total = m_run->progress.total.load(std::memory_order_relaxed);
    const quint64 done = m_run->progress.done.load(std::memory_order_relaxed);
    // If data has to be fetched, that dominates the time, so a half-fetched tensor counts as half done.
    report.done = std::max(done, std::min<quint64>(report.total, m_run->fetched.bytes()));
    report.elapsed = static_cast<double>(m_run->clock.elapsed()) / 1000;
    report.silentHost = silentHostOf(m_run->stop.get_token());
    if (report.elapsed > 0 && report.silentHost.isEmpty())
        report.perSecond = static_cast<double>(report.done) / report.elapsed;
    if (report.perSecond > 0 && report.total >= report.done)
        report.secondsLeft = static_cast<double>(report.total - report.done) / report.perSecond;
    emit progressed(report);
}

} // namespace loupe
