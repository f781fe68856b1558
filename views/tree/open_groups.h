#pragma once

#include "core/tree/tree_order.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// A tree of names, and its current order.
struct ShownTree {
    const NameTree& names;
    const TreeOrder& order;

    NameTree::NodeId root() const { return names.root(); }
    /// The group with the parent row; the root if there is none.
    NameTree::NodeId parent(NameTree::NodeId node) const { return order.parent(names, node); }
};

/// A set of groups of one tree, one bit each because there may be millions.
class GroupSet {
public:
    using NodeId = NameTree::NodeId;

    explicit GroupSet(NodeId root = 0)
        : m_root(root)
    {
    }

    bool contains(NodeId group) const
    {
        const std::size_t word = (group - m_root) / wordBits;
        return word < m_words.size() && (m_words[word] & bitOf(group)) != 0;
    }
    /// Returns false if it was already in the set.
    bool insert(NodeId group);
    bool erase(NodeId group);
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    /// In ascending order: parents before children.
    std::vector<NodeId> list() const;

private:
    static constexpr std::size_t wordBits = 64;
    std::uint64_t bitOf(NodeId group) const { return std::uint64_t{1} << (group - m_root) % wordBits; }

    NodeId m_root;
    std::vector<std::uint64_t> m_words; ///< sized for the highest group
    std::size_t m_size = 0;
};

/// The open groups: visible ones, and ones within closed groups, which become visible when those are opened. QTreeView
/// does not know the latter: it would insert their rows group by group, and move all rows below each time.
class OpenGroups {
public:
    using NodeId = NameTree::NodeId;
    using List = std::vector<NodeId>;

    explicit OpenGroups(NodeId root = 0)
        : m_shown(root)
        , m_inside(root)
    {
    }

    void insert(NodeId group);
    void erase(NodeId group) { m_shown.erase(group); }
    /// Visible open groups.
    const GroupSet& shown() const { return m_shown; }
    bool hasInside() const { return !m_inside.empty(); }
    /// All open groups, parents before children.
    List list() const;

    /// Call after `group` was closed. Returns the open groups within it, which are hidden now.
    List hideInside(const ShownTree& tree, NodeId group);
    /// Call after `group` was opened. Returns the open groups within it that become visible.
    List showInside(const ShownTree& tree, NodeId group);
    /// Forgets the hidden open groups within a group.
    void forgetInside(const ShownTree& tree, NodeId group);
    /// Adds groups, parents before children. Returns those that are visible because all their parents are open.
    List add(const ShownTree& tree, const List& groups);

private:
    GroupSet m_shown;
    GroupSet m_inside;
};

} // namespace loupe
