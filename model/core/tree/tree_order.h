#pragma once

#include "core/result.h"
#include "core/tree/name_tree.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace loupe {

/// The key by which the children of each group are sorted. Groups use their sums. For keys that do not apply to groups
/// (DType, Shape), groups come before tensors. Nodes with equal keys keep natural order.
enum class SortKey : std::uint8_t {
    Name, ///< natural order
    DType,
    Shape, ///< by rank, then dimension by dimension
    Elements,
    Size,
    Offset, ///< by file, then by first byte
    Given, ///< by numbers that the caller provides
};

struct Sorting {
    SortKey key = SortKey::Name;
    bool descending = false;

    bool operator==(const Sorting&) const = default;
};

/// The form of a tree: the nodes of a NameTree that have rows.
enum class TreeForm : std::uint8_t {
    Full, ///< each group and each tensor
    Compact, ///< a chain of groups that each show one child becomes one row, that of the last node
    Families, ///< compact rows of a tree of families
    Flat, ///< only the tensors, sorted across all groups
};

/// The displayed arrangement of a NameTree: for each group, its visible children in order. Immutable once built. Keeps
/// no reference to the tree.
class TreeOrder {
public:
    using NodeId = NameTree::NodeId;
    static constexpr std::uint32_t hidden = 0xffffffff;

    /// An empty arrangement.
    TreeOrder();

    /// Arranges all nodes. For SortKey::Given, `given` holds a number for each node; if it is empty, uses natural
    /// order. Fails with Stopped or OutOfMemory.
    static Result<TreeOrder> sorted(const Checkpoint& checkpoint, const NameTree& tree, Sorting sorting,
        const Work& work = {}, std::span<const std::uint64_t> given = {});

    /// Arranges only the tensors of `all` that `keep(index)` accepts, and the groups above them. `given` is as for
    /// sorted(), with the groups' numbers computed from the kept tensors; if it is empty, groups are ordered as in
    /// `all`. Fails with Stopped or OutOfMemory.
    static Result<TreeOrder> filtered(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& all,
        const std::function<bool(std::uint32_t tensor)>& keep, const Work& work = {},
        std::span<const std::uint64_t> given = {});

    /// Converts a full order to another form. `given` is as for sorted(). Fails with Stopped or OutOfMemory. Move a
    /// large `order` in to avoid a copy.
    static Result<TreeOrder> formed(const Checkpoint& checkpoint, const NameTree& tree, TreeOrder order, TreeForm form,
        const Work& work = {}, std::span<const std::uint64_t> given = {});

    Sorting sorting() const { return m_sorting; }
    bool isFiltered() const { return m_filtered; }
    TreeForm form() const { return m_form; }
    bool operator==(const TreeOrder&) const = default;

    /// The rows below a group, in order. Precondition: a group that has a row of its own, or the root.
    std::span<const NodeId> children(NodeId group) const
    {
        const std::uint32_t number = group - m_tensorCount;
        return std::span(m_children).subspan(m_firstChild[number], m_firstChild[number + 1] - m_firstChild[number]);
    }
    /// The node whose row shows this one: the node itself, except for a group within a chain of a compact order.
    NodeId shown(NodeId node) const
    {
        return isCompact() && node > m_tensorCount && children(node).size() == 1 ? children(node).front() : node;
    }
    /// The group whose row is the parent of this one; the root if there is none.
    NodeId parent(const NameTree& tree, NodeId node) const
    {
        if (m_form == TreeForm::Flat)
            return tree.root();
        NodeId above = tree.parent(node);
        while (isCompact() && above != tree.root() && children(above).size() == 1)
            above = tree.parent(above);
        return above;
    }
    /// Position among its siblings, 0 for the root. `hidden` for nodes that the filter dropped, and for groups in a
    /// flat order.
    std::uint32_t row(NodeId node) const { return m_rows[node]; }
    bool isVisible(NodeId node) const { return m_rows[node] != hidden; }
    /// The sums over the visible tensors of a group.
    const NameTree::Sums& sums(NodeId group) const { return m_sums[group - m_tensorCount]; }

private:
    bool isCompact() const { return m_form == TreeForm::Compact || m_form == TreeForm::Families; }
    /// An order without rows that has copies of all members that do not depend on the form.
    TreeOrder emptyLike(TreeForm form) const;
    static Result<TreeOrder> compacted(const Checkpoint& checkpoint, const NameTree& tree, TreeOrder order,
        TreeForm form, const Work& work, std::span<const std::uint64_t> given);
    template <typename EndOf>
    void sortAnew(const Checkpoint& checkpoint, const NameTree& tree, std::vector<NodeId> groups, EndOf endOf,
        std::span<const std::uint64_t> given);
    static Result<TreeOrder> flattened(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order,
        const Work& work, std::span<const std::uint64_t> given);

    Sorting m_sorting;
    bool m_filtered = false;
    TreeForm m_form = TreeForm::Full;
    std::uint32_t m_tensorCount = 0;
    std::vector<std::uint32_t> m_firstChild; ///< by group number; one more at the end
    std::vector<NodeId> m_children; ///< group by group
    std::vector<std::uint32_t> m_rows; ///< by node
    std::vector<NameTree::Sums> m_sums; ///< by group number
};

} // namespace loupe
