#include "app/window/recent_files.h"

#include <QFileInfo>
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
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList paths = list();
    paths.removeAll(absolute);
    paths.prepend(absolute);
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
