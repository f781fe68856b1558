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

/// The progress of a job, for display.
struct JobProgress {
    quint64 done = 0; ///< bytes, unless the job says otherwise; includes bytes received over the network
    quint64 total = 0; ///< 0 while unknown
    double elapsed = 0; ///< seconds since the job was started
    double perSecond = 0; ///< `done` per second so far
    std::optional<double> secondsLeft; ///< nullopt while unknown
    QString silentHost = {}; ///< the host that the job has been waiting for, for several seconds; rate and time left
                             ///< are then unknown
};

/// The thread pool for jobs. It has more threads than cores, so that a long digest does not delay a sort. When the
/// application exits, all jobs are asked to stop and waited for.
QThreadPool& jobPool();

/// Runs work off the UI thread for one owner, one job at a time. Starting a job stops the previous one, and only the
/// newest job delivers its value. Destroying the runner stops its job without waiting for it, so a job must own (share)
/// all that it uses. Must be used from the thread it lives in.
class JobRunner : public QObject {
    Q_OBJECT

public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// Runs `job(const Work&)` on another thread, then `done(value)` on this one. If the job throws, a value of type
    /// Result delivers the error; values of other types are not delivered. If a slot of runningChanged() starts another
    /// job, this one's value is dropped.
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

    /// Stops the running job, if any. Its value will not be delivered. Does not wait.
    void stop();
    bool isRunning() const { return m_run != nullptr; }
    /// Asks the running job to stop. If it still produces a value, that is delivered.
    void askToStop();

signals:
    /// At most ten times a second while a job is running; first after a tenth of a second.
    void progressed(const loupe::JobProgress& progress);
    /// A job has started, or the last one has ended or was stopped.
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
        // The future must not carry an exception: it would be rethrown in a slot, and slots must not throw.
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
