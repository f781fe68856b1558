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

/// The names of an OrderedTreeModel's rows, as elidedPath() shortens them. Remembers them: rows are painted again and
/// again.
class RowNames {
public:
    /// Both names of a renamed row.
    struct Renamed {
        QString now;
        QString former; ///< empty if there is no room for it
    };

    /// The font of the rows. A new one clears the shortened names, because their widths change.
    void setFont(const QFont& font);
    /// The rows are of another checkpoint: nothing of the one before is kept alive.
    void clear();

    /// What a row shows of its name where there are `width` pixels.
    QString shown(const QModelIndex& index, int width);
    /// The same of a row whose name was `former`; both with `gap` pixels between them. The new name gives up the groups
    /// that the rows above show, so that there is room for the former one.
    Renamed renamed(const QModelIndex& index, const QString& former, int width, int gap);

private:
    struct Key {
        QString name;
        QByteArray before; ///< in the list
        int width = 0;
        bool isListed = false; ///< else it stands alone
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
    std::shared_ptr<const NamePatterns> m_list; ///< of what is remembered
};

} // namespace loupe
