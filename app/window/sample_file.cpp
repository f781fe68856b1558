#include "app/window/sample_file.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace loupe {

QString sampleFile()
{
    QFile sample(QStringLiteral(":/samples/gpt2-tiny.safetensors"));
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    const QString path = folder.filePath(QStringLiteral("gpt2-tiny.safetensors"));
    if (QFile::exists(path))
        return path;
    if (!sample.open(QIODevice::ReadOnly) || !folder.mkpath(QStringLiteral(".")))
        return {};
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(sample.readAll()) != sample.size() || !file.commit())
        return {};
    return path;
}

} // namespace loupe
