#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Converts A to Z to lowercase and leaves everything else unchanged, including bytes above 0x7F. Independent of the
/// locale.
constexpr char asciiLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string asciiLower(std::string_view text);

} // namespace loupe
