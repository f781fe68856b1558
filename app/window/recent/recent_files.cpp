#include "app/window/recent/recent_files.h"

#include "app/window/recent/recent_locations.h"
#include "app/window/sample_file.h"
#include "items/session/location.h"

#include <QSettings>

namespace loupe {

namespace {

const QString key = QStringLiteral("recentFiles");

} // namespace

QStringList RecentFiles::list()
{
    return QSettings().value(key).toStringList().mid(0, maximum);
}

void RecentFiles::add(const QString& path)
{
    if (path == samplePath()) // the start page offers it anyway
        return;
    const QString name = rememberedName(absoluteName(path));
    QStringList paths = list();
    paths.removeAll(name);
    paths.prepend(name);
    QSettings().setValue(key, paths.mid(0, maximum));
}

void RecentFiles::remove(const QString& path)
{
    QStringList paths = list();
    paths.removeAll(path);
    QSettings().setValue(key, paths);
}

void RecentFiles::clear()
{
    QSettings().remove(key);
}

} // namespace loupe
