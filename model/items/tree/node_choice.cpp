#include "items/tree/node_choice.h"

#include <algorithm>

namespace loupe {

std::uint64_t NodeChoice::mostTensors() const
{
    std::uint64_t most = 0;
    for (const NameTree::NodeId node : nodes)
        most += tree().isGroup(node) ? order->sums(node).tensors : 1;
    return most;
}

std::uint64_t NodeChoice::tensorCount() const
{
    const NameTree::NodeId root = tree().root();
    std::vector<bool> isChosen(tree().groupCount()); // indexed by group number
    for (const NameTree::NodeId node : nodes) {
        if (tree().isGroup(node))
            isChosen[node - root] = true;
    }
    const auto isInChosen = [&](NameTree::NodeId node) {
        while (node != root) {
            node = tree().parent(node);
            if (isChosen[node - root])
                return true;
        }
        return false;
    };
    std::uint64_t count = 0;
    for (const NameTree::NodeId node : nodes) {
        if (!isInChosen(node))
            count += tree().isGroup(node) ? order->sums(node).tensors : 1;
    }
    return count;
}

std::vector<std::uint32_t> NodeChoice::tensors(const Work& work) const
{
    constexpr std::uint64_t few = 10'000;
    return mostTensors() <= few ? fewTensors() : tensorsBelow(tree(), *order, nodes, work);
}

/// The cost does not depend on how many other tensors the checkpoint has.
std::vector<std::uint32_t> NodeChoice::fewTensors() const
{
    std::vector<std::uint32_t> tensors;
    std::vector<NameTree::NodeId> open = nodes;
    while (!open.empty()) {
        const NameTree::NodeId node = open.back();
        open.pop_back();
        if (tree().isGroup(node)) {
            const auto children = order->children(node);
            open.insert(open.end(), children.begin(), children.end());
        } else {
            tensors.push_back(node);
        }
    }
    std::sort(tensors.begin(), tensors.end());
    tensors.erase(std::unique(tensors.begin(), tensors.end()), tensors.end());
    return tensors;
}

std::vector<std::uint32_t> tensorsBelow(
    const NameTree& tree, const TreeOrder& order, std::span<const NameTree::NodeId> nodes, const Work& work)
{
    std::vector<bool> seen(tree.nodeCount());
    std::vector<NameTree::NodeId> open(nodes.begin(), nodes.end());
    while (!open.empty() && !work.stopped()) {
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
