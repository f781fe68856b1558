#pragma once

#include "app/window/options.h"

#include <QStringList>

namespace loupe {

class OrderedTreeView;

/// What a window shows, as far as a command can show it again.
struct ShownState {
    Options options; ///< without paths where nothing is open
    bool selectsTensors = false; ///< and neither groups nor parts of quantized weights
    bool selectsPart = false; ///< one of the tensors that a quantized weight is stored in, and nothing else
    bool hasEdits = false; ///< staged ones, which `options` leave out
    QStringList leftOut; ///< whole sentences about what a command cannot show
};

/// What the rows are sorted by; nothing for their natural order.
std::optional<RowSorting> shownSorting(const OrderedTreeView& view);

/// Whether --select finds the node by the path that the tree has for it: no other one has it before, and an argument
/// can hold it. Looks at all names.
bool isFoundByName(const NameTree& tree, NameTree::NodeId node);

} // namespace loupe
