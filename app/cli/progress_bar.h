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

/// Draws the progress of long work on standard error: percentage, rate and time left. Work is a series of steps of
/// known bytes; Progress gives the position within the current step, in its own unit. Bytes fetched over the network by
/// this thread's work count as done, too.
class ProgressBar {
public:
    /// Draws nothing unless `wanted` is true and standard error is a terminal, and nothing in the first moments.
    explicit ProgressBar(bool wanted);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Sets the total of all steps, in bytes.
    void expect(std::uint64_t bytes);
    /// Starts a step, and ends the previous one, if any.
    void beginStep(std::uint64_t bytes);
    /// Whether any bar is visible.
    static bool isOnScreen();
    /// Pass this to the work of the current step.
    Progress& progress() { return m_progress; }

    /// Erases the bar and calls `body`, to print output during the work.
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
    std::mutex m_mutex; ///< guards the members below, and the screen
    std::uint64_t m_total = 0;
    std::uint64_t m_before = 0; ///< bytes of finished steps
    std::uint64_t m_step = 0;
    bool m_drawn = false;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::condition_variable_any m_tick;
    std::jthread m_thread; ///< last: it uses all others
};

} // namespace loupe
