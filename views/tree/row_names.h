#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <memory>

class QFontMetrics;
class QModelIndex;

namespace loupe {

class NamePatterns;

/// The names of an OrderedTreeModel's rows, as elidedPath() shortens them. Remembers them: rows are painted again and
/// again.
class RowNames {
public:
    /// What a row shows of its name where there are `width` pixels.
    QString shown(const QModelIndex& index, const QFontMetrics& metrics, int width);
    /// The font has changed.
    void clear() { m_shown.clear(); }

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

    QHash<Key, QString> m_shown;
    std::shared_ptr<const NamePatterns> m_list; ///< of what is remembered
};

} // namespace loupe
