#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// Length of the longest prefix of `text` that is whole, strict UTF-8 (Unicode 15, table 3-7: no overlong forms, no
/// surrogates, nothing above U+10FFFF). `text.size()` where all of it is.
std::size_t validUtf8Prefix(std::string_view text);

} // namespace loupe
