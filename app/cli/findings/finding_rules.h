#pragma once

#include <string_view>

namespace loupe {

/// What findings of a code are about, in one sentence. Codes that begin with the same words share it, so that
/// "offset-hole" has that of "offset"; the longest such beginning counts. Empty if there is none, which a test
/// forbids.
std::string_view findingRule(std::string_view code);

} // namespace loupe
