#pragma once

#include <QWidget>

#include <string>
#include <vector>

namespace loupe::test {

/// The layout faults of a window, one sentence each: a widget that extends beyond its parent, overlaps another one, or
/// has less room than it needs. The page of a scroll area may be larger than its visible part.
std::vector<std::string> layoutFaults(const QWidget& window);

} // namespace loupe::test
