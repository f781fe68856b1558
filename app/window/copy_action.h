#pragma once

class QMenu;

namespace loupe {

/// Adds Copy to a menu, which copies the selection of the focused widget. The widget itself handles the shortcut.
void addCopyFocused(QMenu& menu);

} // namespace loupe
