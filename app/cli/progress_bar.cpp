#include "app/cli/progress_bar.h"

#include "app/cli/terminal.h"
#include "app/cli/waiting_line.h"
#include "core/text/text.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <string>
#include <unistd.h>
#include <utility>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds firstDrawing{300};
constexpr std::chrono::milliseconds interval{100};
constexpr std::size_t barWidth = 30; // characters

std::atomic<bool> isBarOnScreen = false;

} // namespace

ProgressBar::ProgressBar(bool wanted)
{
    if (wanted && isTerminal(STDERR_FILENO))
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ProgressBar::~ProgressBar()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
    erase();
}

bool ProgressBar::isOnScreen()
{
    return isBarOnScreen;
}

void ProgressBar::expect(std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_total = bytes;
}

void ProgressBar::beginStep(std::uint64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_before += m_step;
    m_step = bytes;
    m_progress.done = 0;
    m_progress.total = 0;
}

void ProgressBar::run(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    auto wait = firstDrawing;
    const auto never = [] { return false; };
    while (!stop.stop_requested()) {
        m_tick.wait_for(lock, stop, wait, never);
        wait = interval;
        if (!stop.stop_requested() && m_total > 0)
            draw();
    }
}

double ProgressBar::bytesDone() const
{
    const auto total = static_cast<double>(m_progress.total.load(std::memory_order_relaxed));
    const auto done = static_cast<double>(m_progress.done.load(std::memory_order_relaxed));
    const double share = total > 0 ? std::min(done / total, 1.0) : 0;
    return static_cast<double>(m_before) + share * static_cast<double>(m_step);
}

void ProgressBar::draw()
{
    const auto total = static_cast<double>(m_total);
    const double done = std::min(std::max(bytesDone(), static_cast<double>(m_fetched.bytes())), total);
    const double share = done / total;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
    const double rate = done / seconds;
    const auto filled = static_cast<std::size_t>(std::lround(share * barWidth));
    std::string line = "\r[" + std::string(filled, '#') + std::string(barWidth - filled, '.') + "] ";
    line += std::to_string(std::lround(std::floor(share * 100))) + " %  ";
    line += formatBytes(static_cast<std::uint64_t>(rate)) + "/s";
    if (const std::string waiting = waitingText(); !waiting.empty())
        line += "  " + waiting;
    else if (rate > 0)
        line += "  " + formatDuration((total - done) / rate) + " left";
    line += "\x1b[K";
    if (!isBarOnScreen.exchange(true))
        WaitingLine::erase();
    std::fputs(line.c_str(), stderr);
    m_drawn = true;
}

void ProgressBar::erase()
{
    if (m_drawn)
        std::fputs("\r\x1b[K", stderr);
    if (std::exchange(m_drawn, false))
        isBarOnScreen = false;
}

} // namespace loupe
