#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// `name` in quotation marks for a message; a very long one is cut between characters and ends in an ellipsis.
std::string quote(std::string_view name);

} // namespace loupe
