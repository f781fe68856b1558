#pragma once

#include <string_view>

namespace loupe {

/// The display name of a type that is no dtype of ours: its own spelling, except for complex128, which libraries spell
/// differently and which is C128 next to our C64.
constexpr std::string_view opaqueName(std::string_view spelled)
{
    return spelled == "complex128" || spelled == "COMPLEX128" ? "C128" : spelled;
}

} // namespace loupe
