#pragma once

#include <string_view>

namespace loupe {

/// How a type is shown that is no dtype of ours: as it is spelled, but for numbers that every library spells in another
/// way and that have a name beside C64.
constexpr std::string_view opaqueName(std::string_view spelled)
{
    return spelled == "complex128" || spelled == "COMPLEX128" ? "C128" : spelled;
}

} // namespace loupe
