#pragma once

#include <QRect>

class QStyleOptionViewItem;

namespace loupe {

/// Where a delegate of a tree may draw the name of a row: its cell; but where the row is so deep that its indentation
/// leaves no room in the column, the column's end.
QRect nameRoom(const QStyleOptionViewItem& option, int column);

} // namespace loupe
