#pragma once

#include "analysis/statistics/summary.h"
#include "core/checkpoint.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <span>

namespace loupe {

/// Writes the members "name", "dtype", "shape" and "elements" of a tensor.
void writeTensorHead(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor);

/// Writes the counts, extremes, mean and deviation; null for those that do not exist. `shape` is the tensor's.
void writeBasicFigures(JsonWriter& json, const Summary& summary, std::span<const std::uint64_t> shape);

} // namespace loupe
