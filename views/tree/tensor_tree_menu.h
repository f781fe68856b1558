#pragma once

class QMenu;

namespace loupe {

class TensorTreeView;

/// The context menu of the current and the selected rows, including the view's actions. It deletes itself when it
/// closes or the model resets. Precondition: there is a current row.
QMenu* makeTensorTreeMenu(TensorTreeView& view);

} // namespace loupe
