#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"

#include <cstdint>
#include <string>

namespace loupe {

/// The health of tensors as CSV (RFC 4180, but with plain line feeds). The columns are named like the keys of `tloupe
/// scan --json`; a missing value is an empty cell. The figures for the parts of complex numbers are omitted; JSON has
/// them.
std::string healthCsvHeader();
/// The line for a tensor.
std::string healthCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

} // namespace loupe
