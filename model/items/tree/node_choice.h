#pragma once

#include "core/tree/tree_order.h"
#include "core/work.h"
#include "items/session/opened_checkpoint.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// The tensors among `nodes`, and those that `order` shows below the groups among them: each once, by number. Looks at
/// all nodes of the tree. Stopped: maybe not all.
std::vector<std::uint32_t> tensorsBelow(
    const NameTree& tree, const TreeOrder& order, std::span<const NameTree::NodeId> nodes, const Work& work = {});

/// Rows of the tree that were chosen: tensors, and groups, which stand for the tensors that are shown below them.
struct NodeChoice {
    OpenedCheckpointPtr opened;
    std::shared_ptr<const TreeOrder> order; ///< what is shown
    std::vector<NameTree::NodeId> nodes; ///< in any order; a group and what is in it may both be there
    std::shared_ptr<const NameTree> shownTree = {}; ///< that they are nodes of; null: the checkpoint's own

    const NameTree& tree() const { return shownTree ? *shownTree : opened->tree; }
    bool isEmpty() const { return nodes.empty(); }
    /// Not fewer than tensors() gives; costs nothing but a look at each node.
    std::uint64_t mostTensors() const;
    /// How many tensors() gives. As cheap as mostTensors().
    std::uint64_t tensorCount() const;
    /// Each once, in the order of the checkpoint. Looks at all tensors of a large choice: for a job then.
    /// Stopped: maybe not all.
    std::vector<std::uint32_t> tensors(const Work& work = {}) const;

private:
    std::vector<std::uint32_t> fewTensors() const;
};

} // namespace loupe
