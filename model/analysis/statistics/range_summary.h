#pragma once

#include "analysis/parallel/spans.h"
#include "analysis/statistics/summary.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// True if summaries of ranges of a tensor's Spans can be merged into the same summary as one pass. Always for dtypes
/// of at most 16 bits, whose patterns are counted. For other dtypes, only without histogram and quantiles, which need a
/// second pass that depends on the first. For readable dtypes only.
bool isSummarizedInRanges(DType dtype, const SummaryOptions& options);

/// The partial result of summarize() for a range of Spans: counts of patterns, or the result of each span. Exact, as
/// text (RecordWriter) of at most a few hundred kilobytes. Fails as summarize() does. Precondition:
/// isSummarizedInRanges().
Result<std::string> summarizeRange(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer = {});

/// The result of summarize() for a tensor without nulls, merged from the texts of all ranges in order. Ignores
/// SummaryOptions::distribution and findsExtremes. Nothing if `ranges` are not valid texts, or do not add up to
/// `elements` elements.
std::optional<Summary> joinedSummary(
    DType dtype, std::uint64_t elements, std::span<const std::string> ranges, const SummaryOptions& options);

} // namespace loupe
