#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// The size in bytes of the first character of `text`, which must not be empty; 0 if it is not valid UTF-8 (Unicode 15,
/// table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8CharacterSize(std::string_view text);

/// The length of the longest prefix of `text` that consists of whole characters; `text.size()` if all of it does.
std::size_t validUtf8Prefix(std::string_view text);

/// The number of characters of `text`, which must be UTF-8.
std::size_t characterCount(std::string_view text);

} // namespace loupe
