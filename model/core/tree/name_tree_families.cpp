// How a NameTree of families is made of one of names.

#include "core/block_number.h"
#include "core/name_hash.h"
#include "core/text/natural_order.h"
#include "core/tree/alike_blocks.h"
#include "core/tree/name_tree.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <new>
#include <optional>

namespace loupe {

namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// Groups with longer paths are not folded: their patterns would be copies of names that a stranger made.
constexpr std::size_t longestFoldedPath = 4096;
/// Numbers may be as scattered as they like: a pattern names so many runs of them.
constexpr std::size_t longestPattern = 8;
constexpr std::string_view ellipsis = "…";

std::uint64_t numberOf(std::string_view digits)
{
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// "{0…15, 17…31}" of numbers that ascend.
std::string patternOf(const std::vector<std::string_view>& numbers)
{
    std::string text = "{";
    std::size_t parts = 0;
    for (std::size_t first = 0; first < numbers.size(); ++parts) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numberOf(numbers[last + 1]) == numberOf(numbers[last]) + 1)
            ++last;
        if (last == first + 1)
            last = first; // two are named one by one
        text.append(parts > 0 ? ", " : "");
        if (parts == longestPattern) {
            text.append(ellipsis);
            break;
        }
        text.append(numbers[first]);
        if (last > first)
            text.append(ellipsis).append(numbers[last]);
        first = last + 1;
    }
    return text.append("}");
}

} // namespace

/// Goes down from the root. A family is a group of the new tree: it has the children of several groups of the tree of
/// names, its sources. Each of those is a source of one family.
class NameTree::FamilyBuilder {
public:
    FamilyBuilder(NameTree& families, const NameTree& names)
        : m_tree(families)
        , m_names(names)
        , m_tensors(families.m_tensors, names.m_tensorCount)
    {
    }

    /// False where it was stopped.
    bool run(const Work& work)
    {
        m_tree.m_leaves.resize(m_tensors.size());
        m_tree.m_places.resize(m_tensors.size());
        m_tree.m_children.reserve(m_names.m_children.size());
        m_sources.reserve(m_names.nodeCount());
        m_sources.push_back({m_names.root(), {}});
        m_families.push_back({0, 1});
        m_tree.m_groups.emplace_back();
        m_tree.m_patterns.emplace_back();
        m_tree.m_roles.push_back(false);
        for (std::uint32_t number = 0; number < m_families.size(); ++number) {
            constexpr std::uint32_t familiesBetweenStops = 1 << 12;
            if (number % familiesBetweenStops == 0 && work.stopped())
                return false;
            m_tree.m_groups[number].firstChild = static_cast<std::uint32_t>(m_tree.m_children.size());
            if (m_tree.m_roles[number])
                listMembers(number);
            else
                unfold(number);
        }
        return true;
    }

private:
    /// A node of the tree of names, and where folded blocks above it are in its path.
    struct Source {
        NodeId node = 0;
        Part place;
    };
    struct Family {
        std::uint32_t firstSource = 0;
        std::uint32_t sourceCount = 0;
    };
    /// Nodes of one family's sources that have the same name there.
    struct Slot {
        NodeId first = 0;
        std::uint32_t count = 0; ///< in the end with those of the slots that are folded into it
        std::uint32_t head = 0; ///< the slot that it is folded into; itself where it is not folded
        std::vector<std::string_view> numbers = {}; ///< of a head: those of all
    };

    /// Slots by what the nodes in them are named.
    struct Names {
        NameMap<std::string_view, std::uint32_t> groups;
        NameMap<std::string_view, std::uint32_t> tensors;
    };

    /// A node's own part of the name with the separator before it, so that "a.b" and "a/b" differ.
    std::string_view keyOf(NodeId node) const
    {
        const std::string_view path = m_names.path(node);
        const std::size_t begin = path.size() - m_names.segment(node).size();
        return path.substr(begin - (begin > 0 ? 1 : 0));
    }

    void listMembers(std::uint32_t number)
    {
        const Family family = m_families[number];
        for (std::uint32_t i = 0; i < family.sourceCount; ++i)
            addLeaf(number, m_sources[family.firstSource + i]);
    }

    void addLeaf(std::uint32_t parent, const Source& source)
    {
        m_tree.m_leaves[source.node] = {parent, m_names.m_leaves[source.node].segment};
        m_tree.m_places[source.node] = source.place;
        m_tree.m_children.push_back(source.node);
    }

    void unfold(std::uint32_t number)
    {
        findSlots(m_families[number]);
        foldSlots();
        addChildren(number);
    }

    /// Lists what is below the sources, and sorts it by name.
    void findSlots(const Family& family)
    {
        m_items.clear();
        m_slotOf.clear();
        m_slots.clear();
        Names names;
        for (std::uint32_t i = 0; i < family.sourceCount; ++i) {
            const Source source = m_sources[family.firstSource + i];
            for (const NodeId child : m_names.children(source.node)) {
                m_items.push_back({child, source.place});
                m_slotOf.push_back(slotOf(child, family.sourceCount > 1 ? &names : nullptr));
            }
            if (i == 0)
                m_ofFirst = m_slots.size();
        }
        m_order.resize(m_slots.size());
        for (std::uint32_t slot = 0; slot < m_slots.size(); ++slot)
            m_order[slot] = slot;
        // The children of the first source are in order already.
        const auto less = [this](std::uint32_t a, std::uint32_t b) { return comesBefore(m_slots[a], m_slots[b]); };
        const auto middle = m_order.begin() + static_cast<std::ptrdiff_t>(m_ofFirst);
        std::sort(middle, m_order.end(), less);
        std::inplace_merge(m_order.begin(), middle, m_order.end(), less);
    }

    bool comesBefore(const Slot& a, const Slot& b) const
    {
        const std::string_view segmentA = m_names.segment(a.first);
        const std::string_view segmentB = m_names.segment(b.first);
        if (segmentA != segmentB)
            return naturalLess(segmentA, segmentB);
        const bool isGroup = m_names.isGroup(a.first);
        return isGroup != m_names.isGroup(b.first) ? isGroup : a.first < b.first;
    }

    /// `names` null: among the children of a single source, no two go together.
    std::uint32_t slotOf(NodeId child, Names* names)
    {
        const auto next = static_cast<std::uint32_t>(m_slots.size());
        std::uint32_t slot = next;
        if (names)
            slot =
                (m_names.isGroup(child) ? names->groups : names->tensors).try_emplace(keyOf(child), next).first->second;
        if (slot == next)
            m_slots.push_back({child, 0, slot});
        ++m_slots[slot].count;
        return slot;
    }

    /// Where the slot is a block: the name of the series that it may belong to.
    std::optional<std::string_view> seriesOf(const Slot& slot) const
    {
        if (!m_names.isGroup(slot.first) || m_names.path(slot.first).size() > longestFoldedPath)
            return std::nullopt;
        const std::string_view key = keyOf(slot.first);
        const auto stem = blockStem(key);
        const std::size_t separator = key.size() - m_names.segment(slot.first).size();
        if (!stem || stem->size() == separator)
            return stem;
        // "layer_12" with groups of its own is a block, "w1" and "norm_2.bias" are not.
        const auto children = m_names.children(slot.first);
        const bool hasGroups =
            std::any_of(children.begin(), children.end(), [this](NodeId child) { return m_names.isGroup(child); });
        return hasGroups && (stem->back() == '_' || stem->back() == '-') ? stem : std::nullopt;
    }

    void foldSlots()
    {
        std::map<std::string_view, std::vector<std::uint32_t>> series;
        for (const std::uint32_t slot : m_order) {
            if (const auto name = seriesOf(m_slots[slot]))
                series[*name].push_back(slot);
        }
        std::erase_if(series, [](const auto& one) { return one.second.size() < 2; });
        if (series.empty())
            return;
        const std::vector<std::vector<NodeId>> groups = groupsBySlot();
        for (const auto& [stem, slots] : series) {
            AlikeBlocks kinds(m_names, m_tensors);
            std::vector<std::uint32_t> heads; // by kind
            for (const std::uint32_t slot : slots) {
                const std::uint32_t kind = kinds.add(groups[slot]);
                if (kind == heads.size())
                    heads.push_back(slot);
                m_slots[slot].head = heads[kind];
                m_slots[heads[kind]].numbers.push_back(keyOf(m_slots[slot].first).substr(stem.size()));
            }
        }
        for (Slot& slot : m_slots) {
            if (Slot& head = m_slots[slot.head]; &head != &slot)
                head.count += slot.count;
        }
    }

    std::vector<std::vector<NodeId>> groupsBySlot() const
    {
        std::vector<std::vector<NodeId>> groups(m_slots.size());
        for (std::size_t i = 0; i < m_items.size(); ++i)
            groups[m_slotOf[i]].push_back(m_items[i].node);
        return groups;
    }

    /// Families for what is below this one, leaves for tensors that are alone in their roles.
    void addChildren(std::uint32_t number)
    {
        const bool isMerged = m_families[number].sourceCount > 1;
        auto next = static_cast<std::uint32_t>(m_sources.size());
        m_nextSource.assign(m_slots.size(), nobody);
        m_leafOf.assign(m_slots.size(), nobody);
        for (const std::uint32_t index : m_order) {
            const Slot& slot = m_slots[index];
            if (slot.head != index)
                continue;
            const bool isRole = !m_names.isGroup(slot.first) && isMerged && slot.count > 1;
            if (!m_names.isGroup(slot.first) && !isRole) {
                m_leafOf[index] = static_cast<std::uint32_t>(m_tree.m_children.size());
                m_tree.m_children.push_back(slot.first); // its item comes later
                continue;
            }
            m_tree.m_children.push_back(m_tree.m_tensorCount + static_cast<std::uint32_t>(m_families.size()));
            m_families.push_back({next, slot.count});
            m_nextSource[index] = next;
            next += slot.count;
            addGroup(number, slot, isRole);
        }
        m_sources.resize(next);
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            const std::uint32_t index = m_slots[m_slotOf[i]].head;
            Source source = m_items[i];
            if (m_slots[index].numbers.size() > 1)
                source.place = placeIn(source);
            if (m_leafOf[index] == nobody) {
                m_sources[m_nextSource[index]++] = source;
            } else {
                m_tree.m_leaves[source.node] = {number, m_names.m_leaves[source.node].segment};
                m_tree.m_places[source.node] = source.place;
            }
        }
    }

    /// For a block that is folded: from the name of the outermost series up to its own number.
    Part placeIn(const Source& block) const
    {
        const std::string_view path = m_names.path(block.node);
        std::size_t begin = block.place.begin;
        if (block.place.size == 0) {
            const NodeId above = m_names.parent(block.node);
            const std::string_view segment = m_names.segment(block.node);
            begin = path.size() - segment.size();
            if (isBlockNumber(segment) && above != m_names.root())
                begin = m_names.path(above).size() - m_names.segment(above).size();
        }
        return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(path.size() - begin)};
    }

    void addGroup(std::uint32_t parent, const Slot& slot, bool isRole)
    {
        const bool isFolded = slot.numbers.size() > 1;
        const std::string_view key = keyOf(slot.first);
        const std::size_t separator = key.size() - m_names.segment(slot.first).size();
        Group group = isRole ? Group{} : m_names.group(slot.first);
        group.parent = parent;
        std::string pattern;
        if (isRole || isFolded || !m_tree.m_patterns[parent].empty()) {
            pattern = m_tree.path(m_tree.m_tensorCount + parent);
            group.segment = static_cast<std::uint32_t>(pattern.size() + separator);
            if (isFolded)
                pattern.append(key.substr(0, key.size() - slot.numbers.front().size())).append(patternOf(slot.numbers));
            else
                pattern.append(key);
        }
        m_tree.m_groups.push_back(group);
        m_tree.m_patterns.push_back(std::move(pattern));
        m_tree.m_roles.push_back(isRole);
    }

    NameTree& m_tree;
    const NameTree& m_names;
    std::span<const Tensor> m_tensors;
    std::vector<Family> m_families; ///< by group number
    std::vector<Source> m_sources; ///< family by family
    // Of the family that is unfolded.
    std::vector<Source> m_items; ///< source by source
    std::vector<std::uint32_t> m_slotOf; ///< by item
    std::vector<Slot> m_slots;
    std::size_t m_ofFirst = 0; ///< slots that the first source has
    std::vector<std::uint32_t> m_order; ///< slots as their names are sorted
    std::vector<std::uint32_t> m_nextSource; ///< by slot, of those that become families
    std::vector<std::uint32_t>
        m_leafOf; ///< by slot, of those that stay tensors: where they are in the list of children
};

Result<NameTree> NameTree::families(const Checkpoint& checkpoint, const NameTree& names, const Work& work)
try {
    NameTree tree;
    tree.m_tensorCount = names.m_tensorCount;
    tree.m_tensors = names.m_tensors;
    tree.m_groups.clear();
    if (!FamilyBuilder(tree, names).run(work))
        return fail(ErrorCode::Stopped, "stopped");
    tree.sumUp(checkpoint);
    return tree;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory for the families of names");
}

} // namespace loupe
