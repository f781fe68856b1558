#pragma once

#include <string>
#include <string_view>

namespace loupe::gguf {

/// Escapes the bytes of a name that are not valid UTF-8, since other layers expect UTF-8. Also escapes a backslash that
/// looks like such an escape, so that two results are equal if and only if the original bytes are equal.
std::string ggufSpelled(std::string_view name);

/// A truncated `name` without the partial character at its end, if any.
std::string_view ggufWholeCharacters(std::string_view name);

/// The text up to its first NUL, as a C string ends there.
inline std::string_view ggufUpToNul(std::string_view text)
{
    return text.substr(0, text.find('\0'));
}

} // namespace loupe::gguf
