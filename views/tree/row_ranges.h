#pragma once

#include "core/tree/name_tree.h"

#include <QItemSelection>

namespace loupe {

class GroupSet;
class OrderedTreeModel;

/// All rows from one to another, as they show where the groups of `open` are open: a range for each parent. Going
/// through the groups, it takes no longer for a million rows than for a few. Precondition: both indexes are valid.
QItemSelection rowsBetween(
    const OrderedTreeModel& model, const GroupSet& open, const QModelIndex& first, const QModelIndex& last);

} // namespace loupe
