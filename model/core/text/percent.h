#pragma once

#include <string>

namespace loupe {

/// "99.9 %", "64 %", "0.0012 %": a share with up to five digits; "100 %" only of the whole.
std::string formatPercent(double share);

} // namespace loupe
