#pragma once

#include <QPoint>

#include <functional>

class QTreeView;

namespace loupe {

/// Shows the menu of a tree's header, which shows and hides columns. Lists them in visual order, except the first and
/// those that are not `offered`. Calls `chosen` after a column was shown or hidden.
void showColumnMenu(QTreeView& view, QPoint position, const std::function<bool(int column)>& offered,
    const std::function<void(int column)>& chosen);

} // namespace loupe
