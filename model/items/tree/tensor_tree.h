#pragma once

#include "items/session/opened_checkpoint.h"

#include <memory>

namespace loupe {

/// One of the trees of a checkpoint's tensors, with the orders that are asked for most. Its groups are numbered apart
/// from those of another one; tensors and the root are the same nodes in each.
struct TensorTree {
    std::shared_ptr<const NameTree> names = {}; ///< null: there is none
    std::shared_ptr<const TreeOrder> order = {}; ///< all nodes in natural order
    std::shared_ptr<const TreeOrder> compact = {}; ///< the same in compact rows
};

/// The tree of the names, which every open checkpoint has.
TensorTree namesOf(const OpenedCheckpointPtr& opened);
/// Makes a new tree of the families, for a job. It does not outlive the checkpoint. Stopped or OutOfMemory on
/// failure.
Result<TensorTree> familiesOf(const OpenedCheckpointPtr& opened, const Work& work);

} // namespace loupe
