#include "analysis/statistics/range_summary.h"

#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/group_tally.h"
#include "analysis/statistics/sixteen_bit_summary.h"
#include "core/text/record_text.h"

#include <algorithm>
#include <concepts>
#include <map>
#include <vector>

namespace loupe {

template <typename Record, typename Object>
requires std::same_as<std::remove_const_t<Object>, Moments>
void fields(Record& record, Object& moments)
{
    record(moments.count, moments.pivot, moments.sum, moments.squares);
}

template <typename Record, typename Object>
requires std::same_as<std::remove_const_t<Object>, PatternsOfRange::Occurrence>
void fields(Record& record, Object& occurrence)
{
    record(occurrence.pattern, occurrence.times);
}

template <typename Record, typename Object>
requires std::same_as<std::remove_const_t<Object>, PatternsOfRange>
void fields(Record& record, Object& patterns)
{
    record(patterns.occurrences, patterns.firstNaN, patterns.firstInfinite);
}

/// All fields that merge() reads.
template <typename Record, typename Object>
requires requires(Object tally)
{
    tally.firstMinimum;
    tally.moments;
}
void fields(Record& record, Object& tally)
{
    record(tally.nan, tally.positiveInf, tally.negativeInf, tally.zero, tally.negative, tally.subnormal, tally.firstNaN,
        tally.firstInfinite, tally.firstMinimum, tally.firstMaximum, tally.minimum, tally.maximum, tally.moments);
}

template <typename Record, typename Object>
requires requires(Object tally)
{
    tally.parts.front().firstMinimum;
}
void fields(Record& record, Object& tally)
{
    for (auto& part : tally.parts)
        record(part);
    record(tally.nan, tally.positiveInf, tally.negativeInf);
}

namespace {

struct RangeScratch {
    Buffer scratch;
    void merge(const RangeScratch&) { }
};

/// Calls `Use` with the type of GroupTally for the dtype, or not at all for dtypes whose patterns are counted.
template <typename Use>
bool withTally(DType dtype, Use use)
{
    switch (formOf(dtype)) {
    case ElementForm::I32:
        use(GroupTally<std::int32_t, 1>());
        return true;
    case ElementForm::U32:
        use(GroupTally<std::uint32_t, 1>());
        return true;
    case ElementForm::I64:
        use(GroupTally<std::int64_t, 1>());
        return true;
    case ElementForm::U64:
        use(GroupTally<std::uint64_t, 1>());
        return true;
    case ElementForm::F32:
        use(GroupTally<float, 1>());
        return true;
    case ElementForm::F64:
        use(GroupTally<double, 1>());
        return true;
    case ElementForm::ComplexF32:
        use(GroupTally<float, 2>());
        return true;
    case ElementForm::U8:
    case ElementForm::I8:
    case ElementForm::U16:
    case ElementForm::I16:
    case ElementForm::Float4:
    case ElementForm::Float8:
    case ElementForm::Float16:
    case ElementForm::None:
        break;
    }
    return false;
}

/// One tally for each span, in order.
template <typename Group>
Result<std::vector<Group>> tallyRange(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer)
{
    const ChunkSpans spans(elements, range);
    std::vector<Group> tallies(spans.count());
    auto done = reducePieces(
        spans.count(), work, [] { return RangeScratch{}; },
        [&](RangeScratch& mine, std::uint64_t span) {
            return spans.visit(
                span, mine.scratch, work, [&](std::uint64_t first, std::uint64_t, std::span<const std::byte> bytes) {
                    if (observer)
                        observer(first, bytes);
                    tallies[span].add(first, bytes, nullptr);
                });
        },
        spans.mostStates(0));
    if (!done)
        return fail(std::move(done.error()));
    return tallies;
}

template <typename State>
std::string textOf(const State& state)
{
    RecordWriter record;
    record(state);
    return record.take();
}

template <typename State>
std::optional<State> stateOf(std::string_view text)
{
    KeptTexts none;
    RecordReader record(text, none);
    State state{};
    record(state);
    return record.finish() ? std::optional(std::move(state)) : std::nullopt;
}

template <typename Group>
std::optional<Summary> joinTallies(DType dtype, std::uint64_t elements, std::span<const std::string> ranges)
{
    Group total;
    std::uint64_t spans = 0;
    for (const std::string& range : ranges) {
        const auto tallies = stateOf<std::vector<Group>>(range);
        if (!tallies)
            return std::nullopt;
        for (const Group& one : *tallies)
            total.merge(one);
        spans += tallies->size();
    }
    if (spans != Spans(elements, Elements::chunkElements(dtype)).count())
        return std::nullopt;
    return total.summary(dtype);
}

std::optional<Summary> joinPatterns(
    DType dtype, std::uint64_t elements, std::span<const std::string> ranges, const SummaryOptions& options)
{
    PatternsOfRange all;
    std::map<std::uint16_t, std::uint64_t> times;
    std::uint64_t left = elements;
    for (const std::string& range : ranges) {
        const auto patterns = stateOf<PatternsOfRange>(range);
        if (!patterns)
            return std::nullopt;
        for (const auto& [pattern, count] : patterns->occurrences) {
            if (count > left || (bitsPerElement(dtype) < 16 && pattern >> bitsPerElement(dtype) != 0))
                return std::nullopt;
            left -= count;
            times[pattern] += count;
        }
        all.firstNaN = earlier(all.firstNaN, patterns->firstNaN);
        all.firstInfinite = earlier(all.firstInfinite, patterns->firstInfinite);
    }
    if (left != 0)
        return std::nullopt;
    for (const auto& [pattern, count] : times)
        all.occurrences.push_back({.pattern = pattern, .times = count});
    return summaryOfPatterns(dtype, all, options);
}

} // namespace

bool isSummarizedInRanges(DType dtype, const SummaryOptions& options)
{
    if (!hasReadableValues(dtype))
        return false;
    const bool isTallied = withTally(dtype, [](const auto&) {});
    return !isTallied || (!options.wantsHistogram() && options.quantiles.empty());
}

Result<std::string> summarizeRange(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer)
{
    Result<std::string> state;
    const bool isTallied = withTally(elements.dtype(), [&]<typename Group>(const Group&) {
        state = tallyRange<Group>(elements, range, work, observer).map(textOf<std::vector<Group>>);
    });
    if (!isTallied)
        state = countPatterns(elements, range, work, observer).map(textOf<PatternsOfRange>);
    return state;
}

std::optional<Summary> joinedSummary(
    DType dtype, std::uint64_t elements, std::span<const std::string> ranges, const SummaryOptions& options)
{
    std::optional<Summary> summary;
    const bool isTallied =
        withTally(dtype, [&]<typename Group>(const Group&) { summary = joinTallies<Group>(dtype, elements, ranges); });
    if (!isTallied)
        summary = joinPatterns(dtype, elements, ranges, options);
    if (!summary || summary->elements != elements)
        return std::nullopt;
    summary->null = 0;
    return summary;
}

} // namespace loupe
