#include "items/session/file_watch.h"

#include "core/remote/remote_files.h"
#include "items/jobs/qt_text.h"

#include <QStringList>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>

namespace loupe {

using namespace std::chrono_literals;

namespace {

/// The maximum number of watched paths, as systems limit watches.
constexpr qsizetype maximumPaths = 8;

FilesFound look(const Source& source)
{
    if (source.checkUnchanged())
        return FilesFound::Unchanged;
    if (source.isRemote())
        return FilesFound::Changed;
    std::error_code error;
    const bool exists = std::filesystem::exists(source.path(), error);
    return exists || error ? FilesFound::Changed : FilesFound::Deleted;
}

/// Whether it is worth checking. A change of a remote file is noticed without a check, so it is known already.
bool mayHaveChanged(const Checkpoint& checkpoint)
{
    const auto isKnownSame = [](const std::shared_ptr<const Source>& source) {
        return !source || (source->isRemote() && source->checkUnchanged());
    };
    return !isKnownSame(checkpoint.index)
        || !std::ranges::all_of(checkpoint.files, isKnownSame, &CheckpointFile::source);
}

} // namespace

FilesFound lookAtFiles(const Checkpoint& checkpoint, const Work& work)
{
    if (const FilesFound found = checkpoint.index ? look(*checkpoint.index) : FilesFound::Unchanged;
        found != FilesFound::Unchanged)
        return found;
    std::error_code ignored;
    for (const CheckpointFile& file : checkpoint.files) {
        if (work.stopped())
            return FilesFound::Unchanged;
        if (const FilesFound found = file.source ? look(*file.source) : FilesFound::Unchanged;
            found != FilesFound::Unchanged)
            return found;
        if (file.missing && !isAddress(file.path) && std::filesystem::exists(file.path, ignored))
            return FilesFound::Changed;
    }
    return FilesFound::Unchanged;
}

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(300ms);
    m_remote.setInterval(1s);
    connect(&m_pause, &QTimer::timeout, this, &FileWatch::check);
    connect(&m_remote, &QTimer::timeout, this, [this] {
        if (!m_checking.isRunning() && m_checkpoint && mayHaveChanged(*m_checkpoint))
            check();
    });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_pause, qOverload<>(&QTimer::start));
}

void FileWatch::watch(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_pause.stop();
    m_remote.stop();
    m_checking.stop();
    if (const QStringList old = m_watcher.files() + m_watcher.directories(); !old.isEmpty())
        m_watcher.removePaths(old);
    m_checkpoint = std::move(checkpoint);
    if (!m_checkpoint)
        return;
    if (isAddress(m_checkpoint->path))
        return m_remote.start();
    QStringList paths;
    if (m_checkpoint->index)
        paths << toQString(m_checkpoint->index->path());
    for (const CheckpointFile& file : m_checkpoint->files) {
        if (m_checkpoint->shardCount() > 1 || paths.size() >= maximumPaths / 2)
            break; // their folders are watched instead
        if (file.source)
            paths << toQString(file.path);
    }
    std::optional<std::filesystem::path> previous;
    for (const CheckpointFile& file : m_checkpoint->files) {
        std::filesystem::path folder = file.path.parent_path();
        if (previous == folder)
            continue;
        previous = folder;
        const QString name = folder.empty() ? QStringLiteral(".") : toQString(folder);
        if (!paths.contains(name))
            paths << name;
        if (paths.size() >= maximumPaths)
            break;
    }
    m_watcher.addPaths(paths);
    // Check once, as no watch fires for changes between reading and watching.
    m_pause.start();
}

void FileWatch::check()
{
    if (!m_checkpoint)
        return;
    m_checking.start([checkpoint = m_checkpoint](const Work& work) { return lookAtFiles(*checkpoint, work); },
        [this](FilesFound found) {
            if (found == FilesFound::Unchanged)
                return;
            watch(nullptr);
            emit changed(found == FilesFound::Deleted);
        });
}

} // namespace loupe
