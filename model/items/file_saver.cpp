#include "items/file_saver.h"

#include <QSaveFile>

namespace loupe {

Result<> writeFileAtOnce(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (written)
        return {};
    return fail(ErrorCode::Io, "cannot be written: " + file.errorString().toStdString(), path.toStdString());
}

FileSaver::FileSaver(QObject* parent)
    : QObject(parent)
{
}

void FileSaver::save(const QString& path, const QByteArray& bytes)
{
    m_job.start([path, bytes](const Work&) { return writeFileAtOnce(path, bytes); },
        [this, path](const Result<>& written) {
            if (written)
                emit saved(path);
            else
                emit failed(written.error());
        });
}

} // namespace loupe
