#include "app/window/recent/recent_locations.h"

#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "items/session/model_card.h"

#include <QRegularExpression>
#include <QSettings>

namespace loupe {

namespace {

const QString locationsKey = QStringLiteral("recentLocations");

constexpr qsizetype textsEach = 5; // fields per entry in the settings:

} // namespace

QList<RecentLocation> RecentLocations::list()
{
    const QStringList texts = QSettings().value(locationsKey).toStringList();
    QList<RecentLocation> locations;
    for (qsizetype i = 0; i + textsEach <= texts.size() && locations.size() < maximum; i += textsEach) {
        bool isNumber = false;
        const quint64 bytes = texts[i + 2].toULongLong(&isNumber);
        const QDateTime opened = QDateTime::fromString(texts[i + 3], Qt::ISODate);
        if (isLocation(texts[i]) && isNumber && opened.isValid())
            locations.append({texts[i], texts[i + 1], bytes, opened, texts[i + 4] == u'1'});
    }
    return locations;
}

QStringList RecentLocations::names()
{
    QStringList names;
    for (const RecentLocation& location : list())
        names << location.name;
    return names;
}

void RecentLocations::add(const RecentLocation& location)
{
    QList<RecentLocation> locations = list();
    locations.removeIf([&](const RecentLocation& one) { return one.name == location.name; });
    locations.prepend(location);
    QStringList texts;
    for (const RecentLocation& one : locations.mid(0, maximum)) {
        texts << one.name << one.format << QString::number(one.bytes) << one.opened.toString(Qt::ISODate)
              << (one.needsSecret ? QStringLiteral("1") : QStringLiteral("0"));
    }
    QSettings().setValue(locationsKey, texts);
}

void RecentLocations::clear()
{
    QSettings().remove(locationsKey);
}

RecentLocation recentLocation(const Checkpoint& checkpoint)
{
    const QString name = toQString(checkpoint.path);
    return {.name = rememberedName(name),
        .format = formatTitle(checkpoint),
        .bytes = checkpoint.totalFileBytes(),
        .opened = QDateTime::currentDateTime(),
        .needsSecret = wasGivenWithSecret(name)};
}

QString rememberedName(const QString& name)
{
    if (!wasGivenWithSecret(name))
        return name;
    static const QRegularExpression number(QStringLiteral("#[0-9]+$"));
    return QString(name).remove(number);
}

} // namespace loupe
