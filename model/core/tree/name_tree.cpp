#include "core/tree/name_tree.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/radix_sort.h"
#include "core/run_both.h"
#include "core/text/natural_order.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>

namespace loupe {

namespace {

constexpr std::uint32_t namesBetweenStops = 1 << 16;

std::size_t findSeparator(std::string_view name, std::size_t from)
{
    while (from < name.size() && name[from] != '.' && name[from] != '/')
        ++from;
    return from;
}

} // namespace

void NameTree::Sums::add(std::uint32_t tensor, ShareCounter& shares)
{
    const ShareCounter::Share share = shares.add(tensor);
    add({1, share.elements, share.bytes});
}

void NameTree::Sums::add(const Sums& other)
{
    tensors += other.tensors;
    elements = saturatingAdd(elements, other.elements);
    bytes = saturatingAdd(bytes, other.bytes);
}

/// Splits the names and numbers the groups. Most names share their groups with the previous name. A few siblings are
/// compared one by one; for more, there is a hash table.
class NameTree::Builder {
public:
    Builder(NameTree& tree, std::span<const Tensor> tensors)
        : m_tree(tree)
        , m_tensors(tensors)
        , m_seed(randomSeed())
        , m_families(1)
        , m_slots(1 << 10)
    {
        m_levels.push_back({});
    }

    /// False if there are too many groups.
    bool add(std::uint32_t tensor)
    {
        const std::string_view name = m_tensors[tensor].name.substr(0, std::numeric_limits<std::uint32_t>::max() - 1);
        dropLevelsNotOf(name);
        m_previous = name;
        while (m_levels.size() < maximumDepth) {
            const Level level = m_levels.back();
            const std::size_t end = findSeparator(name, level.next);
            if (end == name.size())
                break;
            const auto size = static_cast<std::uint32_t>(end);
            m_levels.push_back({findOrAdd({level.group, level.next, size, tensor}), size + 1});
        }
        m_tree.m_leaves[tensor] = {m_levels.back().group, m_levels.back().next};
        return m_tree.m_groups.size() < std::numeric_limits<std::uint32_t>::max() - m_tensors.size();
    }

private:
    /// A group on the path of the previous name, and the offset of the next segment.
    struct Level {
        std::uint32_t group = 0;
        std::uint32_t next = 0;
    };
    /// A group's child groups, newest first.
    struct Family {
        std::uint32_t lastChild = 0; ///< 0 for none
        std::uint32_t previousSibling = 0; ///< of the group itself; 0 for none
        std::uint32_t size = 0; ///< number of child groups
    };
    /// Up to this many siblings are compared one by one: unlike a hash table, they are in the cache.
    static constexpr std::uint32_t smallFamily = 8;

    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t group = 0; ///< 0, the root's number, in an empty slot
    };

    void dropLevelsNotOf(std::string_view name)
    {
        const std::size_t longest = std::min({name.size(), m_previous.size(), std::size_t{m_levels.back().next}});
        std::size_t common = longest;
        if (longest != 0 && std::memcmp(name.data(), m_previous.data(), longest) != 0) {
            const auto end = name.begin() + static_cast<std::ptrdiff_t>(longest);
            common =
                static_cast<std::size_t>(std::mismatch(name.begin(), end, m_previous.begin()).first - name.begin());
        }
        while (m_levels.back().next > common)
            m_levels.pop_back();
    }

    /// A group's segment with the preceding separator, which distinguishes "a.b" and "a/b".
    std::string_view keyOf(const Group& group) const
    {
        const std::uint32_t begin = group.segment - (group.segment > 0 ? 1 : 0);
        return m_tensors[group.tensor].name.substr(begin, group.pathSize - begin);
    }

    std::uint32_t hashOf(std::uint32_t parent, std::string_view text) const
    {
        return static_cast<std::uint32_t>(hashName(text, m_seed ^ parent) >> 32);
    }

    bool isSame(const Group& wanted, std::string_view key, std::uint32_t number) const
    {
        const Group& group = m_tree.m_groups[number];
        return group.parent == wanted.parent && keyOf(group) == key;
    }

    std::uint32_t findOrAdd(const Group& wanted)
    {
        const std::string_view key = keyOf(wanted);
        const std::uint32_t siblings = m_families[wanted.parent].size;
        if (siblings > smallFamily) {
            const std::uint32_t hash = hashOf(wanted.parent, key);
            const Slot found = probe(hash, [&](std::uint32_t number) { return isSame(wanted, key, number); });
            if (found.group != 0)
                return found.group;
        } else {
            for (std::uint32_t child = m_families[wanted.parent].lastChild; child != 0;
                 child = m_families[child].previousSibling) {
                if (isSame(wanted, key, child))
                    return child;
            }
        }
        const std::uint32_t number = m_tree.groupCount();
        m_tree.m_groups.push_back(wanted);
        m_families.push_back({0, m_families[wanted.parent].lastChild, 0});
        m_families[wanted.parent].lastChild = number;
        m_families[wanted.parent].size = siblings + 1;
        if (siblings > smallFamily) {
            enter(number);
        } else if (siblings == smallFamily) {
            for (std::uint32_t child = number; child != 0; child = m_families[child].previousSibling)
                enter(child);
        }
        return number;
    }

    /// Adds a new group to the hash table.
    void enter(std::uint32_t number)
    {
        if (++m_entered * 2 > m_slots.size())
            grow();
        const Group& group = m_tree.m_groups[number];
        const std::uint32_t hash = hashOf(group.parent, keyOf(group));
        probe(hash, [](std::uint32_t) { return false; }) = {hash, number};
    }

    template <typename Same>
    Slot& probe(std::uint32_t hash, Same same)
    {
        std::size_t position = hash & (m_slots.size() - 1);
        while (m_slots[position].group != 0 && !(m_slots[position].hash == hash && same(m_slots[position].group)))
            position = (position + 1) & (m_slots.size() - 1);
        return m_slots[position];
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.size() * 4);
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.group != 0)
                probe(slot.hash, [](std::uint32_t) { return false; }) = slot;
        }
    }

    NameTree& m_tree;
    std::span<const Tensor> m_tensors;
    std::uint64_t m_seed;
    std::string_view m_previous;
    std::vector<Level> m_levels;
    std::vector<Family> m_families; ///< by group
    std::vector<Slot> m_slots; ///< hash table of groups with many siblings
    std::size_t m_entered = 0; ///< slots in use
};

NameTree::NameTree()
    : m_groups(1)
    , m_sums(1)
{
}

Result<NameTree> NameTree::build(const Checkpoint& checkpoint, const Work& work)
try {
    NameTree tree;
    tree.m_tensorCount = static_cast<std::uint32_t>(checkpoint.tensors.size());
    tree.m_tensors = checkpoint.tensors.data();
    tree.m_leaves.resize(checkpoint.tensors.size());
    Builder builder(tree, checkpoint.tensors);
    for (std::uint32_t i = 0; i < tree.m_tensorCount; ++i) {
        if (i % namesBetweenStops == 0 && work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (!builder.add(i))
            return fail(ErrorCode::TooLarge, "the names make a tree of more than 2^32 nodes");
    }
    // The sums and lists each use group members that the other does not modify.
    runBoth(
        tree.nodeCount(), [&] { tree.listChildren(); }, [&] { tree.sumUp(checkpoint); });
    if (auto sorted = tree.sortFamilies(work); !sorted)
        return fail(std::move(sorted.error()));
    return tree;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory for the tree of names");
}

std::span<const NameTree::NodeId> NameTree::children(NodeId node) const
{
    const std::uint32_t number = node - m_tensorCount;
    const std::size_t begin = m_groups[number].firstChild;
    const std::size_t end = number + 1 < groupCount() ? m_groups[number + 1].firstChild : m_children.size();
    return std::span(m_children).subspan(begin, end - begin);
}

std::string_view NameTree::segment(NodeId node) const
{
    if (!isGroup(node))
        return m_tensors[node].name.substr(m_leaves[node].segment);
    return path(node).substr(group(node).segment);
}

std::string_view NameTree::path(NodeId node) const
{
    if (!isGroup(node))
        return m_tensors[node].name;
    const std::uint32_t number = node - m_tensorCount;
    if (!m_patterns.empty() && !m_patterns[number].empty())
        return m_patterns[number];
    const Group& asked = m_groups[number];
    return node == root() ? std::string_view() : m_tensors[asked.tensor].name.substr(0, asked.pathSize);
}

std::string_view NameTree::place(NodeId tensor) const
{
    if (m_places.empty())
        return {};
    const Part part = m_places[tensor];
    return m_tensors[tensor].name.substr(part.begin, part.size);
}

void NameTree::sumUp(const Checkpoint& checkpoint)
{
    m_sums.resize(m_groups.size());
    ShareCounter shares(checkpoint);
    for (std::uint32_t i = 0; i < m_tensorCount; ++i)
        m_sums[m_leaves[i].parent].add(i, shares);
    for (std::uint32_t number = groupCount() - 1; number > 0; --number)
        m_sums[m_groups[number].parent].add(m_sums[number]);
}

void NameTree::listChildren()
{
    std::vector<std::uint32_t> counts(m_groups.size());
    for (std::uint32_t number = 1; number < groupCount(); ++number)
        ++counts[m_groups[number].parent];
    for (const Leaf& leaf : m_leaves)
        ++counts[leaf.parent];
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), 0U);
    for (std::uint32_t number = 0; number < groupCount(); ++number)
        m_groups[number].firstChild = counts[number];

    m_children.resize(nodeCount() - 1);
    for (std::uint32_t number = 1; number < groupCount(); ++number)
        m_children[counts[m_groups[number].parent]++] = m_tensorCount + number;
    for (std::uint32_t i = 0; i < m_tensorCount; ++i)
        m_children[counts[m_leaves[i].parent]++] = i;
}

Result<> NameTree::sortFamilies(const Work& work)
{
    const auto sortThose = [&](std::uint32_t begin, std::uint32_t end) {
        std::vector<SortItem> items;
        std::vector<SortItem> scratch;
        for (std::uint32_t number = begin; number < end; ++number) {
            if (number % namesBetweenStops == 0 && work.stopped())
                return;
            const std::span<const NodeId> listed = children(m_tensorCount + number);
            sortChildren(std::span(m_children).subspan(m_groups[number].firstChild, listed.size()), items, scratch);
        }
    };
    // Each of two threads sorts half of the children.
    const auto middle =
        static_cast<std::uint32_t>(std::partition_point(m_groups.begin(), m_groups.end(), [&](const Group& group) {
            return group.firstChild < m_children.size() / 2;
        }) - m_groups.begin());
    runBoth(
        nodeCount(), [&] { sortThose(0, middle); }, [&] { sortThose(middle, groupCount()); });
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    return {};
}

void NameTree::sortChildren(
    std::span<NodeId> children, std::vector<SortItem>& items, std::vector<SortItem>& scratch) const
{
    if (children.size() < 2)
        return;
    const std::string_view first = segment(children.front());
    std::size_t common = first.size();
    for (const NodeId child : children.subspan(1))
        common = std::min(common, naturalCommonPrefix(first, segment(child)));
    items.resize(children.size());
    std::transform(children.begin(), children.end(), items.begin(), [&](NodeId child) {
        return SortItem{naturalKey(segment(child).substr(common)), child};
    });

    radixSort(items, scratch, [](const SortItem& item) { return item.key; });
    // Children were listed with groups first and by number, which decides the order of equal names.
    const auto less = [this](const SortItem& a, const SortItem& b) {
        const std::string_view segmentA = segment(a.node);
        const std::string_view segmentB = segment(b.node);
        if (segmentA != segmentB)
            return naturalLess(segmentA, segmentB);
        return isGroup(a.node) != isGroup(b.node) ? isGroup(a.node) : a.node < b.node;
    };
    for (auto begin = items.begin(); begin != items.end();) {
        const auto end =
            std::find_if(begin + 1, items.end(), [&](const SortItem& item) { return item.key != begin->key; });
        if (!std::is_sorted(begin, end, less))
            std::sort(begin, end, less);
        begin = end;
    }
    std::transform(items.begin(), items.end(), children.begin(), [](const SortItem& item) { return item.node; });
}

} // namespace loupe
