#pragma once

#include <vector>

class QWidget;

namespace loupe {

/// Tab goes from each control to the next one that can be seen and used. All are, or will be, in the same window, and
/// the view that they are in has no focus proxy: that one would be reached before all others.
void tabInOrder(const std::vector<QWidget*>& controls);

} // namespace loupe
