#pragma once

#include "analysis/statistics/histogram.h"

#include <string>
#include <string_view>

namespace loupe {

// Histograms as SVG, in the colors of a report's page. Each bin has a tooltip with its content. A bin that is far
// higher than all others is cut off, so that the others remain visible, and labeled with its count.

/// A as areas, and B as a line over them. Both must have the same edges; either may be null.
std::string pairBars(const Histogram* a, const Histogram* b, std::string_view title);
std::string differenceBars(const Histogram& differences, std::string_view title);

} // namespace loupe
