#pragma once

#include <QModelIndexList>
#include <QString>

namespace loupe {

class OrderedTreeView;

/// Sorts rows of one view from top to bottom.
QModelIndexList inScreenOrder(const QModelIndexList& rows);
/// The full names of the selected rows, one per line. A group that spans several blocks is replaced by its tensors. At
/// most maximumCopiedRows; the last line says so if there are more.
QString selectedNames(const OrderedTreeView& view);
/// The number of those names, ignoring the limit.
qint64 selectedNameCount(const OrderedTreeView& view);

} // namespace loupe
