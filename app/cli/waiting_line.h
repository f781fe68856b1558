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

/// "waiting for host"; empty if we are not waiting for a server.
std::string waitingText();

/// Shows on standard error, if it is a terminal, which server we are waiting for. While a progress bar is visible, the
/// bar shows it instead. Never draws after an unfinished line of output.
class WaitingLine {
public:
    /// `text` is called on a thread every `step`. Nothing is drawn if it returns an empty string.
    explicit WaitingLine(bool wanted, std::function<std::string()> text = waitingText,
        std::chrono::milliseconds step = std::chrono::milliseconds(500));
    ~WaitingLine();
    WaitingLine(const WaitingLine&) = delete;
    WaitingLine& operator=(const WaitingLine&) = delete;

    /// Erases the line, so that other text can start there.
    static void erase();
    /// Erases the line, and writes to standard output or error before it is drawn again.
    static void write(std::FILE* file, std::string_view text);

private:
    void run(const std::stop_token& stop);

    std::function<std::string()> m_text;
    std::chrono::milliseconds m_step;
    std::mutex m_mutex;
    std::condition_variable_any m_tick;
    std::jthread m_thread; ///< declared last because it uses the others
};

} // namespace loupe
