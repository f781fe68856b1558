#pragma once

#include "analysis/slices/grid_reduction.h"
#include "items/heat_map/color_range.h"

#include <QString>

#include <span>

namespace loupe {

/// The content of the grid cell that contains `cell` of the slice: "[3, 17] = 0.5", or the extremes of several
/// elements. Empty if the grid does not have it (yet).
QString gridCellText(const Grid& grid, Slice::Cell cell, const Slice& slice, std::span<const std::uint64_t> shape);

/// The elements of a window: "[3, 17]", or the first and the last of several.
QString gridPlaceText(const SliceWindow& window, const Slice& slice, std::span<const std::uint64_t> shape);

/// The value of a cell with one element, or the extremes of several and the count of nonfinite ones. `digits`: at most
/// this many; 0 for the shortest text that reads back as the same value.
QString gridValuesText(const Grid& grid, const GridCell& cell, int digits = 0);

/// "Show full range: ±1e+06".
QString fullRangeText(const ColorRange& full);

/// Explains RangeChoice::Automatic.
QString automaticRangeText();

/// Says how many elements a cell represents, whether it shows their largest absolute value (`diverging`) or their
/// maximum, and whether the picture is to scale.
QString legendText(const GridShape& shape, bool diverging, bool isToScale);

} // namespace loupe
