#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/result.h"

#include <cstdint>

namespace loupe {

/// Adds a finding for each remark of a scan about a tensor: NaN and infinities are errors, as they are for the exit
/// status; other anomalies are warnings, and a duplicate is a note. Adds nothing if the tensor could not be read. Does
/// not add Health::findings.
void addScanFindings(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health, Findings& findings);

} // namespace loupe
