#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// How many bytes must be changed, added or removed to make one of the other. Takes time proportional to the product of
/// both lengths.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace loupe
