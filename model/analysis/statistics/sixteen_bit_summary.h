#pragma once

#include "analysis/parallel/spans.h"
#include "analysis/statistics/summary.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// The counts for a range of a tensor's Spans; sufficient for a summary.
struct PatternsOfRange {
    struct Occurrence {
        std::uint16_t pattern = 0;
        std::uint64_t times = 0;
    };

    std::vector<Occurrence> occurrences; ///< sorted by pattern
    std::optional<std::uint64_t> firstNaN; ///< element index in the tensor
    std::optional<std::uint64_t> firstInfinite;
};

/// Precondition: a readable dtype of at most 16 bits.
Result<PatternsOfRange> countPatterns(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer);
/// The result of summarize() from the counts of a whole tensor. Ignores SummaryOptions::findsExtremes.
Summary summaryOfPatterns(DType dtype, const PatternsOfRange& patterns, const SummaryOptions& options);

/// summarize() for readable dtypes of at most 16 bits. Counts the bit patterns, so one pass gives every figure exactly,
/// including the histogram.
Result<Summary> summarizePatterns(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer);

} // namespace loupe
