#pragma once

#include "analysis/slices/grid_reduction.h"
#include "items/heat_map/color_range.h"

#include <QString>

#include <span>

namespace loupe {

/// What stands in the grid's cell that holds `cell` of the slice: "[3, 17] = 0.5", or the extremes of several elements.
/// Empty if the grid does not (yet) have it.
QString gridCellText(const Grid& grid, Slice::Cell cell, const Slice& slice, std::span<const std::uint64_t> shape);

/// Which elements of the slice a window has: "[3, 17]", or the first and the last of several.
QString gridPlaceText(const SliceWindow& window, const Slice& slice, std::span<const std::uint64_t> shape);

/// The value in a cell of one element, or the extremes of several and how many of them are not finite. `digits`: as
/// many at most; 0 for the shortest text that reads back as the same value.
QString gridValuesText(const Grid& grid, const GridCell& cell, int digits = 0);

/// "Show full range: ±1e+06".
QString fullRangeText(const ColorRange& full);

/// What RangeChoice::Automatic does.
QString automaticRangeText();

/// How many elements a cell stands for, which of them it shows where the colors are diverging or not, and whether the
/// picture is to scale.
QString legendText(const GridShape& shape, bool diverging, bool isToScale);

} // namespace loupe
