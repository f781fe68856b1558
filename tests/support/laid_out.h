#pragma once

#include <QWidget>

#include <string>
#include <vector>

namespace loupe::test {

/// The layout faults of a window, one sentence each: widgets that extend beyond their parent, overlap another widget,
/// or have less room than they need. The page of a scroll area may be larger than its visible part.
std::vector<std::string> layoutFaults(const QWidget& window);

} // namespace loupe::test
