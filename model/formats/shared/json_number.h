#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>

namespace loupe {

/// A number from a file's metadata as exact JSON: the shortest text that reads back as the same float and does not look
/// like an integer. NaN and infinities are the strings "NaN", "Infinity" and "-Infinity".
template <typename Number>
std::string jsonNumber(Number number)
{
    if constexpr (std::floating_point<Number>) {
        if (std::isnan(number))
            return "\"NaN\"";
        if (std::isinf(number))
            return number < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    }
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    std::string text(digits.data(), end);
    if (std::floating_point<Number> && text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

} // namespace loupe
