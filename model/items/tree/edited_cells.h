#pragma once

#include "items/session/opened_checkpoint.h"
#include "saving/recipe/staged_edits.h"

#include <QVariant>

#include <string_view>

namespace loupe {

/// What a TensorTreeModel answers about a tensor with staged edits, in its column `column`, where that is another than
/// without them: the name and the dtype that it will have, after an arrow, and EditedRole. `shown` is what its row
/// shows of its name; for a new name in the same group, no more is shown.
QVariant editedData(const StagedEdits& edits, const OpenedCheckpoint& opened, std::uint32_t tensor,
    std::string_view shown, int column, int role);

/// The same about a group with staged edits `below` it: EditedBelowRole, and how many in its tooltip.
QVariant editedGroupData(const ChangeTotals& below, const NameTree& tree, NameTree::NodeId group,
    std::string_view shown, int column, int role);

} // namespace loupe
