#include "views/tree/node_names.h"

#include <algorithm>

namespace loupe {

namespace {

NameTree::NodeId endOfNamed(const NameTree& tree)
{
    return tree.root() + std::min(tree.groupCount(), namedGroups);
}

} // namespace

std::optional<NameTree::NodeId> findNode(
    const NameTree& tree, const std::string& path, bool isGroup, NameTree::NodeId hint)
{
    if (hint < tree.nodeCount() && tree.isGroup(hint) == isGroup && tree.path(hint) == path)
        return hint;
    const NameTree::NodeId begin = isGroup ? tree.root() + 1 : 0;
    const NameTree::NodeId end = isGroup ? endOfNamed(tree) : tree.tensorCount();
    for (NameTree::NodeId node = begin; node < end; ++node) {
        if (tree.path(node) == path)
            return node;
    }
    return std::nullopt;
}

std::vector<NameTree::NodeId> groupsNamed(const NameTree& tree, const NodeNames& paths)
{
    std::vector<NameTree::NodeId> groups;
    for (NameTree::NodeId group = tree.root() + 1; group < endOfNamed(tree) && !paths.empty(); ++group) {
        if (paths.contains(tree.path(group)))
            groups.push_back(group);
    }
    return groups;
}

} // namespace loupe
