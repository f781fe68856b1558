#pragma once

#include "analysis/statistics/summary.h"
#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Statistics of tensors as CSV (RFC 4180, but with plain line feeds). The columns are named like the keys of `tloupe
/// stats --json`, those of quantiles "q0.5"; a missing value is an empty cell. Histograms, and the figures for the
/// parts of complex numbers, are omitted; JSON has them.
std::string summaryCsvHeader(const std::vector<double>& quantiles);
/// The line for a tensor.
std::string summaryCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary,
    const std::vector<double>& quantiles);

} // namespace loupe
