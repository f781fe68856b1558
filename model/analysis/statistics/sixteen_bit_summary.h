#pragma once

#include "analysis/statistics/summary.h"

namespace loupe {

/// summarize() for readable dtypes of at most 16 bits, by counting how often each bit pattern occurs: one look at the
/// data gives every figure exactly, the histogram included.
Result<Summary> summarizePatterns(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer);

} // namespace loupe
