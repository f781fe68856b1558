#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

// Comma-separated numbers in options. Empty if the text is invalid.

/// "X,Y,…", all finite.
std::optional<std::vector<double>> parseNumbers(std::string_view text);

/// "LOW,HIGH", both finite, LOW <= HIGH.
std::optional<std::pair<double, double>> parseRange(std::string_view text);

/// "Q,Q,…", each a fraction from 0 to 1, at most SummaryOptions::maximumQuantiles; none for "". Duplicates are dropped.
std::optional<std::vector<double>> parseQuantiles(std::string_view text);

} // namespace loupe
