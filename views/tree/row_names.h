#pragma once

#include "core/text/short_name.h"

#include <QByteArray>
#include <QFont>
#include <QFontMetrics>
#include <QHash>
#include <QString>

#include <memory>

class QModelIndex;

namespace loupe {

/// The names of an OrderedTreeModel's rows, shortened by elidedPath(). Caches them, because rows are painted
/// repeatedly.
class RowNames {
public:
    /// Both names of a renamed row.
    struct Renamed {
        QString now;
        QString former; ///< empty if there is no room for it
    };

    /// The font of the rows. A new one clears the shortened names, because their widths change.
    void setFont(const QFont& font);
    /// Call when the checkpoint changes: releases everything that belongs to the old one.
    void clear();

    /// The row's name, shortened to `width` pixels.
    QString shown(const QModelIndex& index, int width);
    /// As above, for a row renamed from `former`: both names, `gap` pixels apart. The new name omits the groups that
    /// rows above show, to make room for the former one.
    Renamed renamed(const QModelIndex& index, const QString& former, int width, int gap);
    /// The new name, shown next to the old one. Omits their common parts first: "…vis.enc…". Empty if there is no room.
    QString newName(const QString& name, const QString& former, int width);

private:
    struct Key {
        QString name;
        QByteArray before; ///< name that precedes it in the list
        int width = 0;
        bool isListed = false; ///< otherwise the name is shortened on its own
        bool operator==(const Key&) const = default;
    };
    friend size_t qHash(const Key& key, size_t seed)
    {
        return qHashMulti(seed, key.name, key.before, key.width, key.isListed);
    }

    QString shortened(const QString& name, const ListedName& listed, int width);

    QFont m_font;
    QFontMetrics m_metrics{m_font};
    QHash<Key, QString> m_shown;
    std::shared_ptr<const NamePatterns> m_list; ///< the list that m_shown is based on
};

} // namespace loupe
