#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/shared_tensors.h"
#include "core/work.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The tensors of a checkpoint as a tree. Names are split at '.' and '/', children are in natural order (layer 2 before
/// layer 10), and groups have sums. Uses flat arrays, since there may be a million tensors. Immutable once built.
/// Refers to the names of the checkpoint, which must outlive the tree.
///
/// A node is either a tensor (a leaf; id = its index in Checkpoint::tensors) or a group (id = tensor count + group
/// number). Group 0 is the root and has no name. "a" and "a.b" give a tensor "a" and a group "a" next to each other;
/// "a.b.c" and "a/b/d" give two groups "b", since their paths differ. A group's number is higher than its parent's.
///
/// A tree of families has the same tensors, but merges similar blocks into one group, "layers.{0…31}". Tensors with the
/// same name in these blocks become the members of a group, their role.
class NameTree {
public:
    using NodeId = std::uint32_t;

    /// Totals over all tensors below a group. Elements and bytes saturate at the largest number.
    struct Sums {
        std::uint64_t tensors = 0;
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0;

        /// Counts storage that tensors share once, using `shares`; add tensors in ascending order.
        void add(std::uint32_t tensor, ShareCounter& shares);
        void add(const Sums& other);
        bool operator==(const Sums&) const = default;
    };

    /// Names with more parts keep the rest of the name in one piece, so that a name with a million dots costs no more
    /// than any other.
    static constexpr std::uint32_t maximumDepth = 32;

    /// An empty tree: a root without children.
    NameTree();
    /// Fails with Stopped, OutOfMemory or TooLarge (more than 2^32 nodes).
    static Result<NameTree> build(const Checkpoint& checkpoint, const Work& work = {});
    /// Builds the tree of families. `names` is the tree that build() made of the same checkpoint. Fails as build()
    /// does.
    static Result<NameTree> families(const Checkpoint& checkpoint, const NameTree& names, const Work& work = {});

    NodeId root() const { return m_tensorCount; }
    std::uint32_t tensorCount() const { return m_tensorCount; }
    std::uint32_t groupCount() const { return static_cast<std::uint32_t>(m_groups.size()); }
    std::uint32_t nodeCount() const { return m_tensorCount + groupCount(); }
    bool isGroup(NodeId node) const { return node >= m_tensorCount; }

    /// The root's parent is the root.
    NodeId parent(NodeId node) const
    {
        return m_tensorCount + (isGroup(node) ? group(node).parent : m_leaves[node].parent);
    }
    /// The children in natural order; groups come before tensors of the same name. Precondition: a group.
    std::span<const NodeId> children(NodeId group) const;
    /// The node's own part of the name; may be empty ("a..b", "a.").
    std::string_view segment(NodeId node) const;
    /// The name up to and including the segment, with patterns in place of merged blocks.
    std::string_view path(NodeId node) const;
    bool isOfFamilies() const { return !m_roles.empty(); }
    /// True if the node is a group of tensors with the same role. Only trees of families have these.
    bool isRole(NodeId node) const { return isGroup(node) && !m_roles.empty() && m_roles[node - m_tensorCount]; }
    /// True if the node is a group that stands for parts of several names, so that its path is not part of any name.
    bool isPattern(NodeId node) const
    {
        return isGroup(node) && !m_patterns.empty() && !m_patterns[node - m_tensorCount].empty();
    }
    /// The block that a tensor belongs to within a merged group: "layers.12.experts.7", a part of its name. Empty if it
    /// is not in a merged group.
    std::string_view place(NodeId tensor) const;
    /// Precondition: a group.
    const Sums& sums(NodeId node) const { return m_sums[node - m_tensorCount]; }

private:
    struct Leaf {
        std::uint32_t parent = 0; ///< group number
        std::uint32_t segment = 0; ///< offset of the segment in the name
    };
    struct Group {
        std::uint32_t parent = 0; ///< group number
        std::uint32_t segment = 0; ///< offset of the segment in the path
        std::uint32_t pathSize = 0;
        std::uint32_t tensor = 0; ///< any tensor below the group; its name begins with the group's path
        std::uint32_t firstChild = 0; ///< index into m_children; the next group's firstChild ends the list
    };
    struct SortItem {
        std::uint64_t key = 0; ///< naturalKey() of the segment without the prefix that all siblings share
        NodeId node = 0;
    };
    /// A part of a name.
    struct Part {
        std::uint32_t begin = 0;
        std::uint32_t size = 0;
    };
    class Builder;
    class FamilyBuilder;

    const Group& group(NodeId node) const { return m_groups[node - m_tensorCount]; }
    void sumUp(const Checkpoint& checkpoint);
    void listChildren();
    Result<> sortFamilies(const Work& work);
    /// `items` and `scratch` are buffers that the caller keeps for reuse.
    void sortChildren(std::span<NodeId> children, std::vector<SortItem>& items, std::vector<SortItem>& scratch) const;

    std::uint32_t m_tensorCount = 0;
    const Tensor* m_tensors = nullptr; ///< the checkpoint's
    std::vector<Leaf> m_leaves; ///< by tensor
    std::vector<Group> m_groups;
    std::vector<Sums> m_sums; ///< by group
    std::vector<NodeId> m_children; ///< group by group
    // Only in a tree of families.
    std::vector<std::string> m_patterns; ///< by group: its path if no name begins with it; otherwise empty
    std::vector<bool> m_roles; ///< by group
    std::vector<Part> m_places; ///< by tensor
};

} // namespace loupe
