#pragma once

#include <string_view>

namespace loupe {

/// The display name of a type that is not one of our dtypes. This is its own spelling, except for complex128, which
/// libraries spell differently. It becomes C128, to match our C64.
constexpr std::string_view opaqueName(std::string_view spelled)
{
    return spelled == "complex128" || spelled == "COMPLEX128" ? "C128" : spelled;
}

} // namespace loupe
