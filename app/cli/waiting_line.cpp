#include "app/cli/waiting_line.h"

#include "app/cli/progress_bar.h"
#include "app/cli/terminal.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"

#include <utility>

#include <unistd.h>

namespace loupe {

namespace {

std::mutex waitingScreen; ///< guards the variables below, and the line
std::string waitingDrawn; ///< text on the screen
bool isAnswerOnTerminal = false; ///< standard output is a terminal
bool isAnswerLineOpen = false; ///< its last line is unfinished

void eraseWaiting()
{
    if (!waitingDrawn.empty())
        std::fputs("\r\x1b[K", stderr);
    waitingDrawn.clear();
}

} // namespace

std::string waitingText()
{
    const std::string host = remoteFiles() ? remoteFiles()->silentHost() : std::string();
    return host.empty() ? host : "waiting for " + printable(host);
}

WaitingLine::WaitingLine(bool wanted, std::function<std::string()> text, std::chrono::milliseconds step)
    : m_text(std::move(text))
    , m_step(step)
{
    if (!wanted || !isTerminal(STDERR_FILENO))
        return;
    isAnswerOnTerminal = isTerminal(STDOUT_FILENO);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

WaitingLine::~WaitingLine()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
    erase();
}

void WaitingLine::erase()
{
    const std::lock_guard lock(waitingScreen);
    eraseWaiting();
}

void WaitingLine::write(std::FILE* file, std::string_view text)
{
    const std::lock_guard lock(waitingScreen);
    eraseWaiting();
    std::fwrite(text.data(), 1, text.size(), file);
    if (file == stdout && !text.empty())
        isAnswerLineOpen = isAnswerOnTerminal && text.back() != '\n';
}

void WaitingLine::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_tick.wait_for(lock, stop, m_step, [] { return false; });
        std::string text = m_text();
        const std::lock_guard screen(waitingScreen);
        if (stop.stop_requested() || isAnswerLineOpen || ProgressBar::isOnScreen())
            text.clear();
        if (text == waitingDrawn)
            continue;
        eraseWaiting();
        std::fputs(text.c_str(), stderr);
        waitingDrawn = std::move(text);
    }
}

} // namespace loupe
