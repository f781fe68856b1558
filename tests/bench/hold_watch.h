#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace loupe::test {

/// Measures the longest time between two rounds of the event loop.
class Watch : public QObject {
public:
    Watch()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, m_clock.nsecsElapsed());
            m_clock.start();
        });
        m_timer.start(0);
    }
    void restart()
    {
        m_longest = 0;
        m_clock.start();
    }
    double longestMilliseconds() const { return static_cast<double>(m_longest) / 1e6; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

/// Prints the time from `begin` until `done`, and the longest time for which the thread was blocked.
inline void step(Watch& watch, const char* name, const std::function<void()>& begin, const std::function<bool()>& done)
{
    QElapsedTimer clock;
    clock.start();
    watch.restart();
    begin();
    QCoreApplication::processEvents();
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    for (int i = 0; i < 20; ++i) // waits until changes are painted, too
        QCoreApplication::processEvents();
    std::printf("%-34s | %8.0f | %8.1f\n", name, static_cast<double>(clock.elapsed()), watch.longestMilliseconds());
    std::fflush(stdout);
}

} // namespace loupe::test
