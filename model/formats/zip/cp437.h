#pragma once

#include <string>
#include <string_view>

namespace loupe::zip {

/// Text of code page 437, in which ZIP archives keep names that are not marked as UTF-8, as UTF-8.
std::string fromCp437(std::string_view text);

} // namespace loupe::zip
