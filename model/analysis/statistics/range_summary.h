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

/// Whether ranges of a tensor's Spans give the same summary as one look: of dtypes of at most 16 bits, whose patterns
/// are counted, always; of others where there is neither a histogram nor quantiles, for which a second look follows
/// from the first. Of readable dtypes only.
bool isSummarizedInRanges(DType dtype, const SummaryOptions& options);

/// What summarize() learns of a range of Spans, as text (RecordWriter), exact and some hundred kilobytes at most:
/// counts of patterns, or what each span came to. Fails as summarize() does. Precondition: the dtype is summarized in
/// ranges.
Result<std::string> summarizeRange(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer = {});

/// What summarize() gives of a tensor without nulls: made of all its ranges, in their order.
/// SummaryOptions::distribution and findsExtremes are not obeyed. Nothing if `ranges` are no such texts, or do not
/// have `elements` elements.
std::optional<Summary> joinedSummary(
    DType dtype, std::uint64_t elements, std::span<const std::string> ranges, const SummaryOptions& options);

} // namespace loupe
