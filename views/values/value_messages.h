#pragma once

#include "core/checkpoint.h"
#include "items/jobs/job_runner.h"

#include <QString>

#include <optional>

namespace loupe {

/// "Reading 34 %, 2.1 GiB/s, 3 s left".
QString progressText(const JobProgress& progress);

/// Why the values of a quantized weight cannot be decoded; empty for other tensors.
QString whyNotDecoded(const Checkpoint& checkpoint, std::uint32_t tensor);

/// Why there are no values to show, in one sentence; empty if there are. Does not cover errors that only reading can
/// find.
QString whyNoValues(const Checkpoint* checkpoint, std::optional<std::uint32_t> tensor);

} // namespace loupe
