#include "analysis/parallel/parallel.h"

#include "analysis/parallel/helper_threads.h"
#include "core/run_both.h"
#include "core/stop_scope.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace loupe {

namespace {

/// Keeps the failure with the lowest index.
class FirstFailure {
public:
    void note(std::uint64_t index, Error error)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_error && m_index < index)
            return;
        m_index = index;
        m_error = std::move(error);
    }
    Result<> result() &&
    {
        if (m_error)
            return fail(std::move(*m_error));
        return {};
    }

private:
    std::mutex m_mutex;
    std::uint64_t m_index = 0;
    std::optional<Error> m_error;
};

/// False if no further piece should start.
bool runPiece(const Piece& piece, std::uint64_t index, std::size_t worker, const Work& work, FirstFailure& failure)
{
    const StopScope scope(work.stop);
    try {
        Result<> done = work.stopped() ? fail(ErrorCode::Stopped, "stopped") : piece(index, worker);
        if (done)
            return true;
        failure.note(index, std::move(done.error()));
    } catch (...) { // catches everything: on a helper's thread, any exception would end the process
        failure.note(index, Error{ErrorCode::OutOfMemory, "out of memory", {}, {}});
    }
    return false;
}

/// The number of processors that this process may use; a cluster job or taskset may restrict it.
std::size_t usableProcessors()
{
    cpu_set_t processors;
    CPU_ZERO(&processors);
    if (sched_getaffinity(0, sizeof processors, &processors) == 0)
        return static_cast<std::size_t>(std::max(CPU_COUNT(&processors), 1));
    return std::max(std::thread::hardware_concurrency(), 1U);
}

/// The number of threads that compute. Sets the limit of helpers on first use.
class ThreadLimit {
public:
    static ThreadLimit& instance()
    {
        static ThreadLimit limit;
        return limit;
    }
    void set(std::size_t threads)
    {
        constexpr std::size_t most = 1024;
        m_threads = threads ? std::min(threads, most) : usableProcessors();
        HelperThreads::instance().setMost(m_threads - 1);
    }
    std::size_t get() const { return m_threads; }

private:
    ThreadLimit() { set(0); }

    std::atomic<std::size_t> m_threads = 1;
};

} // namespace

void setThreadLimit(std::size_t threads)
{
    ThreadLimit::instance().set(threads);
    allowSecondThread(threads != 1);
}

std::size_t threadLimit()
{
    return ThreadLimit::instance().get();
}

Result<> runPieces(std::uint64_t count, const Work& work, const Piece& piece)
{
    FirstFailure failure;
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> goOn = true;
    const auto runWorker = [&](std::size_t worker, const HelperThreads::IsToLeave& isToLeave) {
        for (std::uint64_t index = next++; index < count && goOn; index = next++) {
            if (!runPiece(piece, index, worker, work, failure))
                goOn = false;
            if (isToLeave())
                return;
        }
    };
    const std::uint64_t workers = std::min<std::uint64_t>(threadLimit(), count);
    HelperThreads::instance().run(workers > 0 ? workers - 1 : 0, std::ref(runWorker));
    return std::move(failure).result();
}

} // namespace loupe
