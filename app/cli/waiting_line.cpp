#include "app/cli/waiting_line.h"

#include "app/cli/progress_bar.h"
#include "app/cli/terminal.h"
#include "core/remote_files.h"
#include "core/text/text.h"

#include <chrono>
#include <cstdio>

#include <unistd.h>

namespace loupe {

namespace {

std::mutex waitingScreen; ///< guards the next one, and the line
bool isWaitingDrawn = false;

void eraseWaiting()
{
    if (isWaitingDrawn)
        std::fputs("\r\x1b[K", stderr);
    isWaitingDrawn = false;
}

} // namespace

std::string waitingText()
{
    const std::string host = remoteFiles() ? remoteFiles()->silentHost() : std::string();
    return host.empty() ? host : "waiting for " + printable(host);
}

WaitingLine::WaitingLine(bool wanted)
{
    if (wanted && isTerminal(STDERR_FILENO))
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

void WaitingLine::run(const std::stop_token& stop)
{
    constexpr std::chrono::milliseconds step(500);
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_tick.wait_for(lock, stop, step, [] { return false; });
        const std::string text = waitingText();
        const std::lock_guard screen(waitingScreen);
        eraseWaiting();
        if (text.empty() || stop.stop_requested() || ProgressBar::isOnScreen())
            continue;
        std::fputs(text.c_str(), stderr);
        isWaitingDrawn = true;
    }
}

} // namespace loupe
