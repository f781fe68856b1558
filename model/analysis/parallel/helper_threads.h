#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace loupe {

/// Threads that wait for work, for as long as the process lives: starting one for each of a million small tensors would
/// take longer than reading those. The calling thread always works itself, so that no call waits for a helper that is
/// busy elsewhere, however they nest.
class HelperThreads {
public:
    static HelperThreads& instance();

    /// At most so many help at a time, in all calls together.
    void setMost(std::size_t threads);

    /// Runs `body(0)` on this thread and `body(1)` … `body(helpers)` on those of the helpers that come in time; returns
    /// when all that have begun are done. `body` must not throw.
    void run(std::size_t helpers, const std::function<void(std::size_t worker)>& body);

private:
    struct Call {
        const std::function<void(std::size_t)>& body;
        std::size_t wanted; ///< helpers that may still come
        std::size_t worker = 1; ///< of the next one
        std::size_t helping = 0;
        std::condition_variable left = {}; ///< the last one that helped
    };

    void offer(Call& call);
    void withdraw(Call& call);
    void help();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Call*> m_calls; ///< that want helpers
    std::size_t m_most = 0;
    std::size_t m_threads = 0;
    std::size_t m_helping = 0; ///< threads in a body
};

} // namespace loupe
