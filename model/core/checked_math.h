#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// Sum of two sizes or offsets; nothing if it does not fit in 64 bits.
constexpr std::optional<std::uint64_t> checkedAdd(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

/// Product of two sizes; nothing if it does not fit in 64 bits.
constexpr std::optional<std::uint64_t> checkedMultiply(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

/// Sum of two sizes or offsets, or the largest number if it does not fit in 64 bits.
constexpr std::uint64_t saturatingAdd(std::uint64_t a, std::uint64_t b)
{
    return checkedAdd(a, b).value_or(std::numeric_limits<std::uint64_t>::max());
}

} // namespace loupe
