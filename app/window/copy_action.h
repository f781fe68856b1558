#pragma once

class QMenu;

namespace loupe {

/// Adds Copy to a menu: what is selected in whatever has the focus. The key itself belongs to that.
void addCopyFocused(QMenu& menu);

} // namespace loupe
