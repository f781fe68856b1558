#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <thread>

namespace loupe {

/// While it lives, turns Ctrl+C, SIGTERM and SIGHUP into a request to end. If the process is still running when
/// `patience` is over (it may hang in a write to a full pipe, or in a read from the network), or at a second signal, it
/// is terminated, and its unfinished files and folders (unfinished_files.h) are removed. Signals that the process was
/// started with as ignored stay ignored. There may be only one instance.
class EndingSignals {
public:
    /// Called on a separate thread, with the exit status that shells use for the signal: 128 plus its number.
    using Request = std::function<void(int status)>;

    EndingSignals(Request request, std::chrono::milliseconds patience);
    ~EndingSignals();
    EndingSignals(const EndingSignals&) = delete;
    EndingSignals& operator=(const EndingSignals&) = delete;

    /// The exit status for the signal; 130 if there was none.
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
