#pragma once

#include "core/checkpoint.h"
#include "items/jobs/job_runner.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>

namespace loupe {

/// The state of a checkpoint's files compared with when they were opened.
enum class FilesFound : std::uint8_t { Unchanged, Changed, Deleted };

/// Checks the files until one has changed; run it in a job.
FilesFound lookAtFiles(const Checkpoint& checkpoint, const Work& work);

/// Emits a signal once when a file of a checkpoint has changed since it was opened, including the index, or when a
/// missing shard appears. Uses only a few system watches (the single file, the index and the folders, not every shard),
/// and checks the files in a job when one of them fires. Sends no requests about remote files; it reports what earlier
/// answers have shown.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Watches these files from now on; null: none.
    void watch(std::shared_ptr<const Checkpoint> checkpoint);

signals:
    /// `deleted`: the file no longer exists.
    void changed(bool deleted);

private:
    void check();

    QFileSystemWatcher m_watcher;
    QTimer m_pause; ///< waits for a pause, as a file that is being written fires often
    QTimer m_remote; ///< runs while there are remote files
    JobRunner m_checking;
    std::shared_ptr<const Checkpoint> m_checkpoint;
};

} // namespace loupe
