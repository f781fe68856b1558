#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <thread>

namespace loupe {

/// Turns Ctrl+C, SIGTERM and SIGHUP into a request to end while it lives. What has not ended when the patience is over
/// (a write to a pipe that nobody empties, a read from a network that hangs), or at a second signal, is ended with the
/// process, and files that are not finished (unfinished_files.h) go with it. Leaves a signal alone that the caller made
/// the process ignore. There is at most one.
class EndingSignals {
public:
    /// Called on a thread of its own, with the exit status that shells use for the signal: 128 plus its number.
    using Request = std::function<void(int status)>;

    EndingSignals(Request request, std::chrono::milliseconds patience);
    ~EndingSignals();
    EndingSignals(const EndingSignals&) = delete;
    EndingSignals& operator=(const EndingSignals&) = delete;

    /// That exit status; 130 where no signal came.
    int status() const { return m_status; }

private:
    void watch();

    Request m_request;
    std::chrono::milliseconds m_patience;
    std::array<int, 2> m_pipe{-1, -1}; ///< the handler writes, the watching thread reads
    std::latch m_watching{1};
    std::thread m_watcher;
    std::atomic<int> m_status;
};

} // namespace loupe
