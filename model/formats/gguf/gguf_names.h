#pragma once

#include <string>
#include <string_view>

namespace loupe::gguf {

/// Spells out the bytes of a name that are not UTF-8, since other layers expect UTF-8. Also spells out a backslash that
/// looks like such an escape, so that two results are equal exactly where the bytes are.
std::string ggufSpelled(std::string_view name);

/// `name`, which was cut, without a partial character at its end.
std::string_view ggufWholeCharacters(std::string_view name);

/// As a C string: up to the first NUL.
inline std::string_view ggufUpToNul(std::string_view text)
{
    return text.substr(0, text.find('\0'));
}

} // namespace loupe::gguf
