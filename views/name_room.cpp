#include "views/name_room.h"

#include <QStyleOptionViewItem>
#include <QTreeView>

#include <algorithm>

namespace loupe {

QRect nameRoom(const QStyleOptionViewItem& option, int column)
{
    constexpr int least = 120;
    QRect room = option.rect;
    const auto* const tree = qobject_cast<const QTreeView*>(option.widget);
    if (!tree || room.width() >= least)
        return room;
    room.setLeft(std::min(room.left(), room.right() + 1 - std::min(least, tree->columnWidth(column))));
    return room;
}

} // namespace loupe
