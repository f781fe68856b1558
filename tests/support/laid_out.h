#pragma once

#include <QWidget>

#include <string>
#include <vector>

namespace loupe::test {

/// What is laid out wrongly in a window, a sentence each: a part that leaves what it lies in, lies over another one, or
/// has less room than it needs. The page of a scroll area may be higher than what is seen of it.
std::vector<std::string> layoutFaults(const QWidget& window);

} // namespace loupe::test
