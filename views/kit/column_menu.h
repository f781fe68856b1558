#pragma once

#include <QPoint>

#include <functional>

class QTreeView;

namespace loupe {

/// The menu of a tree's header: shows and hides columns, in the order they stand in, all but the first and those that
/// are not `offered`. Calls `chosen` for each that was shown or hidden, afterward.
void showColumnMenu(QTreeView& view, QPoint position, const std::function<bool(int column)>& offered,
    const std::function<void(int column)>& chosen);

} // namespace loupe
