#pragma once

#include "core/work.h"
#include "items/histogram/histogram_cache.h"
#include "items/tree/health/health_results.h"

#include <cstdint>
#include <span>

namespace loupe {

/// The number of finite values; approximate beyond 2^53.
double finiteValues(const Summary& summary);

/// The distribution of the finite values of `tensors`, as known from a scan: the sum of their histograms. The counts
/// are accurate to about one bar of those. The range covers nearly all values; values beyond it are counted at its
/// ends. Null if nothing is known. Run it in a job; if stopped, the result must not be used.
HistogramPtr findGroupHistogram(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
    const HealthResults& results, const Work& work);

} // namespace loupe
