#pragma once

#include "analysis/statistics/key_bins.h"

#include <cstddef>
#include <cstdint>

namespace loupe {

/// Increments counts[bins.slot(number)] for each of `count` numbers, of any alignment; `counts` has bins.slotCount()
/// entries. T is float, double, or an integer of 32 or 64 bits.
template <typename T>
void countSlots(const T* numbers, std::size_t count, const KeyBins<T>& bins, std::uint64_t* counts);

} // namespace loupe
