#pragma once

#include "analysis/summary.h"
#include "core/checkpoint.h"
#include "core/json_writer.h"

#include <cstdint>

namespace loupe {

/// Writes the members "name", "dtype", "shape" and "elements" of a tensor.
void writeTensorHead(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor);

/// Writes the counts, extremes, mean and deviation, null where they do not exist.
void writeBasicFigures(JsonWriter& json, const Summary& summary);

} // namespace loupe
