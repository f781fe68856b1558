#pragma once

#include "analysis/statistics/summary.h"
#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Statistics of tensors as CSV (RFC 4180 but for line feeds alone), columns named like the keys of `tloupe stats
/// --json`, a quantile "q0.5"; what does not exist is an empty cell. Histograms and, of complex numbers, the figures of
/// the parts are omitted: JSON has them.
std::string summaryCsvHeader(const std::vector<double>& quantiles);
/// The line of one tensor.
std::string summaryCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary,
    const std::vector<double>& quantiles);

} // namespace loupe
