#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// `text` as UTF-8: each invalid byte becomes U+FFFD, as in any JSON that this program writes.
std::string utf8Of(std::string_view text);

} // namespace loupe
