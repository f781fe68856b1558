// Builds a NameTree of families from one of names.

#include "core/name_hash.h"
#include "core/text/block_number.h"
#include "core/text/natural_order.h"
#include "core/tree/alike_blocks.h"
#include "core/tree/name_tree.h"

#include <algorithm>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <utility>

namespace loupe {

namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// Groups with longer paths are not folded, since their patterns would be copies of untrusted names.
constexpr std::size_t longestFoldedPath = 4096;
/// A group in a block with at most this many roles has no row of its own.
constexpr std::ptrdiff_t mostDissolved = 4;

} // namespace

/// Works downward from the root. A family is a group of the new tree: it has the children of several groups of the tree
/// of names, its sources. Each of those is a source of one family or none: in merged blocks, a group with few roles is
/// replaced by these, such as "self_attn.q_proj.weight".
class NameTree::FamilyBuilder {
public:
    FamilyBuilder(NameTree& families, const NameTree& names)
        : m_tree(families)
        , m_names(names)
        , m_tensors(families.m_tensors, names.m_tensorCount)
    {
    }

    /// False if stopped.
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
    /// A node of the tree of names, with the part of its path that names folded blocks above it.
    struct Source {
        NodeId node = 0;
        Part place;
    };
    struct Family {
        std::uint32_t firstSource = 0;
        std::uint32_t sourceCount = 0;
    };
    /// Nodes with the same name in the sources of one family.
    struct Slot {
        NodeId first = 0;
        std::string_view key; ///< as keyOf(), starting at the group that it replaced
        std::uint32_t count = 0; ///< finally includes those of the slots folded into it
        std::uint32_t head = 0; ///< the slot that it is folded into; itself if it is not folded
        std::vector<std::string_view> numbers = {}; ///< for a head: the numbers of all its slots
    };

    /// Slots by the names of their nodes.
    struct Names {
        NameMap<std::string_view, std::uint32_t> groups;
        NameMap<std::string_view, std::uint32_t> tensors;
    };

    /// The offset of a node's own part in its path, including the preceding separator: "a.b" and "a/b" differ.
    std::size_t keyBegin(NodeId node) const
    {
        const std::size_t begin = m_names.path(node).size() - m_names.segment(node).size();
        return begin - (begin > 0 ? 1 : 0);
    }
    std::string_view keyOf(NodeId node) const { return m_names.path(node).substr(keyBegin(node)); }
    /// The size of a key's separator; 0 at the start of a path.
    static std::uint32_t separatorOf(std::string_view key)
    {
        return key.starts_with('.') || key.starts_with('/') ? 1 : 0;
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
        if (m_families[number].sourceCount > 1)
            dissolveSlots();
        addChildren(number);
    }

    /// Lists the children of the sources and sorts them by name.
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
        // The children of the first source are already sorted.
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

    /// `names` is null for a single source, whose children all differ.
    std::uint32_t slotOf(NodeId child, Names* names)
    {
        const auto next = static_cast<std::uint32_t>(m_slots.size());
        std::uint32_t slot = next;
        if (names)
            slot =
                (m_names.isGroup(child) ? names->groups : names->tensors).try_emplace(keyOf(child), next).first->second;
        if (slot == next)
            m_slots.push_back({child, keyOf(child), 0, slot});
        ++m_slots[slot].count;
        return slot;
    }

    /// If the group is a block: the name of the series that it may belong to.
    std::optional<std::string_view> seriesOf(NodeId group) const
    {
        if (m_names.path(group).size() > longestFoldedPath)
            return std::nullopt;
        const std::string_view key = keyOf(group);
        const auto stem = blockStem(key);
        if (!stem || stem->size() == separatorOf(key))
            return stem;
        // "layer_12" with groups of its own is a block; "w1" and "norm_2.bias" are not.
        const auto children = m_names.children(group);
        const bool hasGroups =
            std::any_of(children.begin(), children.end(), [this](NodeId child) { return m_names.isGroup(child); });
        return hasGroups && (stem->back() == '_' || stem->back() == '-') ? stem : std::nullopt;
    }

    void foldSlots()
    {
        std::map<std::string_view, std::vector<std::uint32_t>> series;
        for (const std::uint32_t slot : m_order) {
            if (!m_names.isGroup(m_slots[slot].first))
                continue;
            if (const auto name = seriesOf(m_slots[slot].first))
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
                m_slots[heads[kind]].numbers.push_back(m_slots[slot].key.substr(stem.size()));
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

    /// Replaces groups by the tensors below them if these have few roles and no blocks.
    void dissolveSlots()
    {
        std::vector<std::uint32_t> order;
        std::vector<std::vector<std::uint32_t>> itemsOf(m_slots.size());
        for (std::uint32_t item = 0; item < m_items.size(); ++item)
            itemsOf[m_slotOf[item]].push_back(item);
        for (const std::uint32_t index : m_order) {
            const bool isAlone = m_slots[index].head == index && m_slots[index].numbers.size() <= 1;
            if (!isAlone || !m_names.isGroup(m_slots[index].first) || !findRoles(itemsOf[index])) {
                order.push_back(index);
                continue;
            }
            const auto first = static_cast<std::uint32_t>(m_slots.size());
            for (std::uint32_t role = 0; role < m_roleKeys.size(); ++role) {
                m_slots.push_back({0, m_roleKeys[role], 0, first + role});
                order.push_back(first + role);
            }
            std::sort(order.end() - static_cast<std::ptrdiff_t>(m_roleKeys.size()), order.end(),
                [this](std::uint32_t a, std::uint32_t b) { return naturalLess(m_slots[a].key, m_slots[b].key); });
            for (const std::uint32_t item : itemsOf[index])
                m_slotOf[item] = nobody;
            for (const auto& [role, source] : m_roleSources) {
                Slot& slot = m_slots[first + role];
                if (slot.count++ == 0)
                    slot.first = source.node;
                m_items.push_back(source);
                m_slotOf.push_back(first + role);
            }
        }
        m_order = std::move(order);
    }

    /// False if there are too many roles, or blocks.
    bool findRoles(const std::vector<std::uint32_t>& items)
    {
        m_roleKeys.clear();
        m_roleSources.clear();
        return std::all_of(items.begin(), items.end(), [this](std::uint32_t item) {
            return addRoles(m_items[item].node, m_items[item].place, keyBegin(m_items[item].node));
        });
    }

    /// Recursion is limited by maximumDepth.
    bool addRoles(NodeId group, Part place, std::size_t begin)
    {
        for (const NodeId child : m_names.children(group)) {
            if (m_names.isGroup(child)) {
                if (seriesOf(child) || !addRoles(child, place, begin))
                    return false;
                continue;
            }
            const std::string_view key = m_names.path(child).substr(begin);
            const auto role = std::find(m_roleKeys.begin(), m_roleKeys.end(), key) - m_roleKeys.begin();
            if (role == mostDissolved)
                return false;
            if (static_cast<std::size_t>(role) == m_roleKeys.size())
                m_roleKeys.push_back(key);
            m_roleSources.emplace_back(static_cast<std::uint32_t>(role), Source{child, place});
        }
        return true;
    }

    /// Creates families for the groups below this one, and leaves for tensors that are the only ones with their role.
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
                m_tree.m_children.push_back(slot.first); // its item is added later
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
            if (m_slotOf[i] == nobody)
                continue;
            const std::uint32_t index = m_slots[m_slotOf[i]].head;
            Source source = m_items[i];
            if (m_slots[index].numbers.size() > 1)
                source.place = placeIn(source);
            if (m_leafOf[index] == nobody) {
                m_sources[m_nextSource[index]++] = source;
            } else {
                const std::string_view key = m_slots[index].key;
                const std::size_t begin = m_names.path(source.node).size() - key.size() + separatorOf(key);
                m_tree.m_leaves[source.node] = {number, static_cast<std::uint32_t>(begin)};
                m_tree.m_places[source.node] = source.place;
            }
        }
    }

    /// For a folded block: the part of the path from the name of the outermost series up to the block's number.
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
        const std::string_view key = slot.key;
        Group group = isRole ? Group{} : m_names.group(slot.first);
        group.parent = parent;
        std::string pattern;
        if (isRole || isFolded || !m_tree.m_patterns[parent].empty()) {
            pattern = m_tree.path(m_tree.m_tensorCount + parent);
            group.segment = static_cast<std::uint32_t>(pattern.size() + separatorOf(key));
            if (isFolded)
                pattern.append(key.substr(0, key.size() - slot.numbers.front().size()))
                    .append(blockPattern(slot.numbers));
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
    // State for the family that is being expanded.
    std::vector<Source> m_items; ///< source by source
    std::vector<std::uint32_t> m_slotOf; ///< by item; `nobody` if its children replaced it
    std::vector<Slot> m_slots;
    std::size_t m_ofFirst = 0; ///< number of slots of the first source
    std::vector<std::uint32_t> m_order; ///< slots sorted by name
    std::vector<std::string_view> m_roleKeys; ///< for a slot that may be dissolved
    std::vector<std::pair<std::uint32_t, Source>> m_roleSources; ///< with the index of the role
    std::vector<std::uint32_t> m_nextSource; ///< by slot, for those that become families
    std::vector<std::uint32_t> m_leafOf; ///< by slot, for those that stay tensors: index in the list of children
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
