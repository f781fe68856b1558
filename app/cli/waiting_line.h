#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace loupe {

/// "waiting for host"; empty if no server keeps us waiting.
std::string waitingText();

/// Says on standard error, where that is a terminal, for which server we wait. While a progress bar is on the screen it
/// is the bar that says so. Nothing is drawn behind an unfinished line of the answer.
class WaitingLine {
public:
    /// `text` is asked on a thread, each `step`; nothing is drawn where it is empty.
    explicit WaitingLine(bool wanted, std::function<std::string()> text = waitingText,
        std::chrono::milliseconds step = std::chrono::milliseconds(500));
    ~WaitingLine();
    WaitingLine(const WaitingLine&) = delete;
    WaitingLine& operator=(const WaitingLine&) = delete;

    /// Takes the line away, so that other text can begin there.
    static void erase();
    /// The same, and writes to standard output or error before a line is drawn again.
    static void write(std::FILE* file, std::string_view text);

private:
    void run(const std::stop_token& stop);

    std::function<std::string()> m_text;
    std::chrono::milliseconds m_step;
    std::mutex m_mutex;
    std::condition_variable_any m_tick;
    std::jthread m_thread; ///< last: it uses the others
};

} // namespace loupe
