#include "analysis/statistics/summary.h"

#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/group_tally.h"
#include "analysis/statistics/lane_search.h"
#include "analysis/statistics/sixteen_bit_summary.h"
#include "analysis/statistics/top_counts.h"
#include "analysis/statistics/value_sample.h"
#include "core/present_elements.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

/// The counts and buffers of one worker while it tallies numbers.
template <typename T, std::size_t lanes>
struct TallyState {
    std::array<TopCounts<sizeof(T)>, lanes> tops;
    Buffer scratch;

    void merge(TallyState& other)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            tops[lane].merge(other.tops[lane]);
    }
};

template <typename T, std::size_t lanes>
Result<Summary> summarizeNumbers(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer)
{
    using Search = LaneSearch<T, lanes>;
    const bool searched = options.wantsHistogram() || !options.quantiles.empty();
    const bool countTops = !options.quantiles.empty() && elements.count() > Search::mostSorted;
    work.expect((1 + (searched ? lanes : 0)) * valueBytes(elements.tensor()));

    const ChunkSpans spans(elements);
    std::vector<GroupTally<T, lanes>> tallies(spans.count());
    ValueSample<T> sample(options.distribution && lanes == 1 ? elements.count() : 0);
    auto state = reducePieces(
        spans.count(), work, [] { return TallyState<T, lanes>{}; },
        [&](TallyState<T, lanes>& mine, std::uint64_t span) {
            return spans.visit(
                span, mine.scratch, work, [&](std::uint64_t first, std::uint64_t, std::span<const std::byte> bytes) {
                    if (observer)
                        observer(first, bytes);
                    if (options.distribution && lanes == 1)
                        sample.add(first, bytes);
                    tallies[span].add(first, bytes, countTops ? &mine.tops : nullptr);
                });
        },
        spans.mostStates(countTops ? lanes * TopCounts<sizeof(T)>::memory : 0));
    if (!state)
        return fail(std::move(state.error()));
    GroupTally<T, lanes> total;
    for (const auto& one : tallies)
        total.merge(one);

    Summary summary = total.summary(elements.dtype());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        Summary& part = lanes == 1 ? summary : summary.parts[lane];
        if (options.distribution && lanes == 1 && part.minimum)
            part.distribution = sample.distribution(
                part.minimum->toDouble(), part.maximum->toDouble(), total.parts[lane].nonfinite() == 0);
        if (!searched)
            continue;
        Search search(elements, lane, total.parts[lane], options, work, state->tops[lane].counts());
        if (auto done = search.run(part); !done)
            return fail(std::move(done.error()));
    }
    return summary;
}

Result<> checkOptions(const SummaryOptions& options)
{
    if (options.bins > SummaryOptions::maximumBins)
        return fail(ErrorCode::InvalidArgument,
            "a histogram has at most " + std::to_string(SummaryOptions::maximumBins) + " bins");
    if (options.range
        && !(std::isfinite(options.range->first) && std::isfinite(options.range->second)
            && options.range->first <= options.range->second))
        return fail(ErrorCode::InvalidArgument, "the histogram range must be finite, with LOW < HIGH");
    if (!options.edges.empty()) {
        if (auto possible = checkEdges(options.edges); !possible)
            return possible;
    }
    if (options.quantiles.size() > SummaryOptions::maximumQuantiles)
        return fail(ErrorCode::InvalidArgument,
            "at most " + std::to_string(SummaryOptions::maximumQuantiles) + " quantiles can be asked for");
    for (const double fraction : options.quantiles) {
        if (!(fraction >= 0 && fraction <= 1))
            return fail(ErrorCode::InvalidArgument, "a quantile is a fraction from 0 to 1");
    }
    return {};
}

Result<Summary> summarizeReadable(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer)
{
    switch (formOf(elements.dtype())) {
    case ElementForm::I32:
        return summarizeNumbers<std::int32_t, 1>(elements, options, work, observer);
    case ElementForm::U32:
        return summarizeNumbers<std::uint32_t, 1>(elements, options, work, observer);
    case ElementForm::I64:
        return summarizeNumbers<std::int64_t, 1>(elements, options, work, observer);
    case ElementForm::U64:
        return summarizeNumbers<std::uint64_t, 1>(elements, options, work, observer);
    case ElementForm::F32:
        return summarizeNumbers<float, 1>(elements, options, work, observer);
    case ElementForm::F64:
        return summarizeNumbers<double, 1>(elements, options, work, observer);
    case ElementForm::ComplexF32:
        return summarizeNumbers<float, 2>(elements, options, work, observer);
    case ElementForm::U8:
    case ElementForm::I8:
    case ElementForm::U16:
    case ElementForm::I16:
    case ElementForm::Float4:
    case ElementForm::Float8:
    case ElementForm::Float16:
    case ElementForm::None: // cannot occur: the caller has checked hasReadableValues()
        break;
    }
    return summarizePatterns(elements, options, work, observer);
}

Result<Summary> summarizePresent(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer)
{
    const auto present = PresentElements::find({elements}, work);
    if (!present)
        return fail(present.error());
    const Elements others = (*present)->of(0);
    auto summary = summarizeReadable(others, options, work, observer);
    if (!summary)
        return summary;
    // The caller may have announced the bytes of all elements, so nulls count as read.
    const std::uint64_t leftOut = valueBytes(elements.tensor()) - valueBytes(others.tensor());
    work.expect(leftOut);
    work.advance(leftOut);
    summary->elements = elements.count();
    summary->null = (*present)->nulls();
    for (auto* const place : {&summary->firstNaN, &summary->firstInfinite, &summary->firstNonfinite,
             &summary->firstMinimum, &summary->firstMaximum}) {
        if (!*place)
            continue;
        const auto index = (*present)->indexOf(**place);
        if (!index)
            return fail(index.error());
        *place = *index;
    }
    return summary;
}

} // namespace

Result<Summary> summarize(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer)
{
    if (auto possible = checkOptions(options); !possible)
        return fail(std::move(possible.error()));
    if (!hasReadableValues(elements.dtype())) {
        return Summary{.dtype = elements.dtype(),
            .elements = elements.count(),
            .note = elements.dtype() == DType::Opaque ? "values of this dtype cannot be read, only their bytes"
                                                      : "the format does not say how 6-bit floats are packed"};
    }
    auto summary = elements.hasNulls() ? summarizePresent(elements, options, work, observer)
                                       : summarizeReadable(elements, options, work, observer);
    if (!summary)
        return summary;
    if (!elements.hasNulls())
        summary->null = 0;
    auto unchanged = options.checksFile ? elements.source().checkUnchanged() : Result<>();
    if (!unchanged)
        return fail(std::move(unchanged.error()));
    return summary;
}

} // namespace loupe
