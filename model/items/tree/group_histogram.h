#pragma once

#include "core/work.h"
#include "items/histogram/histogram_cache.h"
#include "items/tree/health_results.h"

#include <cstdint>
#include <span>

namespace loupe {

/// How many there are; about, beyond 2^53.
double finiteValues(const Summary& summary);

/// How the finite values of `tensors` are distributed, as far as a scan knows: the histograms that it keeps of each of
/// them, added up. Counts are good to about one bar of those. The range holds nearly all values; what lies beyond is
/// counted at its ends. Null if nothing is known. For a job; stopped: not to be used.
HistogramPtr findGroupHistogram(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const HealthResults& results, const Work& work);

} // namespace loupe
