#pragma once

#include <QModelIndexList>
#include <QString>

namespace loupe {

class OrderedTreeView;

/// Rows of one view, from the top of the screen.
QModelIndexList inScreenOrder(const QModelIndexList& rows);
/// Whole names of the selected rows, one on each line, those of its tensors for a group of several blocks; at most
/// maximumCopiedRows, and then a last line says so.
QString selectedNames(const OrderedTreeView& view);
/// How many names that is, without regard to the limit.
qint64 selectedNameCount(const OrderedTreeView& view);

} // namespace loupe
