#pragma once

#include "items/job_runner.h"

#include <QByteArray>
#include <QObject>
#include <QString>

namespace loupe {

/// Writes all of `bytes` to a temporary file beside `path` and then gives it that name: who looks sees the old file or
/// the whole new one. The error names the path.
Result<> writeFileAtOnce(const QString& path, const QByteArray& bytes);

/// Writes files off the UI thread. One that was begun is written also when nobody waits for it any more.
class FileSaver : public QObject {
    Q_OBJECT

public:
    explicit FileSaver(QObject* parent = nullptr);

    /// saved() or failed() follows, for the last file where one follows another at once.
    void save(const QString& path, const QByteArray& bytes);
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void saved(const QString& path);
    void failed(const loupe::Error& error);

private:
    JobRunner m_job;
};

} // namespace loupe
