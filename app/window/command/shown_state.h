#pragma once

#include "app/window/command/options.h"

#include "core/tree/name_tree.h"

#include <QStringList>

#include <string_view>
#include <vector>

namespace loupe {

class OrderedTreeView;

/// What a window shows, as far as a command can show it again.
struct ShownState {
    Options options; ///< without paths where nothing is open
    bool selectsTensors = false; ///< of a checkpoint, and neither groups nor parts of quantized weights
    bool selectsPart = false; ///< one of the tensors that a quantized weight is stored in, and nothing else
    bool hasEdits = false; ///< staged ones, which `options` leave out
    QStringList leftOut; ///< whole sentences about what a command cannot show
};

/// What the rows are sorted by; by name, the smallest first, in their natural order.
RowSorting shownSorting(const OrderedTreeView& view);

/// Whether an argument of --select can be this name: it is text without a zero byte.
bool canBeSelected(std::string_view name);

/// Those of the nodes that --select finds by the path that the tree has for them: an argument can be the path, and no
/// other node has it before. In the same order. Goes over all names of the tree once.
std::vector<NameTree::NodeId> foundByName(const NameTree& tree, const std::vector<NameTree::NodeId>& nodes);

} // namespace loupe
