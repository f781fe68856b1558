#pragma once

#include "analysis/health.h"
#include "core/checkpoint.h"
#include "core/json_writer.h"

#include <cstdint>

namespace loupe {

/// Writes one element of "tensors" as `tloupe scan --json` has it.
void writeTensorHealth(
    JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);

} // namespace loupe
