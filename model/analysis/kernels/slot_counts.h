#pragma once

#include "analysis/histogram.h"

#include <cstddef>
#include <cstdint>

namespace loupe {

/// Adds to counts[bins.slot(number)] for each of `count` numbers, of any alignment, all finite; `counts` has
/// bins.slotCount() entries. 64-bit integers are taken as their nearest doubles.
void countSlots(const float* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts);
void countSlots(const double* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts);
void countSlots(const std::int32_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts);
void countSlots(const std::uint32_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts);
void countSlots(const std::int64_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts);
void countSlots(const std::uint64_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts);

} // namespace loupe
