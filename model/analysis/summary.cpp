#include "analysis/summary.h"

#include "analysis/chunks.h"
#include "analysis/parallel.h"
#include "analysis/pattern_summary.h"
#include "analysis/tally.h"

#include <array>
#include <cmath>

namespace loupe {

namespace {

/// What one worker or one span knows of numbers that stand in groups of `lanes`: 1, or 2 for complex elements.
template <typename T, std::size_t lanes>
struct GroupTally {
    std::array<Tally<T>, lanes> parts;
    std::uint64_t nan = 0; // of whole elements; used only with more than one lane
    std::uint64_t positiveInf = 0;
    std::uint64_t negativeInf = 0;

    void add(std::uint64_t first, std::span<const std::byte> bytes)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            parts[lane].add(first, Numbers<T>(bytes, lane, lanes));
        if constexpr (lanes == 2)
            countElements(Numbers<T>(bytes, 0, 2), Numbers<T>(bytes, 1, 2));
    }

    void merge(const GroupTally& later)
    {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            parts[lane].merge(later.parts[lane]);
        nan += later.nan;
        positiveInf += later.positiveInf;
        negativeInf += later.negativeInf;
    }

private:
    void countElements(const Numbers<T>& real, const Numbers<T>& imaginary)
    {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        for (std::size_t i = 0; i < real.size(); ++i) {
            const T a = real[i];
            const T b = imaginary[i];
            nan += std::isnan(a) || std::isnan(b);
            if (a == infinity || b == infinity)
                ++positiveInf;
            else if (a == -infinity || b == -infinity)
                ++negativeInf;
        }
    }
};

template <typename T, std::size_t lanes>
Result<GroupTally<T, lanes>> tally(const Elements& elements, const Work& work)
{
    const ChunkSpans spans(elements);
    std::vector<GroupTally<T, lanes>> tallies(spans.count());
    std::vector<Buffer> scratch(threadLimit());
    auto done = runPieces(spans.count(), work, [&](std::uint64_t span, std::size_t worker) {
        return spans.visit(
            span, scratch[worker], work, [&](std::uint64_t first, std::uint64_t, std::span<const std::byte> bytes) {
                tallies[span].add(first, bytes);
            });
    });
    if (!done)
        return fail(std::move(done.error()));
    GroupTally<T, lanes> total;
    for (const auto& one : tallies)
        total.merge(one);
    return total;
}

struct BinCounts {
    std::vector<std::uint64_t> slots;
    Buffer scratch;

    void merge(const BinCounts& other)
    {
        for (std::size_t i = 0; i < slots.size(); ++i)
            slots[i] += other.slots[i];
    }
};

/// The histogram of one lane; nothing where there is neither a range nor a finite number to make one of.
template <typename T, std::size_t lanes>
Result<std::optional<Histogram>> countBins(
    const Elements& elements, std::size_t lane, const Tally<T>& tally, const SummaryOptions& options, const Work& work)
{
    if (options.bins == 0)
        return std::nullopt;
    if (!options.range && tally.moments.count == 0) {
        work.advance(elements.tensor().bytes.size());
        return std::nullopt;
    }
    const auto range =
        options.range.value_or(std::pair(static_cast<double>(tally.minimum), static_cast<double>(tally.maximum)));
    const Bins bins(range.first, range.second, options.bins);
    const ChunkSpans spans(elements);
    auto counted = reducePieces(
        spans.count(), work,
        [&] {
            return BinCounts{std::vector<std::uint64_t>(bins.slotCount()), {}};
        },
        [&](BinCounts& mine, std::uint64_t span) {
            return spans.visit(
                span, mine.scratch, work, [&](std::uint64_t, std::uint64_t, std::span<const std::byte> bytes) {
                    const Numbers<T> numbers(bytes, lane, lanes);
                    for (std::size_t i = 0; i < numbers.size(); ++i) {
                        const T number = numbers[i];
                        if (isFinite(number))
                            ++mine.slots[bins.slot(static_cast<double>(number))];
                    }
                });
        });
    if (!counted)
        return fail(std::move(counted.error()));
    return bins.histogram(counted->slots);
}

template <typename T, std::size_t lanes = 1>
Result<Summary> summarizeNumbers(const Elements& elements, const SummaryOptions& options, const Work& work)
{
    const std::uint64_t passes = options.bins > 0 ? 1 + lanes : 1;
    work.expect(passes * elements.tensor().bytes.size());
    const auto total = tally<T, lanes>(elements, work);
    if (!total)
        return fail(total.error());

    std::vector<Summary> parts;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const DType partDType = lanes == 1 ? elements.dtype() : DType::F32;
        parts.push_back(total->parts[lane].summary(partDType));
        auto histogram = countBins<T, lanes>(elements, lane, total->parts[lane], options, work);
        if (!histogram)
            return fail(std::move(histogram.error()));
        parts.back().histogram = std::move(*histogram);
    }
    if constexpr (lanes == 1)
        return std::move(parts.front());

    Summary summary{.dtype = elements.dtype(),
        .elements = elements.count(),
        .nan = total->nan,
        .positiveInf = total->positiveInf,
        .negativeInf = total->negativeInf};
    for (const Summary& part : parts) {
        if (part.firstNonfinite)
            summary.firstNonfinite = std::min(*part.firstNonfinite, summary.firstNonfinite.value_or(UINT64_MAX));
    }
    summary.parts = std::move(parts);
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
        return fail(ErrorCode::InvalidArgument, "a histogram's range goes from a finite number to a greater one");
    return {};
}

Result<Summary> summarizeReadable(const Elements& elements, const SummaryOptions& options, const Work& work)
{
    switch (elements.dtype()) {
    case DType::I32:
        return summarizeNumbers<std::int32_t>(elements, options, work);
    case DType::U32:
        return summarizeNumbers<std::uint32_t>(elements, options, work);
    case DType::I64:
        return summarizeNumbers<std::int64_t>(elements, options, work);
    case DType::U64:
        return summarizeNumbers<std::uint64_t>(elements, options, work);
    case DType::F32:
        return summarizeNumbers<float>(elements, options, work);
    case DType::F64:
        return summarizeNumbers<double>(elements, options, work);
    case DType::C64:
        return summarizeNumbers<float, 2>(elements, options, work);
    default:
        return summarizePatterns(elements, options, work);
    }
}

} // namespace

Result<Summary> summarize(const Elements& elements, const SummaryOptions& options, const Work& work)
{
    if (auto possible = checkOptions(options); !possible)
        return fail(std::move(possible.error()));
    if (!hasReadableValues(elements.dtype())) {
        return Summary{.dtype = elements.dtype(),
            .elements = elements.count(),
            .note = elements.dtype() == DType::Opaque ? "the dtype is not known, so its values cannot be read"
                                                      : "the format does not say how 6-bit floats are packed"};
    }
    auto summary = summarizeReadable(elements, options, work);
    if (!summary)
        return summary;
    if (auto unchanged = elements.source().checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    return summary;
}

} // namespace loupe
