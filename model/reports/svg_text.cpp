#include "reports/svg_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace loupe {

namespace {

std::string digitsOf(double value, std::chars_format format, int precision)
{
    std::array<char, 400> digits; // the largest double has 309 digits before its point
    return {digits.data(), std::to_chars(digits.begin(), digits.end(), value, format, precision).ptr};
}

} // namespace

std::string svgNumber(double value)
{
    return digitsOf(value, std::chars_format::fixed, 2);
}

std::string svgAttribute(std::string_view name, double value)
{
    return std::string(" ").append(name).append("=\"") + svgNumber(value) + '"';
}

std::string axisNumber(double value)
{
    return digitsOf(value, std::chars_format::general, 4);
}

std::vector<double> axisTicks(double low, double high)
{
    constexpr double wantedSteps = 5;
    // Beyond these limits, computations with a step would overflow a double.
    constexpr double least = 1e-300;
    constexpr double most = 1e300;
    const double rough = high / wantedSteps - low / wantedSteps;
    if (!(rough >= least) || rough > most)
        return {low, high};
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    const double factor = rough <= decade ? 1 : rough <= 2 * decade ? 2 : rough <= 5 * decade ? 5 : 10;
    const double step = factor * decade;
    std::vector<double> ticks;
    const double first = std::ceil(low / step);
    const double last = std::floor(high / step);
    // About 2^53 steps away from 0, adjacent ticks would be the same double.
    constexpr double farthest = 1e12;
    if (std::abs(first) > farthest || std::abs(last) > farthest)
        return {low, high};
    const auto count = static_cast<int>(last - first);
    for (int i = 0; i <= count; ++i)
        ticks.push_back((first + i) * step);
    return ticks;
}

} // namespace loupe
