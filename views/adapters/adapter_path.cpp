#include "views/adapters/adapter_path.h"

#include "adapters/config_beside.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"

#include <QDir>
#include <QFileInfo>

namespace loupe {

QString proposedAdapterPath(const std::filesystem::path& path, const QString& addition, AdapterSpelling spelling)
{
    const QString suffix = QStringLiteral(".safetensors");
    const QString text = toQString(path);
    const QFileInfo info(text);
    QDir folder(localFolder(text));
    QString name = info.isDir() ? QDir(text).dirName() : info.completeBaseName();
    if (info.isDir())
        folder = QDir(info.absolutePath());
    // The names that loaders look for say less than those of their folders.
    const bool isOfLoader = name == toQString(adapterStem(AdapterSpelling::Peft))
        || name == toQString(adapterStem(AdapterSpelling::Diffusers));
    if (isOfLoader && !info.isDir() && !isLocation(text) && !folder.isRoot()) {
        name = folder.dirName();
        folder.cdUp();
    }
    if (spelling == AdapterSpelling::Peft)
        return folder.filePath(name + addition + u'/' + toQString(adapterStem(spelling)) + suffix);
    return folder.filePath(name + addition + suffix);
}

} // namespace loupe
