#pragma once

#include <string>
#include <string_view>

namespace loupe::zip {

/// Converts text in code page 437 to UTF-8. ZIP archives use it for names that are not marked as UTF-8.
std::string fromCp437(std::string_view text);

} // namespace loupe::zip
