#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace loupe {

/// The value at `rank` in ascending order, counted from 0. Takes linear time and reorders the values: those before
/// the rank are at most this one, those after it at least. Precondition: rank < values.size(), and no value is NaN.
inline double rankedValue(std::span<double> values, std::size_t rank)
{
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// The value that `share` (0 to 1) of the values do not exceed. Reorders the values. Precondition: not empty, no NaN.
inline double valueAtShare(std::span<double> values, double share)
{
    return rankedValue(values, static_cast<std::size_t>(share * static_cast<double>(values.size() - 1)));
}

} // namespace loupe
