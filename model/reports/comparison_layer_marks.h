#pragma once

#include "analysis/comparison/change_scale.h"
#include "analysis/comparison/layer_cell.h"

#include <string>
#include <string_view>

namespace loupe {

// The cells of ComparisonLayers as SVG. Lengths are in pixels, integral except for rounding errors.

inline constexpr double layerCellGap = 1; ///< at the right and at the bottom of each cell

std::string wholeNumber(double value);
/// " x=\"1\" y=\"2\" width=\"3\" height=\"4\"".
std::string rectangle(double x, double y, double width, double height);

/// `title` is the tooltip, already escaped.
std::string layerMark(const LayerCell& cell, const ChangeScale& scale, double x, double y, double width, double height,
    const std::string& title);
/// A legend entry: a mark and its meaning.
std::string layerLegendEntry(const LayerCell& cell, std::string_view words);
/// The colors and the relative changes that they represent.
std::string layerLegendScale(const ChangeScale& scale);

} // namespace loupe
