#include "views/tree/tree_expansion.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr int sliceMilliseconds = 8;
constexpr std::size_t groupsAtOnce = 256; // groups between checks of the clock
/// With at most this many groups, finished() may be emitted in the same turn of the event loop.
constexpr std::size_t fewGroups = 4096;

} // namespace

TreeExpansion::TreeExpansion(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &TreeExpansion::goOn);
}

void TreeExpansion::start(Groups groups, Step step)
{
    m_groups = std::move(groups);
    m_next = 0;
    m_step = std::move(step);
    m_timer.start();
    goOn();
    if (isRunning() && m_groups.size() <= fewGroups && m_next == m_groups.size())
        goOn();
}

TreeExpansion::Groups TreeExpansion::stop()
{
    m_timer.stop();
    Groups left = std::exchange(m_groups, {});
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(m_next));
    m_next = 0;
    return left;
}

void TreeExpansion::goOn()
{
    if (m_next == m_groups.size()) {
        stop();
        emit finished();
        return;
    }
    QElapsedTimer clock;
    clock.start();
    while (m_next < m_groups.size() && clock.elapsed() < sliceMilliseconds) {
        const std::size_t count = std::min(groupsAtOnce, m_groups.size() - m_next);
        m_next += count;
        m_step(std::span(m_groups).subspan(m_next - count, count));
    }
}

} // namespace loupe
