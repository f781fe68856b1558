#pragma once

#include "core/tree/name_tree.h"

#include <QItemSelection>

#include <vector>

namespace loupe {

class GroupSet;
class OrderedTreeModel;

/// Below which the rows show.
struct OpenRows {
    const GroupSet& groups;
    const std::vector<NameTree::NodeId>& tensors; ///< whose parts show
};

/// Whether the rows are parts of a tensor.
bool isOfParts(const QItemSelectionRange& range);

/// All rows from one to another, as they show where these are open: a range for each parent. Going
/// through the groups, it takes no longer for a million rows than for a few. Precondition: both indexes are valid.
QItemSelection rowsBetween(
    const OrderedTreeModel& model, const OpenRows& open, const QModelIndex& first, const QModelIndex& last);

} // namespace loupe
