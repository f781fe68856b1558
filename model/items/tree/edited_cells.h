#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/tree/moved_groups.h"

#include <QVariant>

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A row of a tree of tensors, in any TreeForm.
struct EditedRow {
    NameTree::NodeId node = 0;
    std::string_view path; ///< the full name of the node
    std::string_view shown; ///< the end of `path` that the row shows, without the part that the row above shows
    std::optional<std::string> aboveMovesTo; ///< the new path of the row above, if it is moved
    std::uint64_t elements = 0; ///< total of everything that the row represents
    std::uint64_t bytes = 0; ///< likewise, in the files
};

/// The data of a tensor with pending edits in a `column` of a TensorTreeModel, if it differs from the data without
/// edits: the new name, with the replaced part as FormerNameRole; both dtypes; the new size, with both sizes in the
/// tooltip; and EditedRole. The name is unchanged if only a group above is renamed. If a tensor moves to another group,
/// the name is the full new name.
QVariant editedData(
    const StagedEdits& edits, const OpenedCheckpoint& opened, const EditedRow& row, int column, int role);

/// The data of a group that has `below` edits, with their `sizes`: EditedBelowRole if rows below show any of them, and
/// their number in the tooltip.
QVariant editedGroupData(const MovedGroups& moved, const ChangeTotals& below, const SizeChange& sizes,
    const EditedRow& row, int column, int role);

} // namespace loupe
