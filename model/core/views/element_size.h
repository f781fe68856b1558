#pragma once

#include <cstddef>
#include <type_traits>

namespace loupe {

/// Calls `copy` with an element size of 1, 2, 4 or 8 bytes as a compile-time constant, so that each copy is one
/// instruction.
template <typename Copy>
void withSize(std::size_t size, Copy&& copy)
{
    switch (size) {
    case 1:
        return copy(std::integral_constant<std::size_t, 1>{});
    case 2:
        return copy(std::integral_constant<std::size_t, 2>{});
    case 4:
        return copy(std::integral_constant<std::size_t, 4>{});
    default:
        return copy(std::integral_constant<std::size_t, 8>{});
    }
}

} // namespace loupe
