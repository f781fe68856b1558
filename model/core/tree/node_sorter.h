#pragma once

#include "core/checkpoint.h"
#include "core/radix_sort.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace loupe {

/// Sorts nodes of one tree, the children of one group at a time. Not thread-safe: it reuses its buffers.
class NodeSorter {
public:
    using NodeId = NameTree::NodeId;
    /// The number of rows to sort between checks for a stop request.
    static constexpr std::uint32_t rowsBetweenStops = 1 << 16;

    /// `sums` are indexed by group number, `given` by node.
    NodeSorter(const Checkpoint& checkpoint, const NameTree& tree, std::span<const NameTree::Sums> sums,
        Sorting sorting, std::span<const std::uint64_t> given = {})
        : m_checkpoint(checkpoint)
        , m_tree(tree)
        , m_sums(sums)
        , m_sorting(sorting)
        , m_given(given)
    {
        if (sorting.key == SortKey::Offset)
            findFirstTensors();
    }

    /// Sorts `natural`, the children of one group in natural order, into `target`, which must have the same size.
    void sort(std::span<const NodeId> natural, std::span<NodeId> target)
    {
        if (m_sorting.key == SortKey::Name) {
            if (m_sorting.descending)
                std::reverse_copy(natural.begin(), natural.end(), target.begin());
            else
                std::copy(natural.begin(), natural.end(), target.begin());
            return;
        }
        m_items.resize(natural.size());
        for (std::uint32_t i = 0; i < natural.size(); ++i)
            m_items[i] = {keyOf(natural[i]), i};
        radixSort(m_items, m_scratch, [](const Item& item) { return item.key; });
        if (m_sorting.key == SortKey::Shape)
            sortEqualKeys([&](const Item& a, const Item& b) { return shapeBefore(natural, a, b); });
        std::transform(
            m_items.begin(), m_items.end(), target.begin(), [&](const Item& item) { return natural[item.position]; });
    }

private:
    /// An item to sort. Numbers are compared first, whole shapes only if these are equal. Ascending by `key`; ties keep
    /// natural order.
    struct Item {
        std::uint64_t key = 0;
        std::uint32_t position = 0; ///< in the natural order of the siblings
    };

    template <typename Less>
    void sortEqualKeys(Less less)
    {
        for (auto begin = m_items.begin(); begin != m_items.end();) {
            const auto end =
                std::find_if(begin, m_items.end(), [&](const Item& item) { return item.key != begin->key; });
            if (!std::is_sorted(begin, end, less))
                std::sort(begin, end, less);
            begin = end;
        }
    }

    /// Tensors are ordered by file and offset, so a group's smallest tensor index determines its first byte.
    void findFirstTensors()
    {
        m_firstTensor.assign(m_tree.groupCount(), m_tree.tensorCount());
        const auto note = [&](NodeId node, std::uint32_t tensor) {
            std::uint32_t& first = m_firstTensor[m_tree.parent(node) - m_tree.root()];
            first = std::min(first, tensor);
        };
        for (std::uint32_t i = 0; i < m_tree.tensorCount(); ++i)
            note(i, i);
        for (std::uint32_t number = m_tree.groupCount() - 1; number > 0; --number)
            note(m_tree.root() + number, m_firstTensor[number]);
    }

    /// Bit that is set in a tensor's key if the sort key does not apply to groups.
    static constexpr std::uint64_t afterGroups = std::uint64_t{1} << 63;

    bool saysNothingOfGroups() const { return m_sorting.key == SortKey::DType || m_sorting.key == SortKey::Shape; }

    /// The tensor whose key a node uses if the sort key does not apply to groups: for a role, one of its members. The
    /// node itself for tensors and other groups.
    NodeId tensorFor(NodeId node) const
    {
        return m_tree.isRole(node) && saysNothingOfGroups() ? m_tree.children(node).front() : node;
    }

    std::uint64_t keyOf(NodeId row) const
    {
        const NodeId node = tensorFor(row);
        if (m_tree.isGroup(node) && saysNothingOfGroups())
            return 0;
        const std::uint64_t key = m_sorting.key == SortKey::Given ? givenKey(node)
            : m_tree.isGroup(node)                                ? groupKey(node)
                                                                  : tensorKey(node);
        const std::uint64_t directed = m_sorting.descending ? ~key : key;
        return saysNothingOfGroups() ? directed | afterGroups : directed;
    }

    std::uint64_t givenKey(NodeId node) const { return node < m_given.size() ? m_given[node] : 0; }

    std::uint64_t groupKey(NodeId node) const
    {
        switch (m_sorting.key) {
        case SortKey::Elements:
            return m_sums[node - m_tree.root()].elements;
        case SortKey::Size:
            return m_sums[node - m_tree.root()].bytes;
        case SortKey::Offset:
            return m_firstTensor[node - m_tree.root()];
        case SortKey::Name:
        case SortKey::DType:
        case SortKey::Shape:
        case SortKey::Given:
            break;
        }
        return 0;
    }

    std::uint64_t tensorKey(std::uint32_t index) const
    {
        const Tensor& tensor = m_checkpoint.tensors[index];
        switch (m_sorting.key) {
        case SortKey::DType:
            return static_cast<std::uint64_t>(tensor.dtype);
        case SortKey::Shape: {
            constexpr std::uint64_t longRank = 0x7f; // leaves the bit of afterGroups free
            constexpr std::uint64_t largestDimension = (std::uint64_t{1} << 56) - 1;
            if (tensor.shape.size() >= longRank)
                return longRank << 56; // then shapeBefore() compares the ranks
            const std::uint64_t first = tensor.shape.empty() ? 0 : std::min(tensor.shape.front(), largestDimension);
            return std::uint64_t{tensor.shape.size()} << 56 | first;
        }
        case SortKey::Elements:
            return tensor.elements();
        case SortKey::Size:
            return fileBytes(tensor);
        case SortKey::Name:
        case SortKey::Offset:
        case SortKey::Given:
            break;
        }
        return index;
    }

    /// Orders items with equal keys.
    bool shapeBefore(std::span<const NodeId> natural, const Item& a, const Item& b) const
    {
        const NodeId nodeA = tensorFor(natural[a.position]);
        const NodeId nodeB = tensorFor(natural[b.position]);
        if (!m_tree.isGroup(nodeA)) { // then b is not a group either
            const auto shapeA = m_checkpoint.tensors[nodeA].shape;
            const auto shapeB = m_checkpoint.tensors[nodeB].shape;
            if (shapeA.size() != shapeB.size())
                return (shapeA.size() < shapeB.size()) != m_sorting.descending;
            const auto [endA, endB] = std::mismatch(shapeA.begin(), shapeA.end(), shapeB.begin());
            if (endA != shapeA.end())
                return (*endA < *endB) != m_sorting.descending;
        }
        return a.position < b.position;
    }

    const Checkpoint& m_checkpoint;
    const NameTree& m_tree;
    std::span<const NameTree::Sums> m_sums;
    Sorting m_sorting;
    std::span<const std::uint64_t> m_given;
    std::vector<std::uint32_t> m_firstTensor; ///< by group number
    std::vector<Item> m_items;
    std::vector<Item> m_scratch;
};

} // namespace loupe
