#pragma once

#include <array>
#include <stop_token>
#include <thread>

namespace loupe {

/// Turns Ctrl+C into a request to stop while it lives. Work that has not stopped 150 ms later (a write to a pipe that
/// nobody empties, a read from a network that hangs) is ended with the process, and files that are not finished go with
/// it: status 130. Does nothing where the
/// caller made the process ignore Ctrl+C. There is at most one.
class Interrupt {
public:
    explicit Interrupt(std::stop_source stop);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

private:
    void watch(const std::stop_source& stop) const;

    std::array<int, 2> m_pipe{-1, -1}; ///< the handler writes, the watching thread reads
    std::thread m_watcher;
};

} // namespace loupe
