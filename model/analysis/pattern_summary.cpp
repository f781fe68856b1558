#include "analysis/pattern_summary.h"

#include "analysis/chunks.h"
#include "analysis/moments.h"
#include "analysis/parallel.h"

#include <array>
#include <cmath>
#include <cstring>

namespace loupe {

namespace {

/// How often each pattern of a dtype occurs, by one worker.
struct PatternCounts {
    std::vector<std::uint64_t> counts;
    Buffer scratch;

    void merge(const PatternCounts& other)
    {
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts[i] += other.counts[i];
    }
};

template <typename Pattern>
Pattern patternAt(std::span<const std::byte> bytes, std::size_t index)
{
    Pattern pattern;
    std::memcpy(&pattern, bytes.data() + index * sizeof(Pattern), sizeof(Pattern));
    return pattern;
}

/// The pattern of element `index`; of 4-bit dtypes the even one is the low nibble.
template <unsigned bits>
unsigned elementPattern(std::span<const std::byte> bytes, std::size_t index)
{
    if constexpr (bits == 16)
        return patternAt<std::uint16_t>(bytes, index);
    else if constexpr (bits == 8)
        return patternAt<std::uint8_t>(bytes, index);
    else
        return (patternAt<std::uint8_t>(bytes, index / 2) >> (index % 2 * 4)) & 15u;
}

template <unsigned bits>
Result<std::vector<std::uint64_t>> countPatterns(const Elements& elements, const Work& work)
{
    const ChunkSpans spans(elements);
    auto counted = reducePieces(
        spans.count(), work,
        [] {
            return PatternCounts{std::vector<std::uint64_t>(std::size_t{1} << bits), {}};
        },
        [&](PatternCounts& mine, std::uint64_t span) {
            return spans.visit(
                span, mine.scratch, work, [&](std::uint64_t, std::uint64_t count, std::span<const std::byte> bytes) {
                    for (std::size_t i = 0; i < count; ++i)
                        ++mine.counts[elementPattern<bits>(bytes, i)];
                });
        });
    return std::move(counted).map([](PatternCounts&& all) { return std::move(all.counts); });
}

/// Index of the first element whose pattern is marked.
template <unsigned bits>
Result<std::optional<std::uint64_t>> findPattern(
    const Elements& elements, const std::vector<bool>& marked, const Work& work)
{
    const Work quiet{.stop = work.stop};
    const ChunkSpans spans(elements);
    Buffer scratch;
    std::optional<std::uint64_t> found;
    for (std::uint64_t span = 0; span < spans.count() && !found; ++span) {
        auto done = spans.visit(
            span, scratch, quiet, [&](std::uint64_t first, std::uint64_t count, std::span<const std::byte> bytes) {
                for (std::size_t i = 0; i < count && !found; ++i) {
                    if (marked[elementPattern<bits>(bytes, i)])
                        found = first + i;
                }
            });
        if (!done)
            return fail(std::move(done.error()));
    }
    return found;
}

/// A pattern that occurs.
struct Occurrence {
    Scalar value;
    double number = 0;
    std::uint64_t times = 0;
};

bool isSubnormal(double number, const FloatLayout& layout)
{
    // A power of two has no subnormal form; of integers the layout has no exponent.
    if (layout.exponentBits == 0 || layout.specials == FloatSpecials::PowerOfTwo)
        return false;
    return number != 0 && std::abs(number) < std::ldexp(1.0, 1 - layout.bias);
}

void takeExtremes(Summary& summary, const Occurrence& one)
{
    if (!summary.minimum || one.number < summary.minimum->toDouble())
        summary.minimum = one.value;
    if (!summary.maximum || one.number > summary.maximum->toDouble())
        summary.maximum = one.value;
}

Summary countValues(DType dtype, const std::vector<Occurrence>& occurrences)
{
    std::uint64_t nan = 0, positiveInf = 0, negativeInf = 0, zero = 0, negative = 0, subnormal = 0;
    Summary summary{.dtype = dtype};
    Moments moments;
    // Both in the order of magnitude, so that what is symmetric has a mean of exactly 0.
    long double positiveSum = 0, negativeSum = 0;
    for (const Occurrence& one : occurrences) {
        summary.elements += one.times;
        nan += std::isnan(one.number) ? one.times : 0;
        zero += one.number == 0 ? one.times : 0;
        negative += one.number < 0 ? one.times : 0;
        if (std::isinf(one.number))
            (one.number > 0 ? positiveInf : negativeInf) += one.times;
        if (!std::isfinite(one.number))
            continue;
        subnormal += isSubnormal(one.number, info(dtype).layout) ? one.times : 0;
        takeExtremes(summary, one);
        moments.count += one.times;
        const long double total = static_cast<long double>(one.number) * static_cast<long double>(one.times);
        (one.number < 0 ? negativeSum : positiveSum) += total;
    }
    moments.sum = positiveSum + negativeSum;
    for (const Occurrence& one : occurrences) {
        if (std::isfinite(one.number)) {
            const long double distance = one.number - moments.mean();
            moments.squares += distance * distance * static_cast<long double>(one.times);
        }
    }
    summary.nan = nan;
    summary.positiveInf = positiveInf;
    summary.negativeInf = negativeInf;
    summary.zero = zero;
    summary.negative = negative;
    summary.subnormal = subnormal;
    summary.mean = moments.finalMean();
    summary.standardDeviation = moments.finalDeviation();
    return summary;
}

std::optional<Histogram> countBins(
    const Summary& summary, const std::vector<Occurrence>& occurrences, const SummaryOptions& options)
{
    if (options.bins == 0 || (!options.range && !summary.minimum))
        return std::nullopt;
    const auto range =
        options.range ? *options.range : std::pair(summary.minimum->toDouble(), summary.maximum->toDouble());
    const Bins bins(range.first, range.second, options.bins);
    std::vector<std::uint64_t> slots(bins.slotCount());
    for (const Occurrence& one : occurrences) {
        if (std::isfinite(one.number))
            slots[bins.slot(one.number)] += one.times;
    }
    return bins.histogram(slots);
}

template <unsigned bits>
Result<Summary> summarizeBits(const Elements& elements, const SummaryOptions& options, const Work& work)
{
    const auto counts = countPatterns<bits>(elements, work);
    if (!counts)
        return fail(counts.error());

    std::vector<Occurrence> occurrences;
    std::vector<bool> nonfinite(counts->size());
    for (std::size_t pattern = 0; pattern < counts->size(); ++pattern) {
        if ((*counts)[pattern] == 0)
            continue;
        const std::array bytes{static_cast<std::byte>(pattern), static_cast<std::byte>(pattern >> 8)};
        const Scalar value = readScalar(elements.dtype(), bytes, 0);
        occurrences.push_back({value, value.toDouble(), (*counts)[pattern]});
        nonfinite[pattern] = !std::isfinite(value.toDouble());
    }
    Summary summary = countValues(elements.dtype(), occurrences);
    summary.histogram = countBins(summary, occurrences, options);
    if (*summary.nan + *summary.positiveInf + *summary.negativeInf > 0) {
        const auto first = findPattern<bits>(elements, nonfinite, work);
        if (!first)
            return fail(first.error());
        summary.firstNonfinite = *first;
    }
    return summary;
}

} // namespace

Result<Summary> summarizePatterns(const Elements& elements, const SummaryOptions& options, const Work& work)
{
    work.expect(elements.tensor().bytes.size());
    switch (bitsPerElement(elements.dtype())) {
    case 4:
        return summarizeBits<4>(elements, options, work);
    case 8:
        return summarizeBits<8>(elements, options, work);
    default:
        return summarizeBits<16>(elements, options, work);
    }
}

} // namespace loupe
