#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace loupe {

/// Threads that wait for work, for as long as the process lives: starting one for each of a million small tensors would
/// take longer than reading those. The calling thread always works itself, so that no call waits for a helper that is
/// busy elsewhere, however they nest. Where several calls want helpers, each gets about as many: between two pieces of
/// its work, a helper leaves a call for one that has fewer.
class HelperThreads {
public:
    static HelperThreads& instance();

    /// At most this many help at a time, in all calls together.
    void setMost(std::size_t threads);

    /// To be asked between two pieces of work: true for a helper that is to leave, and then must, though there is more
    /// to do. Never true for the thread of the call.
    using IsToLeave = std::function<bool()>;
    using Body = std::function<void(std::size_t worker, const IsToLeave& isToLeave)>;

    /// Runs `body(0, …)` on this thread and `body(1, …)` … `body(helpers, …)` on those of the helpers that come in
    /// time, maybe again after one has left; returns when all that have begun are done, also where `body` throws on
    /// this thread. It must not throw on another one.
    void run(std::size_t helpers, const Body& body);

private:
    struct Call {
        const Body& body;
        std::size_t wanted; ///< helpers that may still come
        std::size_t worker = 1; ///< of the next one, unless one of `leftWorkers` comes again
        std::vector<std::size_t> leftWorkers = {};
        std::size_t helping = 0;
        std::size_t leaving = 0; ///< of those
        std::condition_variable left = {}; ///< the last one that helped

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
    std::vector<Call*> m_calls; ///< all that have offered work
    std::size_t m_most = 0;
    std::size_t m_threads = 0;
    std::size_t m_helping = 0; ///< threads in a body
    std::atomic<bool> m_isUneven =
        false; ///< some helper is to leave for another call: read between pieces, without the lock
};

} // namespace loupe
