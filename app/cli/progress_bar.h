#pragma once

#include "core/remote/remote_wait.h"
#include "core/stop_scope.h"
#include "core/work.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace loupe {

/// Draws how far long work is on standard error: share, rate and time left. Work is a series of steps of known bytes;
/// how far the current step is says its Progress, in a unit of its own. Bytes that have arrived from other machines for
/// the work of this thread are done, too.
class ProgressBar {
public:
    /// Draws nothing unless `wanted` and standard error is a terminal; nothing in the first moments either.
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Sum of all steps, in bytes.
    void expect(std::uint64_t bytes);
    /// Ends the step before, if any.
    void beginStep(std::uint64_t bytes);
    /// Whether any bar is drawn.
    static bool isOnScreen();
    /// To be handed to the work of the current step.
    Progress& progress() { return m_progress; }

    /// Calls `body` while no bar is on the screen: for answers that appear during the work.
    template <typename Body>
    void without(Body&& body)
    {
        const std::lock_guard lock(m_mutex);
        erase();
        body();
    }

private:
    void run(const std::stop_token& stop);
    void draw();
    void erase();
    double bytesDone() const;

    Progress m_progress;
    FetchCount m_fetched{StopScope::current()};
    std::mutex m_mutex; ///< guards what follows, and the screen
    std::uint64_t m_total = 0;
    std::uint64_t m_before = 0; ///< bytes of finished steps
    std::uint64_t m_step = 0;
    bool m_drawn = false;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::condition_variable_any m_tick;
    std::jthread m_thread; ///< last: it uses all others
};

} // namespace loupe
