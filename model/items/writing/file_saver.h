#pragma once

#include "items/jobs/job_runner.h"

#include <QByteArray>
#include <QFileDevice>
#include <QObject>
#include <QString>
#include <functional>

namespace loupe {

/// Writes a file's content, on another thread: owns (shares) all that it uses. False where the file failed or the job
/// was stopped; an error where the content could not be made.
using ContentWriter = std::function<Result<bool>(QFileDevice& file, const Work& work)>;

/// Writes to a temporary file next to `path` and then gives it that name: who looks sees the old file or the whole new
/// one. The error, Io or Stopped, names the path; or it is that of the content, whose
/// code and path it keeps.
Result<> writeFileAtOnce(const QString& path, const ContentWriter& content, const Work& work);

/// Writes files off the UI thread. One that was begun is written also when nobody waits for it any more, unless its
/// content heeds the stop.
class FileSaver : public QObject {
    Q_OBJECT

public:
    explicit FileSaver(QObject* parent = nullptr);

    /// saved() or failed() follows, for the last file where one follows another at once.
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
