// The other forms of a tree: compact rows and a flat list.

#include "core/tree/node_sorter.h"
#include "core/tree/tree_order.h"

#include <algorithm>
#include <new>
#include <utility>

namespace loupe {

/// Modifies only the chains of the full order, which are few compared with a million tensors. Groups within a chain
/// keep their rows.
Result<TreeOrder> TreeOrder::compacted(const Checkpoint& checkpoint, const NameTree& tree, TreeOrder order,
    TreeForm form, const Work& work, std::span<const std::uint64_t> given)
{

    // By group number: the node at the end of the chain that begins with the group. Children have higher numbers than
    // their parents.
    std::vector<NodeId> ends(tree.groupCount());
    const auto endOf = [&](NodeId node) { return tree.isGroup(node) ? ends[node - tree.root()] : node; };
    for (std::uint32_t number = tree.groupCount(); number-- > 0;) {
        if (number % NodeSorter::rowsBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const NodeId group = tree.root() + number;
        const auto children = order.children(group);
        ends[number] = number > 0 && children.size() == 1 ? endOf(children.front()) : group;
    }

    std::vector<NodeId> above; // groups with a child row that stands for a chain; may have duplicates
    for (std::uint32_t number = 1; number < tree.groupCount(); ++number) {
        const NodeId group = tree.root() + number;
        if (ends[number] == group || !order.isVisible(group))
            continue;
        const NodeId parent = tree.parent(group);
        const std::uint32_t row = order.row(group);
        order.m_children[order.m_firstChild[parent - tree.root()] + row] = ends[number];
        if (ends[parent - tree.root()] != parent)
            continue; // within a chain, whose only child is the end
        order.m_rows[ends[number]] = row;
        above.push_back(parent);
    }
    // If groups come before tensors, a chain that ends with a tensor must move among the tensors.
    if (order.m_sorting.key == SortKey::DType || order.m_sorting.key == SortKey::Shape)
        order.sortAnew(checkpoint, tree, std::move(above), endOf, given);
    order.m_form = form;
    return order;
}

/// Sorts the children of these groups again, where each child's row shows `endOf` the child.
template <typename EndOf>
void TreeOrder::sortAnew(const Checkpoint& checkpoint, const NameTree& tree, std::vector<NodeId> groups, EndOf endOf,
    std::span<const std::uint64_t> given)
{
    std::ranges::sort(groups);
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    NodeSorter sorter(checkpoint, tree, m_sums, m_sorting, given);
    std::vector<NodeId> natural;
    for (const NodeId group : groups) {
        natural.clear();
        for (const NodeId child : tree.children(group)) {
            if (isVisible(child))
                natural.push_back(endOf(child));
        }
        const std::span<NodeId> rows =
            std::span(m_children).subspan(m_firstChild[group - m_tensorCount], natural.size());
        sorter.sort(natural, rows);
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            m_rows[rows[row]] = row;
    }
}

Result<TreeOrder> TreeOrder::flattened(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order,
    const Work& work, std::span<const std::uint64_t> given)
{
    TreeOrder flat = order.emptyLike(TreeForm::Flat);
    flat.m_rows.assign(tree.nodeCount(), hidden);
    flat.m_rows[tree.root()] = 0;
    std::vector<NodeId> natural;
    natural.reserve(order.sums(tree.root()).tensors);
    std::vector<NodeId> left{tree.root()}; // nodes to visit, the next one last
    for (std::uint32_t visited = 0; !left.empty(); ++visited) {
        if (visited % NodeSorter::rowsBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const NodeId node = left.back();
        left.pop_back();
        if (!order.isVisible(node))
            continue;
        if (!tree.isGroup(node)) {
            natural.push_back(node);
            continue;
        }
        const auto children = tree.children(node);
        left.insert(left.end(), children.rbegin(), children.rend());
    }
    flat.m_children.resize(natural.size());
    NodeSorter(checkpoint, tree, order.m_sums, order.m_sorting, given).sort(natural, flat.m_children);
    for (std::uint32_t row = 0; row < flat.m_children.size(); ++row)
        flat.m_rows[flat.m_children[row]] = row;
    std::fill(flat.m_firstChild.begin() + 1, flat.m_firstChild.end(), static_cast<std::uint32_t>(natural.size()));
    return flat;
}

TreeOrder TreeOrder::emptyLike(TreeForm form) const
{
    TreeOrder order;
    order.m_sorting = m_sorting;
    order.m_filtered = m_filtered;
    order.m_form = form;
    order.m_tensorCount = m_tensorCount;
    order.m_firstChild.resize(m_firstChild.size());
    order.m_sums = m_sums;
    return order;
}

Result<TreeOrder> TreeOrder::formed(const Checkpoint& checkpoint, const NameTree& tree, TreeOrder order, TreeForm form,
    const Work& work, std::span<const std::uint64_t> given)
try {
    switch (form) {
    case TreeForm::Full:
        break;
    case TreeForm::Compact:
    case TreeForm::Families:
        return compacted(checkpoint, tree, std::move(order), form, work, given);
    case TreeForm::Flat:
        return flattened(checkpoint, tree, order, work, given);
    }
    return order;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to arrange the tensors");
}

} // namespace loupe
