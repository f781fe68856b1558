#include "analysis/statistics/sixteen_bit_summary.h"

#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/moments.h"
#include "analysis/statistics/quantiles.h"
#include "analysis/statistics/top_counts.h"
#include "analysis/statistics/value_spacing.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <optional>

namespace loupe {

namespace {

/// A pattern that occurs, with its value.
struct Occurrence {
    std::uint16_t pattern = 0;
    std::uint64_t times = 0;
    Scalar value = {};
    double number = 0;
};

/// Counts each pattern of a dtype of at most 16 bits, for one worker. Shorter patterns are counted in groups of 16
/// bits.
class PatternCounts {
public:
    static constexpr std::size_t memory = TopCounts<2>::memory;
    /// Up to this many elements, 16-bit patterns are sorted rather than counted, which saves scanning 65,536 counts.
    static constexpr std::size_t mostSorted = 2048;
    /// Up to this many elements, shorter patterns are counted byte by byte.
    static constexpr std::size_t mostSingle = 65536;

    explicit PatternCounts(unsigned bits)
        : m_bits(bits)
    {
    }

    /// Adds the elements of a chunk; `all` is the number of elements in the tensor.
    void add(std::span<const std::byte> bytes, std::uint64_t count, std::uint64_t all)
    {
        if (count * m_bits % 8 != 0) // for 4-bit dtypes, the last half byte may be padding
            m_padding = std::to_integer<unsigned>(bytes.back()) >> 4;
        if (m_bits == 16 && all <= mostSorted) {
            m_few.resize(count);
            std::memcpy(m_few.data(), bytes.data(), bytes.size());
            return;
        }
        const std::size_t pairs = m_bits < 16 && bytes.size() <= mostSingle ? 0 : bytes.size() / 2;
        if (pairs > 0)
            m_pairs.add(bytes.data(), pairs);
        for (const std::byte single : bytes.subspan(2 * pairs))
            ++m_singles[std::to_integer<std::size_t>(single)];
    }

    void merge(PatternCounts& other)
    {
        m_pairs.merge(other.m_pairs);
        for (std::size_t i = 0; i < m_singles.size(); ++i)
            m_singles[i] += other.m_singles[i];
        if (other.m_padding)
            m_padding = other.m_padding;
    }

    /// The occurrences, sorted by pattern.
    std::vector<PatternsOfRange::Occurrence> occurrences()
    {
        if (!m_few.empty())
            return fromFew();
        std::vector<std::uint64_t> counts = m_pairs.counts();
        if (m_bits < 16)
            counts = halved(counts, 8, m_singles);
        if (m_bits < 8)
            counts = halved(counts, 4, std::array<std::uint64_t, 16>{});
        if (m_padding)
            --counts[*m_padding];
        std::vector<PatternsOfRange::Occurrence> found;
        for (std::size_t pattern = 0; pattern < counts.size(); ++pattern) {
            if (counts[pattern] > 0)
                found.push_back({.pattern = static_cast<std::uint16_t>(pattern), .times = counts[pattern]});
        }
        return found;
    }

private:
    /// Splits counted patterns into halves of `bits` bits and returns the counts of these, plus `more`.
    template <typename Counts>
    static std::vector<std::uint64_t> halved(
        const std::vector<std::uint64_t>& counts, unsigned bits, const Counts& more)
    {
        std::vector<std::uint64_t> halves(more.begin(), more.end());
        for (std::size_t pattern = 0; pattern < counts.size(); ++pattern) {
            halves[pattern >> bits] += counts[pattern];
            halves[pattern & ((std::size_t{1} << bits) - 1)] += counts[pattern];
        }
        return halves;
    }

    std::vector<PatternsOfRange::Occurrence> fromFew()
    {
        std::sort(m_few.begin(), m_few.end());
        std::vector<PatternsOfRange::Occurrence> found;
        for (const std::uint16_t pattern : m_few) {
            if (found.empty() || found.back().pattern != pattern)
                found.push_back({.pattern = pattern, .times = 0});
            ++found.back().times;
        }
        return found;
    }

    unsigned m_bits;
    TopCounts<2> m_pairs; ///< pairs of bytes, or single 16-bit patterns
    std::array<std::uint64_t, 256> m_singles{};
    std::vector<std::uint16_t> m_few;
    std::optional<unsigned> m_padding;
};

struct CountState {
    PatternCounts counts;
    Buffer scratch = {};

    void merge(CountState& other) { counts.merge(other.counts); }
};

Result<std::vector<PatternsOfRange::Occurrence>> countOccurrences(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer)
{
    const ChunkSpans spans(elements, range);
    auto counted = reducePieces(
        spans.count(), work, [&] { return CountState{PatternCounts(bitsPerElement(elements.dtype()))}; },
        [&](CountState& mine, std::uint64_t span) {
            return spans.visit(span, mine.scratch, work,
                [&](std::uint64_t first, std::uint64_t count, std::span<const std::byte> bytes) {
                    if (observer)
                        observer(first, bytes);
                    mine.counts.add(bytes, count, elements.count());
                });
        },
        spans.mostStates(PatternCounts::memory));
    return std::move(counted).map([](CountState&& all) { return all.counts.occurrences(); });
}

std::vector<Occurrence> valuesOf(DType dtype, const PatternsOfRange& patterns)
{
    std::vector<Occurrence> occurrences;
    occurrences.reserve(patterns.occurrences.size());
    for (const auto& [pattern, times] : patterns.occurrences) {
        const std::array bytes{static_cast<std::byte>(pattern), static_cast<std::byte>(pattern >> 8)};
        const Scalar value = readScalar(dtype, bytes, 0);
        occurrences.push_back({.pattern = pattern, .times = times, .value = value, .number = value.toDouble()});
    }
    return occurrences;
}

/// The pattern of element `index`; for 4-bit dtypes, even elements are the low nibble.
template <unsigned bits>
std::size_t elementPattern(std::span<const std::byte> bytes, std::size_t index)
{
    if constexpr (bits == 16) {
        std::uint16_t pattern;
        std::memcpy(&pattern, bytes.data() + index * sizeof(pattern), sizeof(pattern));
        return pattern;
    } else if constexpr (bits == 8) {
        return std::to_integer<std::size_t>(bytes[index]);
    } else {
        return (std::to_integer<std::size_t>(bytes[index / 2]) >> (index % 2 * 4)) & 15u;
    }
}

struct SearchState {
    Buffer scratch;
    void merge(const SearchState&) { }
};

/// The index of the first element whose pattern is marked. Precondition: there is one.
template <unsigned bits>
Result<std::uint64_t> findPattern(
    const Elements& elements, SpanRange range, const std::vector<std::uint8_t>& marked, const Work& work)
{
    const Work quiet{.stop = work.stop};
    const ChunkSpans spans(elements, range);
    std::atomic<std::uint64_t> found = elements.count();
    const auto look = [&](std::uint64_t first, std::uint64_t count, std::span<const std::byte> bytes) {
        std::uint64_t before = found;
        if (before <= first)
            return;
        std::size_t i = 0;
        while (i < count && !marked[elementPattern<bits>(bytes, i)])
            ++i;
        while (i < count && first + i < before && !found.compare_exchange_weak(before, first + i)) { }
    };
    auto done = reducePieces(
        spans.count(), quiet, [] { return SearchState{}; },
        [&](SearchState& mine, std::uint64_t span) { return spans.visit(span, mine.scratch, quiet, look); },
        spans.mostStates(0));
    if (!done)
        return fail(std::move(done.error()));
    return found;
}

Result<std::uint64_t> findPattern(
    const Elements& elements, SpanRange range, const std::vector<std::uint8_t>& marked, const Work& work)
{
    switch (bitsPerElement(elements.dtype())) {
    case 4:
        return findPattern<4>(elements, range, marked, work);
    case 8:
        return findPattern<8>(elements, range, marked, work);
    default:
        return findPattern<16>(elements, range, marked, work);
    }
}

/// The index of the first element of the range for which `wanted` is true; nothing if there is none.
template <typename Wanted>
Result<std::optional<std::uint64_t>> findFirst(const Elements& elements, SpanRange range,
    const std::vector<Occurrence>& occurrences, Wanted wanted, const Work& work)
{
    std::vector<std::uint8_t> marked(patternCount);
    bool any = false;
    for (const Occurrence& one : occurrences) {
        marked[one.pattern] = wanted(one.number);
        any = any || wanted(one.number);
    }
    if (!any)
        return std::optional<std::uint64_t>();
    return findPattern(elements, range, marked, work).map([](std::uint64_t index) { return std::optional(index); });
}

Result<> findExtremes(Summary& summary, const Elements& elements, SpanRange range,
    const std::vector<Occurrence>& occurrences, const Work& work)
{
    if (!summary.minimum)
        return {};
    for (const auto& [extreme, place] :
        {std::pair(&Summary::minimum, &Summary::firstMinimum), std::pair(&Summary::maximum, &Summary::firstMaximum)}) {
        const double wanted = (summary.*extreme)->toDouble();
        auto found = findFirst(
            elements, range, occurrences, [wanted](double number) { return number == wanted; }, work);
        if (!found)
            return fail(std::move(found.error()));
        summary.*place = *found;
    }
    return {};
}

bool isSubnormal(double number, const FloatLayout& layout)
{
    // Powers of two have no subnormals; integers have no exponent.
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
    // Both sums are in order of magnitude, so that symmetric values have a mean of exactly 0.
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
    if (options.edges.empty() && (options.bins == 0 || (!options.range && !summary.minimum)))
        return std::nullopt;
    const auto makeBins = [&] {
        if (!options.edges.empty())
            return Bins(options.edges);
        const auto [low, high] =
            options.range ? *options.range : std::pair(summary.minimum->toDouble(), summary.maximum->toDouble());
        return options.fitsBins && !options.range ? fittedBins(summary.dtype, low, high, options.bins)
                                                  : Bins(low, high, options.bins);
    };
    const Bins bins = makeBins();
    std::vector<std::uint64_t> slots(bins.slotCount());
    for (const Occurrence& one : occurrences) {
        if (std::isfinite(one.number))
            slots[bins.slot(one.number)] += one.times;
    }
    return bins.histogram(slots);
}

std::optional<Distribution> distributionOf(const Summary& summary, const std::vector<Occurrence>& occurrences)
{
    if (!summary.minimum)
        return std::nullopt;
    std::vector<Distribution::Counted> values;
    values.reserve(occurrences.size());
    for (const Occurrence& one : occurrences) {
        if (std::isfinite(one.number))
            values.push_back({one.number, one.times});
    }
    return Distribution::of(summary.minimum->toDouble(), summary.maximum->toDouble(), values);
}

void findQuantiles(Summary& summary, std::vector<Occurrence> occurrences, const SummaryOptions& options)
{
    std::erase_if(occurrences, [](const Occurrence& one) { return !std::isfinite(one.number); });
    std::sort(occurrences.begin(), occurrences.end(),
        [](const Occurrence& a, const Occurrence& b) { return a.number < b.number; });
    std::uint64_t count = 0;
    std::vector<std::uint64_t> upTo; // number of values up to and including each
    upTo.reserve(occurrences.size());
    for (const Occurrence& one : occurrences)
        upTo.push_back(count += one.times);
    const auto valueAt = [&](std::uint64_t rank) {
        const auto found = std::upper_bound(upTo.begin(), upTo.end(), rank) - upTo.begin();
        return occurrences[static_cast<std::size_t>(found)].number;
    };
    for (const double fraction : options.quantiles) {
        summary.quantiles.push_back({.fraction = fraction});
        if (count == 0)
            continue;
        const auto place = QuantilePlace::of(fraction, count);
        summary.quantiles.back().value = interpolate(valueAt(place.lower), valueAt(place.upper), place.share);
    }
}

/// The patterns of a range with their values.
struct CountedRange {
    PatternsOfRange patterns;
    std::vector<Occurrence> values;
};

Result<CountedRange> countRange(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer)
{
    auto counted = countOccurrences(elements, range, work, observer);
    if (!counted)
        return fail(std::move(counted.error()));
    CountedRange all;
    all.patterns.occurrences = std::move(*counted);
    all.values = valuesOf(elements.dtype(), all.patterns);
    auto nan = findFirst(
        elements, range, all.values, [](double number) { return std::isnan(number); }, work);
    if (!nan)
        return fail(std::move(nan.error()));
    auto infinite = findFirst(
        elements, range, all.values, [](double number) { return std::isinf(number); }, work);
    if (!infinite)
        return fail(std::move(infinite.error()));
    all.patterns.firstNaN = *nan;
    all.patterns.firstInfinite = *infinite;
    return all;
}

/// Computes everything but quantiles.
Summary summaryOf(DType dtype, const CountedRange& all, const SummaryOptions& options)
{
    Summary summary = countValues(dtype, all.values);
    summary.firstNaN = all.patterns.firstNaN;
    summary.firstInfinite = all.patterns.firstInfinite;
    summary.firstNonfinite = earlier(summary.firstNaN, summary.firstInfinite);
    summary.histogram = countBins(summary, all.values, options);
    if (options.distribution)
        summary.distribution = distributionOf(summary, all.values);
    return summary;
}

} // namespace

Result<PatternsOfRange> countPatterns(
    const Elements& elements, SpanRange range, const Work& work, const ChunkObserver& observer)
{
    return countRange(elements, range, work, observer).map([](CountedRange&& all) { return std::move(all.patterns); });
}

Summary summaryOfPatterns(DType dtype, const PatternsOfRange& patterns, const SummaryOptions& options)
{
    CountedRange all{.patterns = patterns, .values = valuesOf(dtype, patterns)};
    Summary summary = summaryOf(dtype, all, options);
    findQuantiles(summary, std::move(all.values), options);
    return summary;
}

Result<Summary> summarizePatterns(
    const Elements& elements, const SummaryOptions& options, const Work& work, const ChunkObserver& observer)
{
    work.expect(valueBytes(elements.tensor()));
    const SpanRange range = Spans(elements.count(), elements.chunkElements()).all();
    auto all = countRange(elements, range, work, observer);
    if (!all)
        return fail(std::move(all.error()));
    Summary summary = summaryOf(elements.dtype(), *all, options);
    if (options.findsExtremes) {
        if (auto found = findExtremes(summary, elements, range, all->values, work); !found)
            return fail(std::move(found.error()));
    }
    findQuantiles(summary, std::move(all->values), options);
    return summary;
}

} // namespace loupe
