#pragma once

#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <chrono>

namespace loupe::test {

/// Records a signal from construction on, so that it may arrive before the wait: `Signal opened(&document,
/// &Document::failed); …; await()`. The timeout is long enough for a sanitizer build on a busy machine; only a failing
/// test reaches it.
class Signal {
public:
    template <typename Sender, typename Member>
    Signal(const Sender* sender, Member signal)
    {
        QObject::connect(sender, signal, &m_context, [this] {
            ++m_count;
            m_loop.quit();
        });
    }

    /// True if the signal arrives, or has arrived since construction or the previous await().
    bool await()
    {
        if (m_count == 0) {
            QTimer::singleShot(std::chrono::seconds(60), &m_loop, &QEventLoop::quit);
            m_loop.exec();
        }
        const bool came = m_count > 0;
        m_count = 0;
        return came;
    }
    int count() const { return m_count; }

private:
    QObject m_context;
    QEventLoop m_loop;
    int m_count = 0;
};

} // namespace loupe::test
