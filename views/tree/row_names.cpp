#include "views/tree/row_names.h"

#include "items/tree/ordered_tree_model.h"
#include "views/kit/elided_path.h"

#include <QFontMetrics>

namespace loupe {

QString RowNames::shown(const QModelIndex& index, const QFontMetrics& metrics, int width)
{
    constexpr qsizetype mostRemembered = 4096;
    const QString name = index.data().toString();
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    const auto* const model = qobject_cast<const OrderedTreeModel*>(index.model());
    const ListedName listed = model ? model->listedName(index) : ListedName();
    if (listed.list && listed.list != m_list) {
        m_shown.clear();
        m_list = listed.list;
    }
    const bool isListed = listed.list != nullptr;
    const Key key{name, QByteArray(listed.before.data(), qsizetype(listed.before.size())), width, isListed};
    if (const auto known = m_shown.constFind(key); known != m_shown.constEnd())
        return *known;
    if (m_shown.size() >= mostRemembered)
        m_shown.clear();
    return *m_shown.insert(key, elidedPath(name, metrics, width, listed));
}

} // namespace loupe
