#include "items/node_choice.h"

namespace loupe {

std::uint64_t NodeChoice::mostTensors() const
{
    std::uint64_t most = 0;
    for (const NameTree::NodeId node : nodes)
        most += opened->tree.isGroup(node) ? order->sums(node).tensors : 1;
    return most;
}

std::vector<std::uint32_t> NodeChoice::tensors() const
{
    return tensorsBelow(opened->tree, *order, nodes);
}

std::vector<std::uint32_t> tensorsBelow(
    const NameTree& tree, const TreeOrder& order, std::span<const NameTree::NodeId> nodes)
{
    std::vector<bool> seen(tree.nodeCount());
    std::vector<NameTree::NodeId> open(nodes.begin(), nodes.end());
    while (!open.empty()) {
        const NameTree::NodeId node = open.back();
        open.pop_back();
        if (seen[node])
            continue;
        seen[node] = true;
        if (tree.isGroup(node)) {
            const auto children = order.children(node);
            open.insert(open.end(), children.begin(), children.end());
        }
    }
    std::vector<std::uint32_t> tensors;
    for (std::uint32_t i = 0; i < tree.tensorCount(); ++i) {
        if (seen[i])
            tensors.push_back(i);
    }
    return tensors;
}

} // namespace loupe
