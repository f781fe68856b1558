#pragma once

#include "core/remote_files.h"

#include <QtGlobal>

namespace loupe {

/// Tells a job that waits for a server from one that works: it has asked something over the network, and for some
/// seconds neither it nor anything from the network has gone on.
class StallWatch {
public:
    static constexpr qint64 patience = 2'000; ///< milliseconds

    /// `before`: the traffic when the job began.
    explicit StallWatch(const RemoteTraffic& before);

    /// `now`: milliseconds since the job began.
    bool isStalled(qint64 now, quint64 done, const RemoteTraffic& traffic);

private:
    quint64 m_requestsBefore;
    quint64 m_done = 0;
    quint64 m_bytes;
    qint64 m_movedAt = 0;
};

} // namespace loupe
