#pragma once

#include "analysis/statistics/summary.h"

#include <algorithm>
#include <array>
#include <optional>

namespace loupe {

/// The quantiles that the window asks of every tensor: its table shows them, and its histograms are clipped to them.
inline constexpr std::array windowQuantiles{0.001, 0.01, 0.25, 0.5, 0.75, 0.99, 0.999};

/// Nothing if it was not asked for or does not exist.
inline std::optional<double> quantileOf(const Summary& summary, double fraction)
{
    const auto found = std::find_if(summary.quantiles.begin(), summary.quantiles.end(),
        [fraction](const Quantile& quantile) { return quantile.fraction == fraction; });
    return found == summary.quantiles.end() ? std::nullopt : found->value;
}

} // namespace loupe
