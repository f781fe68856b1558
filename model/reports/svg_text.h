#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Numbers and colors for SVG pictures, independent of the locale.

/// "12.50": in the units of the picture.
std::string svgNumber(double value);
/// " NAME="12.50"".
std::string svgAttribute(std::string_view name, double value);
/// Four significant digits, for an axis: "0.001", "2.5e+06".
std::string axisNumber(double value);

/// The tick values of an axis between two finite numbers, low < high, at any distance: about 4 to 8 multiples of 1, 2
/// or 5 times a power of ten.
std::vector<double> axisTicks(double low, double high);

} // namespace loupe
