#pragma once

#include "analysis/grid_reduction.h"
#include "items/grid_range.h"

#include <QString>

#include <span>

namespace loupe {

/// What stands in the grid's cell that holds `cell` of the slice: "[3, 17] = 0.5", or the extremes of several elements.
/// Empty where the grid does not (yet) have it.
QString gridCellText(const Grid& grid, Slice::Cell cell, const Slice& slice, std::span<const std::uint64_t> shape);

/// "Full range: ±1e+06".
QString fullRangeText(const GridRange& full);

/// How many elements a cell stands for.
QString legendText(const GridShape& shape);

} // namespace loupe
