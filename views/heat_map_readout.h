#pragma once

#include "analysis/grid_reduction.h"
#include "core/checkpoint.h"
#include "items/job_runner.h"

#include <QString>

#include <optional>
#include <span>

namespace loupe {

/// What stands in the grid's cell that holds `cell` of the slice: "[3, 17] = 0.5", or the extremes of several elements.
/// Empty where the grid does not (yet) have it.
QString gridCellText(const Grid& grid, Slice::Cell cell, const Slice& slice, std::span<const std::uint64_t> shape);

/// How many elements a cell stands for.
QString legendText(const GridShape& shape);

/// "34 %, 2.1 GiB/s, 3 s left".
QString progressText(const JobProgress& progress);

/// Why there are no values to show, in one sentence; empty where there are. Errors that only reading can find are
/// found by reading.
QString whyNoValues(const Checkpoint* checkpoint, std::optional<std::uint32_t> tensor);

} // namespace loupe
