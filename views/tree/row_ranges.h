#pragma once

#include "core/tree/name_tree.h"

#include <QItemSelection>

#include <vector>

namespace loupe {

class GroupSet;
class OrderedTreeModel;

/// The groups and tensors whose child rows are visible.
struct OpenRows {
    const GroupSet& groups;
    const std::vector<NameTree::NodeId>& tensors; ///< tensors whose parts are visible
};

/// True if the range consists of parts of a tensor.
bool isOfParts(const QItemSelectionRange& range);

/// All visible rows from `first` to `last`, as one range per parent. Works by groups, so a million rows take no longer
/// than a few. Precondition: both indexes are valid.
QItemSelection rowsBetween(
    const OrderedTreeModel& model, const OpenRows& open, const QModelIndex& first, const QModelIndex& last);

} // namespace loupe
