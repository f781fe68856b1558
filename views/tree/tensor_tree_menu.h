#pragma once

class QMenu;

namespace loupe {

class TensorTreeView;

/// The menu of the current and the selected rows, with the view's actions. It deletes itself when it closes, which it
/// does when the model resets. Precondition: there is a current row.
QMenu* makeTensorTreeMenu(TensorTreeView& view);

} // namespace loupe
