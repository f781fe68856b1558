#include "app/window/command/shown_state.h"

#include "core/text/shell_quote.h"
#include "core/text/utf8.h"
#include "items/tree/ordered_tree_model.h"
#include "views/tree/node_names.h"
#include "views/tree/ordered_tree_view.h"

#include <QHeaderView>

namespace loupe {

RowSorting shownSorting(const OrderedTreeView& view)
{
    constexpr int nameColumn = 0;
    const QHeaderView& header = *view.header();
    if (header.sortIndicatorSection() < 0)
        return {.column = nameColumn};
    return {.column = header.sortIndicatorSection(), .descending = header.sortIndicatorOrder() == Qt::DescendingOrder};
}

bool canBeSelected(std::string_view name)
{
    return canBeArgument(name) && validUtf8Prefix(name) == name.size();
}

std::vector<NameTree::NodeId> foundByName(const NameTree& tree, const std::vector<NameTree::NodeId>& nodes)
{
    std::vector<std::string> paths;
    for (const NameTree::NodeId node : nodes)
        paths.emplace_back(tree.path(node));
    const auto meant = findNodes(tree, paths);
    std::vector<NameTree::NodeId> found;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (meant[i] == nodes[i] && canBeSelected(paths[i]))
            found.push_back(nodes[i]);
    }
    return found;
}

} // namespace loupe
