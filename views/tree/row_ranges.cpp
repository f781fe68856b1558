#include "views/tree/row_ranges.h"

#include "items/tree/ordered_tree_model.h"
#include "views/tree/open_groups.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// A row and its ancestors, from the root down. Paths are ordered as rows on the screen.
using Path = std::vector<std::uint32_t>;

Path pathOf(const OrderedTreeModel& model, NameTree::NodeId node)
{
    const NameTree& tree = *model.tree();
    Path path;
    for (; node != tree.root(); node = model.order()->parent(tree, node))
        path.push_back(model.order()->row(node));
    std::reverse(path.begin(), path.end());
    return path;
}

Path pathOf(const OrderedTreeModel& model, const QModelIndex& row)
{
    Path path = pathOf(model, OrderedTreeModel::nodeAt(row));
    if (const auto part = OrderedTreeModel::partAt(row))
        path.push_back(*part);
    return path;
}

bool isAbove(const Path& group, const Path& row)
{
    return group.size() < row.size() && std::equal(group.begin(), group.end(), row.begin());
}

} // namespace

bool isOfParts(const QItemSelectionRange& range)
{
    return range.isValid() && OrderedTreeModel::partAt(range.topLeft());
}

QItemSelection rowsBetween(
    const OrderedTreeModel& model, const OpenRows& open, const QModelIndex& first, const QModelIndex& last)
{
    Path top = pathOf(model, first);
    Path bottom = pathOf(model, last);
    if (bottom < top)
        std::swap(top, bottom);
    QItemSelection ranges;
    const auto addRowsOf = [&](const QModelIndex& parent, const Path& group) {
        std::int64_t from = 0;
        std::int64_t to = std::int64_t{model.rowCount(parent)} - 1;
        if (isAbove(group, top)) // the parent of the first row is not included, unless it is the first
            from = top[group.size()] + (top.size() > group.size() + 1 ? 1 : 0);
        else if (group < top)
            return;
        if (isAbove(group, bottom))
            to = bottom[group.size()];
        else if (group >= bottom)
            return;
        if (from <= to)
            ranges.append(QItemSelectionRange(model.index(static_cast<int>(from), 0, parent),
                model.index(static_cast<int>(to), model.columnCount() - 1, parent)));
    };
    addRowsOf({}, {});
    const NameTree& tree = *model.tree();
    GroupSet shown(tree.root()); // parents come before their children
    const auto addShown = [&](NameTree::NodeId node) {
        const QModelIndex index = model.indexOf(node);
        const NameTree::NodeId above = index.isValid() ? model.order()->parent(tree, node) : tree.root();
        if (!index.isValid() || (above != tree.root() && !shown.contains(above)))
            return;
        if (tree.isGroup(node))
            shown.insert(node);
        addRowsOf(index, pathOf(model, node));
    };
    for (const NameTree::NodeId group : open.groups.list())
        addShown(group);
    for (const NameTree::NodeId tensor : open.tensors)
        addShown(tensor);
    return ranges;
}

} // namespace loupe
