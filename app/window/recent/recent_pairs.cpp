#include "app/window/recent/recent_pairs.h"

#include "app/window/recent/recent_locations.h"
#include "items/session/location.h"
#include "views/kit/plain_text.h"

#include <QSettings>

#include <utility>

namespace loupe {

namespace {

const QString pairsKey = QStringLiteral("recentComparisons");

constexpr qsizetype longestName = 48; // characters in a menu

/// Distinguishing names:
std::pair<QString, QString> shortNames(const QString& a, const QString& b)
{
    const QStringList partsA = a.split(u'/', Qt::SkipEmptyParts);
    const QStringList partsB = b.split(u'/', Qt::SkipEmptyParts);
    qsizetype count = 1;
    while (a != b && partsA.size() > count && partsB.size() > count && partsA.last(count) == partsB.last(count))
        ++count;
    const auto end = [count](const QStringList& parts) { return parts.mid(parts.size() - count).join(u'/'); };
    return {end(partsA), end(partsB)};
}

/// Escapes ampersands, which would become mnemonics.
QString nameInMenu(const QString& name)
{
    return shownText(name, longestName).replace(u'&', QStringLiteral("&&"));
}

} // namespace

QList<RecentPairs::Pair> RecentPairs::list()
{
    const QStringList paths = QSettings().value(pairsKey).toStringList();
    QList<Pair> pairs;
    for (qsizetype i = 0; i + 1 < paths.size() && pairs.size() < maximum; i += 2) {
        if (!paths[i].isEmpty() && !paths[i + 1].isEmpty())
            pairs.append({paths[i], paths[i + 1]});
    }
    return pairs;
}

void RecentPairs::add(const QString& a, const QString& b)
{
    const Pair added{rememberedName(absoluteName(a)), rememberedName(absoluteName(b))};
    QList<Pair> pairs = list();
    pairs.removeAll(added);
    pairs.prepend(added);
    QStringList paths;
    for (const Pair& pair : pairs.mid(0, maximum))
        paths << pair.a << pair.b;
    QSettings().setValue(pairsKey, paths);
}

void RecentPairs::clear()
{
    QSettings().remove(pairsKey);
}

RecentPairsMenu::RecentPairsMenu(QWidget* parent)
    : QMenu(tr("Recent com&parisons"), parent)
{
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &RecentPairsMenu::fill);
}

void RecentPairsMenu::fill()
{
    clear();
    const QList<RecentPairs::Pair> pairs = RecentPairs::list();
    for (const auto& [a, b] : pairs) {
        const auto [nameA, nameB] = shortNames(a, b);
        QAction* const action = addAction(tr("%1 and %2").arg(nameInMenu(nameA), nameInMenu(nameB)));
        action->setToolTip(plainToolTip(a + u'\n' + b));
        connect(action, &QAction::triggered, this, [this, pathA = a, pathB = b] { emit chosen(pathA, pathB); });
    }
    if (pairs.isEmpty()) {
        addAction(tr("No recent comparisons"))->setEnabled(false);
        return;
    }
    addSeparator();
    connect(addAction(tr("Forget recent comparisons")), &QAction::triggered, this, [] { RecentPairs::clear(); });
}

} // namespace loupe
