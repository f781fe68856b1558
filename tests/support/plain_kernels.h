#pragma once

#include "analysis/kernels/block_figures.h"
#include "analysis/statistics/histogram.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace loupe::test {

// Slow and obvious twins of model/analysis/kernels, which take one number at a time.

template <typename T>
std::vector<T> numbersIn(const std::byte* bytes, std::size_t count)
{
    std::vector<T> numbers(count);
    if (count > 0)
        std::memcpy(numbers.data(), bytes, count * sizeof(T));
    return numbers;
}

template <typename T>
bool plainFinite(T number)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::isfinite(number);
    return true;
}

/// Sums are unscaled and in extended precision.
template <typename T>
struct PlainFigures {
    BlockFigures<T> block;
    long double sum = 0;
    long double squares = 0;
    long double magnitudes = 0; ///< the sum of absolute distances, to which rounding errors are relative
};

template <typename T>
PlainFigures<T> plainFigures(const std::byte* bytes, std::size_t count, long double pivot)
{
    PlainFigures<T> plain;
    for (const T number : numbersIn<T>(bytes, count)) {
        plain.block.negative += number < 0;
        if constexpr (std::is_floating_point_v<T>) {
            plain.block.nan += std::isnan(number);
            plain.block.positiveInf += std::isinf(number) && number > 0;
            plain.block.negativeInf += std::isinf(number) && number < 0;
            plain.block.subnormal += std::fpclassify(number) == FP_SUBNORMAL;
        }
        if (!plainFinite(number))
            continue;
        plain.block.zero += number == 0;
        plain.block.minimum = std::min(plain.block.minimum, number);
        plain.block.maximum = std::max(plain.block.maximum, number);
        const long double distance = static_cast<long double>(number) - pivot;
        plain.sum += distance;
        plain.squares += distance * distance;
        plain.magnitudes += std::abs(distance);
    }
    return plain;
}

/// Counts how often each value of the top bits occurs in numbers of `width` bytes.
inline std::vector<std::uint32_t> plainTopCounts(const std::byte* bytes, std::size_t count, std::size_t width)
{
    std::vector<std::uint32_t> counts(65536);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t top;
        std::memcpy(&top, bytes + (i + 1) * width - sizeof(top), sizeof(top));
        ++counts[top];
    }
    return counts;
}

/// Finds bins by comparing with their edges. Nonfinite numbers count as below the bins.
template <typename T>
std::vector<std::uint64_t> plainSlots(const std::vector<T>& numbers, const Bins& bins)
{
    const auto& edges = bins.edges();
    std::vector<std::uint64_t> counts(bins.slotCount());
    for (const T number : numbers) {
        const auto value = static_cast<double>(number);
        const bool below = !plainFinite(number) || value < edges.front();
        const auto passed = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
        if (below)
            ++counts[0];
        else if (value == edges.back())
            ++counts[bins.count()]; // the last bin includes its upper edge
        else
            ++counts[static_cast<std::size_t>(passed)];
    }
    return counts;
}

} // namespace loupe::test
