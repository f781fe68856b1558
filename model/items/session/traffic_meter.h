#pragma once

#include "core/checkpoint.h"
#include "core/remote/remote_files.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>

namespace loupe {

/// What the program reads over the network while a window shows files of other machines.
class TrafficMeter : public QObject {
    Q_OBJECT

public:
    explicit TrafficMeter(QObject* parent = nullptr);

    /// Something is about to be opened: counts from now on. What is open already keeps its count until the other one
    /// is there, which it may never be.
    void begin();
    /// What was opened; nothing of it is on another machine: nothing is reported. Null: nothing is open.
    void setCheckpoints(std::initializer_list<const Checkpoint*> checkpoints);

    /// Since that begin(). Whatever the program reads counts, also for other windows.
    RemoteTraffic traffic() const;
    /// Sizes of the remote files that are open, in bytes; 0: there are none.
    std::uint64_t fileBytes() const { return m_fileBytes; }

signals:
    /// More was read, or something else is open; twice a second at most.
    void changed();

private:
    void look();

    QTimer m_pause;
    RemoteTraffic m_begin;
    std::optional<RemoteTraffic> m_opening; ///< when what is being opened was begun
    std::uint64_t m_reported = 0; ///< bytes
    std::uint64_t m_fileBytes = 0;
};

} // namespace loupe
