#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

/// Bars of equal width from `low` to `high`. `scale` converts half a distance to a number of bars; a whole distance may
/// overflow. It is 0 if the range is a single point, which belongs to the first bar.
template <typename T>
struct BarPlaces {
    T low = 0;
    T high = 0;
    T scale = 0;
    std::int32_t bars = 0;
};

/// Writes the slot of each of `count` finite numbers: 0 below `low`, 1 to `bars` for a bar, bars + 1 above `high`.
/// Returns how many of the numbers are 0. T is float or double.
template <typename T>
std::size_t findBarSlots(const T* numbers, std::size_t count, const BarPlaces<T>& places, T* slots);

} // namespace loupe
