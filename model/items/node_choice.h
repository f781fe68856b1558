#pragma once

#include "core/tree_order.h"
#include "core/work.h"
#include "items/opened_checkpoint.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// Rows of the tree that were chosen: tensors, and groups, which stand for the tensors that are shown below them.
struct NodeChoice {
    OpenedCheckpointPtr opened;
    std::shared_ptr<const TreeOrder> order; ///< what is shown
    std::vector<NameTree::NodeId> nodes; ///< in any order; a group and what is in it may both be there

    bool isEmpty() const { return nodes.empty(); }
    /// Not fewer than tensors() gives; costs nothing but a look at each node.
    std::uint64_t mostTensors() const;
    /// Each once, in the order of the checkpoint. Looks at all tensors of a large choice: for a job then.
    /// Stopped: maybe not all.
    std::vector<std::uint32_t> tensors(const Work& work = {}) const;

private:
    std::vector<std::uint32_t> fewTensors() const;
    std::vector<std::uint32_t> allTensors(const Work& work) const;
};

} // namespace loupe
