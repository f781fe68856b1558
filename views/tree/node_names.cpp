#include "views/tree/node_names.h"

#include "core/quantized_groups.h"

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

std::vector<std::optional<NameTree::NodeId>> findNodes(const NameTree& tree, std::span<const std::string> names)
{
    NameMap<std::string_view, NameTree::NodeId> found;
    for (const std::string& name : names)
        found.emplace(name, NameTree::NodeId(tree.nodeCount()));
    std::size_t missing = found.size();
    const auto lookAt = [&](NameTree::NodeId begin, NameTree::NodeId end) {
        for (NameTree::NodeId node = begin; node < end && missing > 0; ++node) {
            const auto one = found.find(tree.path(node));
            if (one == found.end() || one->second < tree.nodeCount())
                continue;
            one->second = node;
            --missing;
        }
    };
    lookAt(0, tree.tensorCount());
    lookAt(tree.root() + 1, endOfNamed(tree));
    std::vector<std::optional<NameTree::NodeId>> nodes;
    for (const std::string& name : names) {
        const NameTree::NodeId node = found.at(name);
        nodes.push_back(node < tree.nodeCount() ? std::optional(node) : std::nullopt);
    }
    return nodes;
}

std::optional<NamedPart> findPart(const QuantizedGroups& groups, std::string_view name)
{
    for (const QuantizedGroups::Group& group : groups.list) {
        for (std::uint32_t part = 0; part < group.parts.size(); ++part) {
            if (groups.stored->tensors[group.parts[part].tensor].name == name)
                return NamedPart{group.tensor, part};
        }
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
