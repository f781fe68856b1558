#pragma once

#include "items/session/opened_checkpoint.h"

#include <memory>

namespace loupe {

/// One of the trees of a checkpoint's tensors, with its most used orders. Groups of different trees are numbered
/// separately; tensors and the root are the same nodes in all trees.
struct TensorTree {
    std::shared_ptr<const NameTree> names = {}; ///< null: no tree
    std::shared_ptr<const TreeOrder> order = {}; ///< all nodes in natural order
    std::shared_ptr<const TreeOrder> compact = {}; ///< the same in compact rows
};

/// The tree by names, which every open checkpoint has.
TensorTree namesOf(const OpenedCheckpointPtr& opened);
/// Makes a new tree of families; run it in a job. Must not outlive the checkpoint. Fails with Stopped or OutOfMemory.
Result<TensorTree> familiesOf(const OpenedCheckpointPtr& opened, const Work& work);

} // namespace loupe
