#pragma once

#include <cstddef>
#include <string_view>

namespace loupe {

/// The number of bytes to change, insert or delete to turn one text into the other. Takes time proportional to the
/// product of their lengths.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace loupe
