#include "analysis/parallel/parallel.h"

#include "core/run_both.h"
#include "core/stop_scope.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#ifndef LOUPE_PLAIN_THREADS
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#endif

namespace loupe {

namespace {

/// The failure with the lowest index of those that happened.
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

/// False where no further piece should begin.
bool runPiece(const Piece& piece, std::uint64_t index, std::size_t worker, const Work& work, FirstFailure& failure)
{
    const StopScope scope(work.stop);
    try {
        Result<> done = work.stopped() ? fail(ErrorCode::Stopped, "stopped") : piece(index, worker);
        if (done)
            return true;
        failure.note(index, std::move(done.error()));
    } catch (const std::exception&) {
        failure.note(index, Error{ErrorCode::OutOfMemory, "out of memory", {}, {}});
    }
    return false;
}

} // namespace

#ifdef LOUPE_PLAIN_THREADS

namespace {

std::atomic<std::size_t> limit = std::max(1u, std::thread::hardware_concurrency());

} // namespace

void setThreadLimit(std::size_t threads)
{
    limit = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
    allowSecondThread(threads != 1);
}

std::size_t threadLimit()
{
    return limit;
}

Result<> runPieces(std::uint64_t count, const Work& work, const Piece& piece)
{
    FirstFailure failure;
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> goOn = true;
    const auto runWorker = [&](std::size_t worker) {
        for (std::uint64_t index = next++; index < count && goOn; index = next++) {
            if (!runPiece(piece, index, worker, work, failure))
                goOn = false;
        }
    };
    {
        std::vector<std::jthread> threads;
        const std::size_t workers = std::min<std::uint64_t>(threadLimit(), count);
        try {
            while (threads.size() + 1 < workers)
                threads.emplace_back(runWorker, threads.size() + 1);
        } catch (const std::system_error&) {
            // No more threads to be had: those that are there do it.
        }
        runWorker(0);
    }
    return std::move(failure).result();
}

#else

namespace {

/// An arena for each call that runs at the same time: the thread that calls then always has a place in one, where
/// pieces that take hours keep all threads of another.
class Arenas {
public:
    static Arenas& instance()
    {
        static Arenas arenas;
        return arenas;
    }

    void setLimit(std::size_t threads)
    {
        const std::scoped_lock lock(m_mutex);
        m_idle.clear();
        m_allowed.reset();
        // An arena alone gets no more threads than the machine has.
        if (threads)
            m_allowed.emplace(tbb::global_control::max_allowed_parallelism, threads);
        m_limit = threads ? static_cast<int>(threads) : tbb::info::default_concurrency();
    }
    std::size_t limit() const { return static_cast<std::size_t>(m_limit); }

    template <typename Body>
    void run(const Body& body)
    {
        auto arena = take();
        arena->execute(body);
        const std::scoped_lock lock(m_mutex);
        m_idle.push_back(std::move(arena));
    }

private:
    std::unique_ptr<tbb::task_arena> take()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_idle.empty())
            return std::make_unique<tbb::task_arena>(m_limit);
        auto arena = std::move(m_idle.back());
        m_idle.pop_back();
        return arena;
    }

    std::atomic<int> m_limit = tbb::info::default_concurrency();
    std::mutex m_mutex;
    std::vector<std::unique_ptr<tbb::task_arena>> m_idle;
    std::optional<tbb::global_control> m_allowed;
};

} // namespace

void setThreadLimit(std::size_t threads)
{
    constexpr std::size_t most = 1024;
    Arenas::instance().setLimit(std::min(threads, most));
    allowSecondThread(threads != 1);
}

std::size_t threadLimit()
{
    return Arenas::instance().limit();
}

Result<> runPieces(std::uint64_t count, const Work& work, const Piece& piece)
{
    FirstFailure failure;
    if (count == 1) { // as with each of a million small tensors
        runPiece(piece, 0, 0, work, failure);
        return std::move(failure).result();
    }
    tbb::task_group_context context;
    const auto runRange = [&](const tbb::blocked_range<std::uint64_t>& range) {
        for (std::uint64_t index = range.begin(); index < range.end(); ++index) {
            const auto worker = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
            if (!runPiece(piece, index, worker, work, failure))
                context.cancel_group_execution();
        }
    };
    Arenas::instance().run([&] {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, 1), runRange, tbb::simple_partitioner(), context);
    });
    return std::move(failure).result();
}

#endif

} // namespace loupe
