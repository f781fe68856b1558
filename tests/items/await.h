#pragma once

#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <chrono>

namespace loupe::test {

/// A signal that is waited for after what causes it was begun: `Signal opened(&document, &Document::failed); …;
/// await()`. Long enough for a sanitizer build on a busy machine; only a failing test waits so long.
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

    /// True as soon as the signal was emitted since construction or the last await().
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
