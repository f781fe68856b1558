#pragma once

#include <vector>

class QWidget;

namespace loupe {

/// Makes Tab go from each control to the next visible and enabled one. All must be, or end up, in the same window.
/// Their view must not have a focus proxy, because that would come before all others.
void tabInOrder(const std::vector<QWidget*>& controls);

} // namespace loupe
