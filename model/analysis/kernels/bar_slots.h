#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

/// Bars of equal width from `low` to `high`. `scale`: bars for each half of a distance, since a whole one may overflow;
/// 0 if the range is a point, which the first bar is.
template <typename T>
struct BarPlaces {
    T low = 0;
    T high = 0;
    T scale = 0;
    std::int32_t bars = 0;
};

/// For each of `count` finite numbers: 0 below `low`, 1 to `bars` in a bar, bars + 1 above `high`. Returns how many of
/// the numbers are 0. T: float or double.
template <typename T>
std::size_t findBarSlots(const T* numbers, std::size_t count, const BarPlaces<T>& places, T* slots);

} // namespace loupe
