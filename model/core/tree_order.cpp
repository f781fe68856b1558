#include "core/tree_order.h"

#include "core/radix_sort.h"

#include <algorithm>
#include <iterator>
#include <new>

namespace loupe {

namespace {

constexpr std::uint32_t rowsBetweenStops = 1 << 16;
using NodeId = NameTree::NodeId;

/// What sorting compares: numbers first, whole shapes only where these are equal. In ascending order of `key`, ties by
/// natural position.
struct Item {
    std::uint64_t key = 0;
    std::uint32_t position = 0; ///< in natural order among the siblings
};

class Sorter {
public:
    /// `sums` are those of the groups, by number; `given` are by node.
    Sorter(const Checkpoint& checkpoint, const NameTree& tree, std::span<const NameTree::Sums> sums, Sorting sorting,
        std::span<const std::uint64_t> given = {})
        : m_checkpoint(checkpoint)
        , m_tree(tree)
        , m_sums(sums)
        , m_sorting(sorting)
        , m_given(given)
    {
        if (sorting.key == SortKey::Offset)
            findFirstTensors();
    }

    /// `natural` are the children of one group in natural order; sorts them into `target`, which has their size.
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

    /// Tensors stand file by file and by offset, so the number of a group's first tensor says where it begins.
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

    /// In the key of a tensor, where the key says nothing about groups.
    static constexpr std::uint64_t afterGroups = std::uint64_t{1} << 63;

    bool saysNothingOfGroups() const { return m_sorting.key == SortKey::DType || m_sorting.key == SortKey::Shape; }

    std::uint64_t keyOf(NodeId node) const
    {
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
            constexpr std::uint64_t longRank = 0x7f; // afterGroups is beyond
            constexpr std::uint64_t largestDimension = (std::uint64_t{1} << 56) - 1;
            if (tensor.shape.size() >= longRank)
                return longRank << 56; // the rank itself is compared before the first dimension
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

    /// Decides between equal keys.
    bool shapeBefore(std::span<const NodeId> natural, const Item& a, const Item& b) const
    {
        const NodeId nodeA = natural[a.position];
        const NodeId nodeB = natural[b.position];
        if (!m_tree.isGroup(nodeA)) { // then b is none either
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
    Sorter sorter(checkpoint, tree, order.m_sums, sorting, given);
    std::uint32_t next = 0;
    for (std::uint32_t number = 0; number < tree.groupCount(); ++number) {
        if (number % rowsBetweenStops == 0 && work.stopped())
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
        if (i % rowsBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (!keep(i))
            continue;
        order.m_rows[i] = 0; // until the true row is known
        order.m_sums[numberOf(tree.parent(i))].add(i, shares);
    }
    for (std::uint32_t number = tree.groupCount() - 1; number > 0; --number) {
        if (order.m_sums[number].tensors == 0)
            continue;
        order.m_rows[tree.root() + number] = 0;
        order.m_sums[numberOf(tree.parent(tree.root() + number))].add(order.m_sums[number]);
    }

    // Groups that lost tensors come to less now: they may have to stand elsewhere among their siblings.
    const bool sumsDecide =
        all.m_sorting.key == SortKey::Elements || all.m_sorting.key == SortKey::Size || !given.empty();
    Sorter sorter(checkpoint, tree, order.m_sums, all.m_sorting, given);
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

Result<TreeOrder> TreeOrder::compacted(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order,
    const Work& work, std::span<const std::uint64_t> given)
{
    TreeOrder compact = order.emptyLike(TreeForm::Compact);
    compact.m_rows = order.m_rows;

    // By group number: the node at the end of the chain that begins with the group. Children have higher numbers.
    std::vector<NodeId> ends(tree.groupCount());
    const auto endOf = [&](NodeId node) { return tree.isGroup(node) ? ends[node - tree.root()] : node; };
    for (std::uint32_t number = tree.groupCount(); number-- > 0;) {
        const NodeId group = tree.root() + number;
        const auto children = order.children(group);
        ends[number] = number > 0 && children.size() == 1 ? endOf(children.front()) : group;
    }

    // Where groups stand before tensors, a chain that ends with a tensor stands among these.
    const bool endsDecide = order.m_sorting.key == SortKey::DType || order.m_sorting.key == SortKey::Shape;
    Sorter sorter(checkpoint, tree, order.m_sums, order.m_sorting, given);
    std::vector<NodeId> natural;
    for (std::uint32_t number = 0; number < tree.groupCount(); ++number) {
        if (number % rowsBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const NodeId group = tree.root() + number;
        const auto children = order.children(group);
        const std::size_t first = compact.m_children.size();
        std::transform(children.begin(), children.end(), std::back_inserter(compact.m_children), endOf);
        compact.m_firstChild[number + 1] = static_cast<std::uint32_t>(compact.m_children.size());
        if (ends[number] != group)
            continue; // within a chain: its only child is the end
        const std::span<NodeId> rows = std::span(compact.m_children).subspan(first);
        if (endsDecide && !std::equal(rows.begin(), rows.end(), children.begin())) {
            natural.clear();
            for (const NodeId child : tree.children(group)) {
                if (order.isVisible(child))
                    natural.push_back(endOf(child));
            }
            sorter.sort(natural, rows);
        }
        for (std::uint32_t row = 0; row < rows.size(); ++row)
            compact.m_rows[rows[row]] = row;
    }
    return compact;
}

Result<TreeOrder> TreeOrder::flattened(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order,
    const Work& work, std::span<const std::uint64_t> given)
{
    TreeOrder flat = order.emptyLike(TreeForm::Flat);
    flat.m_rows.assign(tree.nodeCount(), hidden);
    flat.m_rows[tree.root()] = 0;
    std::vector<NodeId> natural;
    natural.reserve(order.sums(tree.root()).tensors);
    std::vector<NodeId> left{tree.root()}; // nodes to go through, the next one last
    for (std::uint32_t visited = 0; !left.empty(); ++visited) {
        if (visited % rowsBetweenStops == 0 && work.stopped())
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
    Sorter(checkpoint, tree, order.m_sums, order.m_sorting, given).sort(natural, flat.m_children);
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

Result<TreeOrder> TreeOrder::formed(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order,
    TreeForm form, const Work& work, std::span<const std::uint64_t> given)
try {
    switch (form) {
    case TreeForm::Full:
        break;
    case TreeForm::Compact:
        return compacted(checkpoint, tree, order, work, given);
    case TreeForm::Flat:
        return flattened(checkpoint, tree, order, work, given);
    }
    return order;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to arrange the tensors");
}

} // namespace loupe
