#pragma once

#include "core/checkpoint.h"
#include "core/remote/remote_files.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>

namespace loupe {

/// Measures what the program reads over the network while a window shows remote files.
class TrafficMeter : public QObject {
    Q_OBJECT

public:
    explicit TrafficMeter(QObject* parent = nullptr);

    /// Starts a new count for a checkpoint that is about to be opened. The open one keeps its count until the new one
    /// is ready, which may never happen.
    void begin();
    /// Sets the open checkpoints; null: none. If none of their files are remote, nothing is reported.
    void setCheckpoints(std::initializer_list<const Checkpoint*> checkpoints);

    /// The traffic since that begin(). Includes everything the program reads, even for other windows.
    RemoteTraffic traffic() const;
    /// The total size in bytes of the open remote files; 0 if there are none.
    std::uint64_t fileBytes() const { return m_fileBytes; }

signals:
    /// More was read, or the open checkpoints have changed; emitted at most twice a second.
    void changed();

private:
    void look();

    QTimer m_pause;
    RemoteTraffic m_begin;
    std::optional<RemoteTraffic> m_opening; ///< the traffic at begin(), while something is being opened
    std::uint64_t m_reported = 0; ///< bytes
    std::uint64_t m_fileBytes = 0;
};

} // namespace loupe
