#pragma once

#include "analysis/statistics/health.h"
#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/result.h"

#include <cstdint>

namespace loupe {

/// Adds what a scan remarks about a tensor's values, one finding for each remark: NaN and infinities are errors, as
/// they are for the exit status, what else is odd is a warning, and a duplicate a note. Nothing if the tensor could
/// not be read, and nothing of Health::findings.
void addScanFindings(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health, Findings& findings);

} // namespace loupe
