#include "views/tree/selected_names.h"

#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/tree/ordered_tree_model.h"
#include "views/kit/table_copy.h"
#include "views/tree/ordered_tree_view.h"

#include <QStringList>

#include <algorithm>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// The row numbers from the root to the index, which compare in screen order.
std::vector<int> placeOf(QModelIndex index)
{
    std::vector<int> place;
    for (; index.isValid(); index = index.parent())
        place.push_back(index.row());
    std::reverse(place.begin(), place.end());
    return place;
}

/// Adds the tensors below the group in row order, up to maximumCopiedRows.
void addTensorNames(QStringList& names, const NameTree& tree, const TreeOrder& order, NameTree::NodeId group)
{
    for (const NameTree::NodeId child : order.children(group)) {
        if (names.size() >= maximumCopiedRows)
            return;
        if (tree.isGroup(child))
            addTensorNames(names, tree, order, child);
        else
            names << toQString(tree.path(child));
    }
}

} // namespace

QModelIndexList inScreenOrder(const QModelIndexList& rows)
{
    std::vector<std::pair<std::vector<int>, QModelIndex>> placed;
    placed.reserve(std::size_t(rows.size()));
    for (const QModelIndex& row : rows)
        placed.emplace_back(placeOf(row), row);
    std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QModelIndexList sorted;
    for (const auto& [place, row] : placed)
        sorted << row;
    return sorted;
}

qint64 selectedNameCount(const OrderedTreeView& view)
{
    const OrderedTreeModel& model = *view.treeModel();
    qint64 count = selectedRowCount(*view.selectionModel());
    for (const QModelIndex& row : selectedRows(*view.selectionModel())) {
        if (const NameTree::NodeId node = OrderedTreeModel::nodeAt(row); model.tree()->isPattern(node))
            count += qint64(model.order()->sums(node).tensors) - 1;
    }
    return count;
}

QString selectedNames(const OrderedTreeView& view)
{
    const OrderedTreeModel& model = *view.treeModel();
    QStringList names;
    for (const QModelIndex& row : inScreenOrder(selectedRows(*view.selectionModel()))) {
        const NameTree::NodeId node = OrderedTreeModel::nodeAt(row);
        if (names.size() >= maximumCopiedRows)
            break;
        if (model.tree()->isPattern(node))
            addTensorNames(names, *model.tree(), *model.order(), node);
        else
            names << row.data(FullNameRole).toString();
    }
    if (const QString note = cutNote(selectedNameCount(view)); !note.isEmpty())
        names << note;
    return names.join(u'\n');
}

} // namespace loupe
