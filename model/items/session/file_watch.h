#pragma once

#include "core/checkpoint.h"
#include "items/jobs/job_runner.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>

namespace loupe {

/// What has become of a checkpoint's files since they were opened.
enum class FilesFound : std::uint8_t { Unchanged, Changed, Deleted };

/// Looks at the files until one is not what it was; for a job.
FilesFound lookAtFiles(const Checkpoint& checkpoint, const Work& work);

/// Tells once when a file of a checkpoint is no longer what was opened: its index too, and a shard that was missing and
/// now is there. Asks the system for a few watches only (the single file, the index and the folders, not every shard)
/// and looks closer, in a job, when one of them fires. Of files on other machines it asks nobody: it tells what an
/// answer has shown.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// Watches these files from now on; null: none.
    void watch(std::shared_ptr<const Checkpoint> checkpoint);

signals:
    /// `deleted`: the file is there no longer.
    void changed(bool deleted);

private:
    void check();

    QFileSystemWatcher m_watcher;
    QTimer m_pause; ///< a file being written fires often: wait for a pause
    QTimer m_remote; ///< runs while there are files on other machines
    JobRunner m_checking;
    std::shared_ptr<const Checkpoint> m_checkpoint;
};

} // namespace loupe
