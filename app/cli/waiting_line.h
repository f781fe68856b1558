#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace loupe {

/// Says on standard error, where that is a terminal, for which server we wait. While a progress bar is on the screen it
/// is the bar that says so.
class WaitingLine {
public:
    explicit WaitingLine(bool wanted);
    ~WaitingLine();
    WaitingLine(const WaitingLine&) = delete;
    WaitingLine& operator=(const WaitingLine&) = delete;

    /// Takes the line away, so that other text can begin there.
    static void erase();

private:
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_tick;
    std::jthread m_thread; ///< last: it uses the others
};

/// "waiting for host"; empty where no server keeps us waiting.
std::string waitingText();

} // namespace loupe
