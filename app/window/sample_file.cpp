#include "app/window/sample_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace loupe {

namespace {

bool isContentOf(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.size() == content.size() && file.open(QIODevice::ReadOnly) && file.readAll() == content;
}

} // namespace

QString samplePath()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation))
        .filePath(QStringLiteral("gpt2-tiny.safetensors"));
}

Result<QString> sampleFile()
{
    const QString path = samplePath();
    const QDir folder = QFileInfo(path).dir();
    const auto cannotWrite = [&](const QString& why) {
        return fail(ErrorCode::Io, "cannot write the sample: " + why.toStdString(), path.toStdString());
    };
    QFile sample(QStringLiteral(":/samples/gpt2-tiny.safetensors"));
    if (!sample.open(QIODevice::ReadOnly))
        return cannotWrite(sample.errorString());
    const QByteArray content = sample.readAll();
    if (isContentOf(path, content))
        return path;
    if (!folder.mkpath(QStringLiteral(".")))
        return cannotWrite(QStringLiteral("its folder cannot be made"));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return cannotWrite(file.errorString());
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::ReadGroup | QFileDevice::ReadOther);
    if (!file.commit())
        return cannotWrite(file.errorString());
    return path;
}

} // namespace loupe
