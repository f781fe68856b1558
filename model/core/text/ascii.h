#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// A to Z in lower case; everything else, bytes above 0x7F included, as it is. Whatever the locale.
constexpr char asciiLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string asciiLower(std::string_view text);

} // namespace loupe
