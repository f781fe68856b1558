#pragma once

#include "core/tree/tree_order.h"
#include "core/work.h"
#include "items/session/opened_checkpoint.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// The tensors in `nodes`, and those that `order` shows below groups in `nodes`; without duplicates, sorted by number.
/// Visits all nodes of the tree. If stopped, some may be missing.
std::vector<std::uint32_t> tensorsBelow(
    const NameTree& tree, const TreeOrder& order, std::span<const NameTree::NodeId> nodes, const Work& work = {});

/// Selected rows of the tree: tensors and groups. A group stands for all tensors that are shown below it.
struct NodeChoice {
    OpenedCheckpointPtr opened;
    std::shared_ptr<const TreeOrder> order; ///< the rows that are shown
    std::vector<NameTree::NodeId> nodes; ///< in any order; may contain both a group and its members
    std::shared_ptr<const NameTree> shownTree = {}; ///< the tree of the nodes; null: the checkpoint's own

    const NameTree& tree() const { return shownTree ? *shownTree : opened->tree; }
    bool isEmpty() const { return nodes.empty(); }
    /// An upper bound for the size of tensors(). Cheap: looks only at `nodes`.
    std::uint64_t mostTensors() const;
    /// The size of tensors(). As cheap as mostTensors().
    std::uint64_t tensorCount() const;
    /// Without duplicates, in checkpoint order. Visits all tensors if the choice is large, so run it in a job then. If
    /// stopped, some may be missing.
    std::vector<std::uint32_t> tensors(const Work& work = {}) const;

private:
    std::vector<std::uint32_t> fewTensors() const;
};

} // namespace loupe
