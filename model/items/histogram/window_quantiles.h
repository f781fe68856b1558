#pragma once

#include "analysis/statistics/summary.h"

#include <algorithm>
#include <array>
#include <optional>

namespace loupe {

/// The quantiles computed for every tensor in the window. The table shows them, and histograms are clipped to them.
inline constexpr std::array windowQuantiles{0.001, 0.01, 0.25, 0.5, 0.75, 0.99, 0.999};

/// Nullopt if it was not requested or does not exist.
inline std::optional<double> quantileOf(const Summary& summary, double fraction)
{
    const auto found = std::find_if(summary.quantiles.begin(), summary.quantiles.end(),
        [fraction](const Quantile& quantile) { return quantile.fraction == fraction; });
    return found == summary.quantiles.end() ? std::nullopt : found->value;
}

} // namespace loupe
