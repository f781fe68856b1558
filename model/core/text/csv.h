#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// A CSV cell (RFC 4180) for untrusted text. Quotes it if it contains commas or quotes, or begins or ends with spaces;
/// escapes control and other misleading characters (core/text.h); and prefixes an apostrophe if a spreadsheet would
/// take it for a formula. Numbers that we format ourselves do not need this.
std::string csvText(std::string_view text);

} // namespace loupe
