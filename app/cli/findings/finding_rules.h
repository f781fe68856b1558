#pragma once

#include <string_view>

namespace loupe {

/// One sentence that describes the findings with this code. Codes share the sentence of their longest listed prefix of
/// whole words: "offset-hole" uses that of "offset". Empty if no prefix is listed; a test ensures that this does not
/// happen.
std::string_view findingRule(std::string_view code);

} // namespace loupe
