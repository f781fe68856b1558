#pragma once

#include "analysis/comparison/change_scale.h"
#include "analysis/comparison/layer_cell.h"

#include <string>
#include <string_view>

namespace loupe {

// The cells of a ComparisonLayers as SVG. Lengths are pixels, whole ones but for rounding.

inline constexpr double layerCellGap = 1; ///< between cells, at the right and below of each

std::string wholeNumber(double value);
/// " x=\"1\" y=\"2\" width=\"3\" height=\"4\"".
std::string rectangle(double x, double y, double width, double height);

/// `title` is what it says under the pointer, escaped.
std::string layerMark(const LayerCell& cell, const ChangeScale& scale, double x, double y, double width, double height,
    const std::string& title);
/// An entry of a list: a mark and what it stands for.
std::string layerLegendEntry(const LayerCell& cell, std::string_view words);
/// The colors and their relative changes.
std::string layerLegendScale(const ChangeScale& scale);

} // namespace loupe
