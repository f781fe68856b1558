#pragma once

#include "app/window/command/options.h"

#include "core/tree/name_tree.h"

#include <QStringList>

#include <string_view>
#include <vector>

namespace loupe {

class OrderedTreeView;

/// The state of a window, as far as a command can reproduce it.
struct ShownState {
    Options options; ///< no paths if nothing is open
    /// the selection has only tensors of a checkpoint, and no groups or parts of quantized weights
    bool selectsTensors = false;
    bool selectsPart = false; ///< the selection is a single tensor that stores a quantized weight
    bool hasEdits = false; ///< pending edits, which `options` does not include
    QStringList leftOut; ///< full sentences about what a command cannot show
};

/// The sort order of the rows; ascending by name for the natural order.
RowSorting shownSorting(const OrderedTreeView& view);

/// True if --select can take this name: it is text without a zero byte.
bool canBeSelected(std::string_view name);

/// The nodes, in the same order, that --select would find by their path in the tree: the path can be an argument, and
/// no earlier node has the same one. Visits all names of the tree once.
std::vector<NameTree::NodeId> foundByName(const NameTree& tree, const std::vector<NameTree::NodeId>& nodes);

} // namespace loupe
