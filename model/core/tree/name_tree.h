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

/// The tensors of a checkpoint as a tree: names split at '.' and '/', children in natural order (layer 2 before
/// layer 10), sums on groups. Flat arrays, since there may be a million tensors; immutable once built. Names are the
/// checkpoint's: it must live as long as the tree.
///
/// A node is either a tensor (a leaf; id = its index in Checkpoint::tensors) or a group (id = tensor count + group
/// number). Group 0 is the root and has no name. "a" and "a.b" give a tensor "a" and a group "a" side by side; "a.b.c"
/// and "a/b/d" give two groups "b", since their paths differ. A group's number is higher than its parent's.
///
/// A tree of families has the same tensors, but blocks that are alike are one group, "layers.{0…31}", and the tensors
/// of equal names in these are the members of a group, their role.
class NameTree {
public:
    using NodeId = std::uint32_t;

    /// Over all tensors below a group; elements and bytes stop at the largest number instead of wrapping around.
    struct Sums {
        std::uint64_t tensors = 0;
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0;

        /// Storage that tensors share counts once, by `shares`; add tensors in ascending order.
        void add(std::uint32_t tensor, ShareCounter& shares);
        void add(const Sums& other);
        bool operator==(const Sums&) const = default;
    };

    /// Names deeper than this keep the rest of the name in one piece, so that a name of a million dots costs no more
    /// than any other.
    static constexpr std::uint32_t maximumDepth = 32;

    /// An empty tree: a root without children.
    NameTree();
    /// Stopped, OutOfMemory or TooLarge (more than 2^32 nodes) on failure.
    static Result<NameTree> build(const Checkpoint& checkpoint, const Work& work = {});
    /// The tree of families. `names`: the other one, of the same checkpoint. Fails as build() does.
    static Result<NameTree> families(const Checkpoint& checkpoint, const NameTree& names, const Work& work = {});

    NodeId root() const { return m_tensorCount; }
    std::uint32_t tensorCount() const { return m_tensorCount; }
    std::uint32_t groupCount() const { return static_cast<std::uint32_t>(m_groups.size()); }
    std::uint32_t nodeCount() const { return m_tensorCount + groupCount(); }
    bool isGroup(NodeId node) const { return node >= m_tensorCount; }

    /// For the root: the root.
    NodeId parent(NodeId node) const
    {
        return m_tensorCount + (isGroup(node) ? group(node).parent : m_leaves[node].parent);
    }
    /// In natural order; among equal names groups come first. Precondition: a group.
    std::span<const NodeId> children(NodeId group) const;
    /// The node's own part of the name; may be empty ("a..b", "a.").
    std::string_view segment(NodeId node) const;
    /// The whole name up to and including the segment. With patterns for blocks that are one group.
    std::string_view path(NodeId node) const;
    /// Whether it is a tree of families.
    bool isOfFamilies() const { return !m_roles.empty(); }
    /// A group whose children are tensors of the same role. Only trees of families have any.
    bool isRole(NodeId node) const { return isGroup(node) && !m_roles.empty() && m_roles[node - m_tensorCount]; }
    /// A group that stands for parts of several names: its path is none of a name.
    bool isPattern(NodeId node) const
    {
        return isGroup(node) && !m_patterns.empty() && !m_patterns[node - m_tensorCount].empty();
    }
    /// Which of several blocks in one group a tensor is in: "layers.12.experts.7", a part of its name. Empty if it
    /// is in no such group.
    std::string_view place(NodeId tensor) const;
    /// Precondition: a group.
    const Sums& sums(NodeId node) const { return m_sums[node - m_tensorCount]; }

private:
    struct Leaf {
        std::uint32_t parent = 0; ///< group number
        std::uint32_t segment = 0; ///< where the segment begins in the name
    };
    struct Group {
        std::uint32_t parent = 0; ///< group number
        std::uint32_t segment = 0; ///< where the segment begins in the path
        std::uint32_t pathSize = 0;
        std::uint32_t tensor = 0; ///< some tensor below it: its name begins with the group's path
        std::uint32_t firstChild = 0; ///< index into m_children; the next group's firstChild ends the list
    };
    struct SortItem {
        std::uint64_t key = 0; ///< naturalKey() of the segment, without what all siblings begin with
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
    /// `items` and `scratch` are for its own use: memory that is needed again and again.
    void sortChildren(std::span<NodeId> children, std::vector<SortItem>& items, std::vector<SortItem>& scratch) const;

    std::uint32_t m_tensorCount = 0;
    const Tensor* m_tensors = nullptr; ///< the checkpoint's
    std::vector<Leaf> m_leaves; ///< by tensor
    std::vector<Group> m_groups;
    std::vector<Sums> m_sums; ///< by group
    std::vector<NodeId> m_children; ///< group by group
    // Only in a tree of families.
    std::vector<std::string> m_patterns; ///< by group: its path, where that is not the beginning of a name; else empty
    std::vector<bool> m_roles; ///< by group
    std::vector<Part> m_places; ///< by tensor
};

} // namespace loupe
