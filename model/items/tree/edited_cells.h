#pragma once

#include "items/session/opened_checkpoint.h"
#include "saving/recipe/staged_edits.h"

#include <QVariant>

namespace loupe {

/// What a TensorTreeModel answers about a tensor with staged edits, in its column `column`, where that is another than
/// without them: the name and the dtype that it will have, after an arrow, and EditedRole. A new name in the same group
/// is shown as its last part alone.
QVariant editedData(
    const StagedEdits& edits, const OpenedCheckpoint& opened, std::uint32_t tensor, int column, int role);

/// The same about a group with staged edits `below` it: EditedBelowRole, and how many in its tooltip.
QVariant editedGroupData(
    const ChangeTotals& below, const OpenedCheckpoint& opened, NameTree::NodeId group, int column, int role);

} // namespace loupe
