#pragma once

#include "items/health_results.h"
#include "items/opened_checkpoint.h"

#include <QVariant>

namespace loupe {

/// What the column Health of a TensorTreeModel answers for the roles that are its own; `table` may be null. Texts are
/// made here, when they are asked for. Sums of groups are over all their tensors, whatever the filter hides: a filter
/// must not make a group look sound.
QVariant healthData(const HealthResults* table, const OpenedCheckpoint& opened, NameTree::NodeId node, int role);

} // namespace loupe
