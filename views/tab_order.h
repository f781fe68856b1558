#pragma once

#include <vector>

class QWidget;

namespace loupe {

/// The key Tab goes through these in turn, passing over what is hidden or disabled. Precondition: they are in one
/// window. To be called after setFocusProxy(), which pulls the proxy before its siblings.
void tabInOrder(const std::vector<QWidget*>& controls);

} // namespace loupe
