#pragma once

#include <span>
#include <string>

namespace loupe {

/// "a, b, c".
std::string listed(std::span<const std::string> texts);

} // namespace loupe
