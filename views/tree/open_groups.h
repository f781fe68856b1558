#pragma once

#include "core/tree/tree_order.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// A tree as it is shown.
struct ShownTree {
    const NameTree& names;
    const TreeOrder& order;

    NameTree::NodeId root() const { return names.root(); }
    /// The group whose row is above; the root where there is none.
    NameTree::NodeId parent(NameTree::NodeId node) const { return order.parent(names, node); }
};

/// Groups of one tree: a bit each, since there may be millions.
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
    /// False where it was there already.
    bool insert(NodeId group);
    bool erase(NodeId group);
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    /// From the lowest to the highest: parents before their children.
    std::vector<NodeId> list() const;

private:
    static constexpr std::size_t wordBits = 64;
    std::uint64_t bitOf(NodeId group) const { return std::uint64_t{1} << (group - m_root) % wordBits; }

    NodeId m_root;
    std::vector<std::uint64_t> m_words; ///< as many as the highest group needs
    std::size_t m_size = 0;
};

/// Which groups are open: those that show, and those within closed ones, which show again when these are opened. To a
/// QTreeView the latter are not known: it would insert their rows one group after the other, and move all that follow
/// each time.
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
    /// Groups that show, and are open.
    const GroupSet& shown() const { return m_shown; }
    bool hasInside() const { return !m_inside.empty(); }
    /// All of them, parents before their children.
    List list() const;

    /// Those that come to be within a group that was closed. They no longer show.
    List hideInside(const ShownTree& tree, NodeId group);
    /// Those that show again now that a group is open.
    List showInside(const ShownTree& tree, NodeId group);
    /// Those within a group will not show again.
    void forgetInside(const ShownTree& tree, NodeId group);
    /// Adds groups, of which parents stand before their children: those whose parents are all open show. They are
    /// returned.
    List add(const ShownTree& tree, const List& groups);

private:
    GroupSet m_shown;
    GroupSet m_inside;
};

} // namespace loupe
