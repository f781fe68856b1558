#pragma once

#include "core/remote/remote_wait.h"
#include "core/result.h"
#include "core/stop_scope.h"
#include "core/work.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>
#include <QtConcurrentRun>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>

namespace loupe {

/// How far a job is, for people.
struct JobProgress {
    quint64 done = 0; ///< bytes, unless the job says otherwise; with those that arrived from other machines
    quint64 total = 0; ///< 0 while it is not known
    double elapsed = 0; ///< seconds since the job was started
    double perSecond = 0; ///< `done` per second so far
    std::optional<double> secondsLeft; ///< nothing while it is not known
    QString silentHost = {}; ///< that the job waits for since some seconds: rate and time left are not known
};

/// The threads on which jobs run. More than there are cores, so that a long digest does not keep a sort waiting. When
/// the application ends, all jobs are asked to stop and waited for.
QThreadPool& jobPool();

/// Runs work off the UI thread for one owner, one job at a time: starting another stops the one before, and only the
/// newest one's value arrives. Destroying the runner stops its job and does not wait for it, so a job must own (share)
/// all that it uses. To be used from the thread it lives in.
class JobRunner : public QObject {
    Q_OBJECT

public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// Runs `job(const Work&)` on another thread, then `done(its value)` on this one. Where the job throws, a Result
    /// says why and no other value arrives. A slot of runningChanged() that starts another job drops this one's value.
    template <typename Job, typename Done>
    void start(Job job, Done done)
    {
        using Value = std::invoke_result_t<Job&, const Work&>;
        const std::shared_ptr<Run> run = begin();
        auto* const watcher = new QFutureWatcher<std::optional<Value>>(this);
        connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, run, done = std::move(done)]() mutable {
            watcher->deleteLater();
            if (run != m_run)
                return;
            std::optional<Value> value = watcher->future().takeResult();
            end();
            if (value && !m_run)
                done(std::move(*value));
        });
        watcher->setFuture(QtConcurrent::run(&jobPool(), [run, work = std::move(job)]() mutable {
            return valueOf<Value>(work, Work{run->stop.get_token(), &run->progress});
        }));
    }

    /// Stops the running job, if any; its value will not arrive. Does not wait.
    void stop();
    bool isRunning() const { return m_run != nullptr; }
    /// The running job's value, if it still makes one, will arrive.
    void askToStop();

signals:
    /// At most ten times a second while a job runs, first after a tenth of a second.
    void progressed(const loupe::JobProgress& progress);
    /// A job began, or the last one ended or was stopped.
    void runningChanged(bool running);

private:
    struct Run {
        std::stop_source stop;
        Progress progress;
        QElapsedTimer clock;
        FetchCount fetched{stop.get_token()};
    };

    template <typename Value, typename Job>
    static std::optional<Value> valueOf(Job& job, const Work& work)
    {
        const StopScope scope(work.stop);
        // An exception that a future carries would be thrown again in a slot, where nothing may throw.
        try {
            return job(work);
        } catch (const std::bad_alloc&) {
            return withoutValue<Value>(ErrorCode::OutOfMemory, "out of memory");
        } catch (const std::exception& problem) {
            return withoutValue<Value>(ErrorCode::Unsupported, problem.what());
        }
    }
    template <typename Value>
    static std::optional<Value> withoutValue(ErrorCode code, const char* message)
    {
        if constexpr (std::is_constructible_v<Value, tl::unexpected<Error>>)
            return Value(fail(code, message));
        else
            return std::nullopt;
    }

    std::shared_ptr<Run> begin();
    void end();
    void reportProgress();

    std::shared_ptr<Run> m_run;
    QTimer m_reports;
};

} // namespace loupe
