#pragma once

#include "items/jobs/job_runner.h"

#include <QByteArray>
#include <QFileDevice>
#include <QObject>
#include <QString>
#include <functional>

namespace loupe {

/// Writes the content of a file on another thread, so it must own (share) all that it uses. Returns false if writing to
/// the file failed or the job was stopped; an error if the content could not be made.
using ContentWriter = std::function<Result<bool>(QFileDevice& file, const Work& work)>;

/// Writes to a temporary file next to `path`, then renames it, so that others see either the old file or the complete
/// new one. An error of Io or Stopped names the path; an error of the content keeps its own code and path.
Result<> writeFileAtOnce(const QString& path, const ContentWriter& content, const Work& work);

/// Writes files off the UI thread. A file that was started is completed even if nobody waits for it any longer, unless
/// its content checks for a stop.
class FileSaver : public QObject {
    Q_OBJECT

public:
    explicit FileSaver(QObject* parent = nullptr);

    /// saved() or failed() follows. If calls follow each other directly, only for the last file.
    void save(const QString& path, ContentWriter content);
    void save(const QString& path, const QByteArray& bytes);
    void stop() { m_job.stop(); }
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void saved(const QString& path);
    void failed(const loupe::Error& error);
    /// In units of the content, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    void runningChanged(bool running);

private:
    JobRunner m_job;
};

} // namespace loupe
