#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace loupe {

/// A pool of threads that lives as long as the process. Starting a thread for each of a million small tensors would
/// take longer than reading them. The calling thread always works, too, so no call waits for a helper that is busy
/// elsewhere, however calls are nested. If several calls want helpers, each gets about as many: between two pieces of
/// work, a helper may switch to a call that has fewer.
class HelperThreads {
public:
    static HelperThreads& instance();

    /// Sets the maximum number of helpers that run at a time, over all calls.
    void setMost(std::size_t threads);

    /// Call this between two pieces of work. If it returns true, the helper must leave, even if there is more to do.
    /// Never true for the calling thread.
    using IsToLeave = std::function<bool()>;
    using Body = std::function<void(std::size_t worker, const IsToLeave& isToLeave)>;

    /// Runs `body(0, …)` on this thread and `body(1, …)` … `body(helpers, …)` on helpers that arrive in time, perhaps
    /// again after one has left. Returns when all that have started are done, even if `body` throws on this thread. It
    /// must not throw on others.
    void run(std::size_t helpers, const Body& body);

private:
    struct Call {
        const Body& body;
        std::size_t wanted; ///< number of helpers that may still come
        std::size_t worker = 1; ///< index for the next helper, unless one of `leftWorkers` is reused
        std::vector<std::size_t> leftWorkers = {};
        std::size_t helping = 0;
        std::size_t leaving = 0; ///< how many of those are leaving
        std::condition_variable left = {}; ///< signals that the last helper has left

        std::size_t staying() const { return helping - leaving; }
    };

    void offer(Call& call);
    void withdraw(Call& call);
    void help();
    bool isToLeave(Call& call);
    Call* neediest() const;
    void noteBalance();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Call*> m_calls; ///< all calls that have offered work
    std::size_t m_most = 0;
    std::size_t m_threads = 0;
    std::size_t m_helping = 0; ///< threads that are running a body
    std::atomic<bool> m_isUneven =
        false; ///< whether some helper must leave for another call; read between pieces without the lock
};

} // namespace loupe
