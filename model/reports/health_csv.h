#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"

#include <cstdint>
#include <string>

namespace loupe {

/// The health of tensors as CSV (RFC 4180 but for line feeds alone), columns named like the keys of `tloupe scan
/// --json`; what does not exist is an empty cell. For complex numbers the parts' figures are omitted: JSON has them.
std::string healthCsvHeader();
/// The line of one tensor.
std::string healthCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

} // namespace loupe
