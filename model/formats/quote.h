#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// `name` in quotation marks for a message; a very long one is cut between characters and ends in an ellipsis.
std::string quote(std::string_view name);

/// "1 byte", "2 bytes".
std::string counted(std::uint64_t count, std::string_view noun);

} // namespace loupe
