#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// `text` as UTF-8: each byte that is not becomes U+FFFD, as in all JSON that is written here.
std::string utf8Of(std::string_view text);

} // namespace loupe
