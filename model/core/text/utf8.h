#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// Bytes of the character that `text`, which is not empty, begins with; 0 if that is not UTF-8 (Unicode 15, table
/// 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t utf8CharacterSize(std::string_view text);

/// Length of the longest prefix of `text` that is whole characters; `text.size()` where all of it is.
std::size_t validUtf8Prefix(std::string_view text);

/// How many characters `text` has, if it is UTF-8.
std::size_t characterCount(std::string_view text);

} // namespace loupe
