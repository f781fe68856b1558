#pragma once

#include <string>

namespace loupe {

/// Formats a share as a percentage with up to five digits: "99.9 %", "64 %", "0.0012 %". Only a share of exactly 1
/// gives "100 %".
std::string formatPercent(double share);

} // namespace loupe
