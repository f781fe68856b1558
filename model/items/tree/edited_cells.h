#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/moved_groups.h"

#include <QVariant>

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A row of a tree of tensors, in any form of the tree.
struct EditedRow {
    NameTree::NodeId node = 0;
    std::string_view path; ///< the node's whole name
    std::string_view shown; ///< the end of `path` that the row shows: what the row above it does not
    std::optional<std::string> aboveMovesTo; ///< the new path of the row above, where that moves
    std::uint64_t elements = 0; ///< of all that the row stands for
    std::uint64_t bytes = 0; ///< likewise, of the files
};

/// What a TensorTreeModel answers about a tensor with staged edits, in its column `column`, where that is another than
/// without them: the new name with what it replaces as FormerNameRole, both dtypes, the new size with both in the
/// tooltip, and EditedRole. The name looks as before where only a group above moves. Of a tensor that leaves its group,
/// the whole new name.
QVariant editedData(
    const StagedEdits& edits, const OpenedCheckpoint& opened, const EditedRow& row, int column, int role);

/// The same about a group, with `below` staged in it, which has `sizes`: EditedBelowRole where the rows below show
/// something, and how much in its tooltip.
QVariant editedGroupData(const MovedGroups& moved, const ChangeTotals& below, const SizeChange& sizes,
    const EditedRow& row, int column, int role);

} // namespace loupe
