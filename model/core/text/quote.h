#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// `name` in quotation marks, for messages. Very long names are cut between characters and end in an ellipsis.
std::string quote(std::string_view name);

} // namespace loupe
