#include "items/writing/file_saver.h"

#include "items/jobs/qt_text.h"

#include <QSaveFile>

#include <utility>

namespace loupe {

Result<> writeFileAtOnce(const QString& path, const ContentWriter& content, const Work& work)
{
    QSaveFile file(path); // removes the temporary file unless committed
    if (file.open(QIODevice::WriteOnly)) {
        auto isWritten = content(file, work);
        if (!isWritten && !work.stopped())
            return fail(std::move(isWritten.error()));
        if (isWritten && *isWritten && file.commit())
            return {};
    }
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped", toPath(path).string());
    return fail(ErrorCode::Io, "cannot be written: " + file.errorString().toStdString(), toPath(path).string());
}

FileSaver::FileSaver(QObject* parent)
    : QObject(parent)
{
    connect(&m_job, &JobRunner::runningChanged, this, &FileSaver::runningChanged);
    connect(&m_job, &JobRunner::progressed, this, &FileSaver::progressed);
}

void FileSaver::save(const QString& path, ContentWriter content)
{
    m_job.start([path, content = std::move(content)](const Work& work) { return writeFileAtOnce(path, content, work); },
        [this, path](const Result<>& written) {
            if (written)
                emit saved(path);
            else
                emit failed(written.error());
        });
}

void FileSaver::save(const QString& path, const QByteArray& bytes)
{
    save(path, [bytes](QFileDevice& file, const Work&) { return file.write(bytes) == bytes.size(); });
}

} // namespace loupe
