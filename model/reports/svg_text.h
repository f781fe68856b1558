#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Numbers and colors of pictures in SVG, whatever the locale.

/// "12.50": in a picture's units.
std::string svgNumber(double value);
/// " NAME="12.50"".
std::string svgAttribute(std::string_view name, double value);
/// Four digits, as people read them on an axis: "0.001", "2.5e+06".
std::string axisNumber(double value);

/// What an axis names between two finite numbers, low < high, that may be any distance apart: some 4 to 8 multiples of
/// 1, 2 or 5 times a power of ten.
std::vector<double> axisTicks(double low, double high);

} // namespace loupe
