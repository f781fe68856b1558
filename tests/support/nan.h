#pragma once

#include <limits>

namespace loupe::test {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

} // namespace loupe::test
