#include "items/jobs/stall_watch.h"

#include <utility>

namespace loupe {

StallWatch::StallWatch(const RemoteTraffic& before)
    : m_requestsBefore(before.requests)
    , m_bytes(before.bytes)
{
}

bool StallWatch::isStalled(qint64 now, quint64 done, const RemoteTraffic& traffic)
{
    const bool hasWorked = std::exchange(m_done, done) != done;
    const bool hasReceived = std::exchange(m_bytes, traffic.bytes) != traffic.bytes;
    if (hasWorked || hasReceived)
        m_movedAt = now;
    return traffic.requests > m_requestsBefore && now - m_movedAt >= patience;
}

} // namespace loupe
