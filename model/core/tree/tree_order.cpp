#include "core/tree/tree_order.h"

#include "core/tree/node_sorter.h"

#include <algorithm>
#include <iterator>
#include <new>

namespace loupe {

namespace {

using NodeId = NameTree::NodeId;

} // namespace

TreeOrder::TreeOrder()
    : m_firstChild(2)
    , m_rows(1)
    , m_sums(1)
{
}

Result<TreeOrder> TreeOrder::sorted(const Checkpoint& checkpoint, const NameTree& tree, Sorting sorting,
    const Work& work, std::span<const std::uint64_t> given)
try {
    TreeOrder order;
    order.m_sorting = sorting;
    order.m_tensorCount = tree.tensorCount();
    order.m_firstChild.resize(std::size_t{tree.groupCount()} + 1);
    order.m_children.resize(tree.nodeCount() - 1);
    order.m_rows.resize(tree.nodeCount());
    order.m_sums.resize(tree.groupCount());
    for (std::uint32_t number = 0; number < tree.groupCount(); ++number)
        order.m_sums[number] = tree.sums(tree.root() + number);
    NodeSorter sorter(checkpoint, tree, order.m_sums, sorting, given);
    std::uint32_t next = 0;
    for (std::uint32_t number = 0; number < tree.groupCount(); ++number) {
        if (number % NodeSorter::rowsBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const std::span<const NodeId> natural = tree.children(tree.root() + number);
        const std::span<NodeId> target = std::span(order.m_children).subspan(next, natural.size());
        sorter.sort(natural, target);
        for (std::uint32_t row = 0; row < target.size(); ++row)
            order.m_rows[target[row]] = row;
        next += static_cast<std::uint32_t>(natural.size());
        order.m_firstChild[number + 1] = next;
    }
    return order;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to sort the tensors");
}

Result<TreeOrder> TreeOrder::filtered(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& all,
    const std::function<bool(std::uint32_t tensor)>& keep, const Work& work, std::span<const std::uint64_t> given)
try {
    TreeOrder order;
    order.m_sorting = all.m_sorting;
    order.m_filtered = true;
    order.m_tensorCount = tree.tensorCount();
    order.m_firstChild.resize(std::size_t{tree.groupCount()} + 1);
    order.m_rows.assign(tree.nodeCount(), hidden);
    order.m_rows[tree.root()] = 0;
    order.m_sums.resize(tree.groupCount());
    ShareCounter shares(checkpoint);
    const auto numberOf = [&](NodeId group) { return group - tree.root(); };
    for (std::uint32_t i = 0; i < tree.tensorCount(); ++i) {
        if (i % NodeSorter::rowsBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (!keep(i))
            continue;
        order.m_rows[i] = 0; // placeholder until the row is known
        order.m_sums[numberOf(tree.parent(i))].add(i, shares);
    }
    for (std::uint32_t number = tree.groupCount() - 1; number > 0; --number) {
        if (order.m_sums[number].tensors == 0)
            continue;
        order.m_rows[tree.root() + number] = 0;
        order.m_sums[numberOf(tree.parent(tree.root() + number))].add(order.m_sums[number]);
    }

    // Groups that lost tensors have smaller sums now, so their positions among siblings may change.
    const bool sumsDecide =
        all.m_sorting.key == SortKey::Elements || all.m_sorting.key == SortKey::Size || !given.empty();
    NodeSorter sorter(checkpoint, tree, order.m_sums, all.m_sorting, given);
    std::vector<NodeId> visible;
    for (std::uint32_t number = 0; number < tree.groupCount(); ++number) {
        const NodeId group = tree.root() + number;
        if (order.m_sums[number].tensors > 0) {
            const std::span<const NodeId> natural = tree.children(group);
            const bool sortAgain =
                sumsDecide && std::any_of(natural.begin(), natural.end(), [&](NodeId n) { return tree.isGroup(n); });
            const std::span<const NodeId> candidates = sortAgain ? natural : all.children(group);
            visible.resize(candidates.size());
            const auto end = std::copy_if(
                candidates.begin(), candidates.end(), visible.begin(), [&](NodeId n) { return order.isVisible(n); });
            visible.erase(end, visible.end());
            const std::size_t first = order.m_children.size();
            order.m_children.insert(order.m_children.end(), visible.begin(), visible.end());
            const std::span<NodeId> target = std::span(order.m_children).subspan(first);
            if (sortAgain)
                sorter.sort(visible, target);
            for (std::uint32_t row = 0; row < target.size(); ++row)
                order.m_rows[target[row]] = row;
        }
        order.m_firstChild[number + 1] = static_cast<std::uint32_t>(order.m_children.size());
    }
    return order;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to filter the tensors");
}

} // namespace loupe
