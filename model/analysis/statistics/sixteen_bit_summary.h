#pragma once

#include "analysis/parallel/spans.h"
#include "analysis/statistics/summary.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// The counts of a range of a tensor's Spans: all that a summary needs.
struct PatternsOfRange {
    struct Occurrence {
        std::uint16_t pattern = 0;
        std::uint64_t times = 0;
    };

    std::vector<Occurrence> occurrences; ///< in the order of patterns
    std::optional<std::uint64_t> firstNaN; ///< index of an element of the tensor
    std::optional<std::uint64_t> firstInfinite;
};

/// For a readable dtype of at most 16 bits.
Result<PatternsOfRange> countPatterns(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer);
/// summarize(), of all that a tensor has. SummaryOptions::findsExtremes is not obeyed.
Summary summaryOfPatterns(DType dtype, const PatternsOfRange& patterns, const SummaryOptions& options);

/// summarize() for readable dtypes of at most 16 bits, by counting how often each bit pattern occurs: one look at the
/// data gives every figure exactly, the histogram included.
Result<Summary> summarizePatterns(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer);

} // namespace loupe
