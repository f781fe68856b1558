#pragma once

#include <string>
#include <string_view>

namespace loupe::gguf {

/// Names are UTF-8 above formats: a byte that is not is spelled out. So is the backslash of what looks like that, so
/// that names are alike here exactly where their bytes are.
std::string ggufSpelled(std::string_view name);

/// `name`, which was cut, without the character that it was cut in.
std::string_view ggufWholeCharacters(std::string_view name);

/// As a C string.
inline std::string_view ggufUpToNul(std::string_view text)
{
    return text.substr(0, text.find('\0'));
}

} // namespace loupe::gguf
