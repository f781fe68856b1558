#include "app/window/command/shown_state.h"

#include "core/text/shell_quote.h"
#include "core/text/utf8.h"
#include "items/tree/ordered_tree_model.h"
#include "views/tree/node_names.h"
#include "views/tree/ordered_tree_view.h"

#include <QHeaderView>

namespace loupe {

std::optional<RowSorting> shownSorting(const OrderedTreeView& view)
{
    constexpr int nameColumn = 0;
    const RowSorting sorting{
        view.header()->sortIndicatorSection(), view.header()->sortIndicatorOrder() == Qt::DescendingOrder};
    const bool isNatural = sorting.column < 0 || (sorting.column == nameColumn && !sorting.descending);
    return isNatural ? std::nullopt : std::optional(sorting);
}

bool isFoundByName(const NameTree& tree, NameTree::NodeId node)
{
    const std::string path(tree.path(node));
    if (!canBeArgument(path) || validUtf8Prefix(path) != path.size())
        return false;
    const auto tensor = findNode(tree, path, false, tree.root()); // a tensor goes before a group of its name
    return tree.isGroup(node) ? !tensor && findNode(tree, path, true, tree.root()) == node : tensor == node;
}

} // namespace loupe
