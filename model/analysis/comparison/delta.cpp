#include "analysis/comparison/delta.h"

#include "analysis/comparison/delta_blocks.h"
#include "analysis/comparison/null_difference.h"
#include "analysis/comparison/pair_spans.h"
#include "analysis/kernels/equal_bytes.h"
#include "analysis/parallel/parallel.h"
#include "analysis/slices/widened.h"
#include "core/checked_math.h"
#include "core/present_elements.h"
#include "core/text/record_text.h"

#include <array>
#include <atomic>
#include <cmath>
#include <concepts>
#include <vector>

namespace loupe {

template <typename Record, typename Object>
requires std::same_as<std::remove_const_t<Object>, DeltaTally>
void fields(Record& record, Object& tally)
{
    record(tally.compared, tally.differing, tally.differingBits, tally.beyond, tally.nonfiniteOnlyA,
        tally.nonfiniteOnlyB, tally.firstDifference, tally.maximumUlp, tally.maximum, tally.magnitudes, tally.squares,
        tally.products, tally.squaresA, tally.squaresB);
}

namespace {

/// What must be known about a tensor's values to compute the figures of comparing it with itself.
struct Content {
    bool finite = false;
    bool nonzero = false; ///< has finite nonzero values

    void merge(const Content& other)
    {
        finite = finite || other.finite;
        nonzero = nonzero || other.nonzero;
    }
};

void lookAt(DType dtype, std::span<const std::byte> bytes, std::uint64_t count, Content& content)
{
    constexpr std::size_t period = 8;
    constexpr std::size_t blockSize = 512;
    // Repeating bytes, such as zeros, need to be checked only once.
    if (bytes.size() > period && equalBytes(bytes.data(), bytes.data() + period, bytes.size() - period))
        count = std::min<std::uint64_t>(count, period * 8 / bitsPerElement(dtype));
    std::array<long double, blockSize> real;
    std::array<long double, blockSize> imaginary;
    for (std::uint64_t first = 0; first < count && !content.nonzero; first += blockSize) {
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(blockSize, count - first));
        widen(dtype, bytes.data(), first, size, real.data());
        widen(dtype, bytes.data(), first, size, imaginary.data(), ComplexPart::Imaginary);
        for (std::size_t i = 0; i < size; ++i) {
            const bool finite = isFinite(real[i]) && isFinite(imaginary[i]);
            content.merge({finite, finite && (real[i] != 0 || imaginary[i] != 0)});
        }
    }
}

class Comparison {
public:
    Comparison(const Elements& a, const Elements& b, const Work& work, bool announced)
        : m_a(a)
        , m_b(b)
        , m_work(work)
        , m_bytes(saturatingAdd(valueBytes(a.tensor()), valueBytes(b.tensor())))
        , m_spans(a, b)
        , m_equal(m_spans.count())
        , m_contents(m_spans.count())
    {
        if (!announced)
            m_work.expect(m_bytes);
    }

    /// Reads both sides until a difference is found.
    Result<bool> findIdentical()
    {
        if (m_a.dtype() != m_b.dtype())
            return false;
        std::atomic<bool> different = false;
        const bool readable = hasReadableValues(m_a.dtype());
        auto done = forSpans([&](std::uint64_t span, PairScratch& scratch) {
            return m_spans.visit(span, scratch, m_work,
                [&](std::uint64_t, std::uint64_t count, std::span<const std::byte> a, std::span<const std::byte> b) {
                    if (different)
                        return false;
                    if (!equalBytes(a.data(), b.data(), a.size())) {
                        different = true;
                        return false;
                    }
                    if (readable && !m_contents[span].nonzero)
                        lookAt(m_a.dtype(), a, count, m_contents[span]);
                    m_equal[span] += count;
                    advance(a.size() + b.size());
                    return true;
                });
        });
        if (!done)
            return fail(std::move(done.error()));
        return !different;
    }

    Content content() const
    {
        Content content;
        for (const Content& one : m_contents)
            content.merge(one);
        return content;
    }

    /// Call this after findIdentical(). Does not read again on both sides what was found equal.
    Result<DeltaTally> tally(const std::optional<Tolerance>& tolerance)
    {
        const DeltaBlocks blocks(m_a.dtype(), m_b.dtype(), tolerance);
        std::vector<DeltaTally> tallies(m_spans.count());
        auto done = forSpans([&](std::uint64_t span, PairScratch& scratch) {
            std::uint64_t equal = m_equal[span];
            return m_spans.visit(span, scratch, m_work,
                [&](std::uint64_t first, std::uint64_t count, std::span<const std::byte> a,
                    std::span<const std::byte> b) {
                    if (equal == 0)
                        advance(a.size() + b.size());
                    blocks.add(first, count, a.data(), equal > 0 ? a.data() : b.data(), tallies[span]);
                    equal -= std::min(equal, count);
                    return true;
                });
        });
        if (!done)
            return fail(std::move(done.error()));
        DeltaTally total;
        for (const DeltaTally& one : tallies)
            total.merge(one);
        return total;
    }

    /// Call this at the end.
    Result<> finish()
    {
        advance(m_bytes - m_done); // what need not be read
        auto a = m_a.source().checkUnchanged();
        return a ? m_b.source().checkUnchanged() : a;
    }

private:
    void advance(std::uint64_t bytes)
    {
        m_done += bytes;
        m_work.advance(bytes);
    }

    template <typename Body>
    Result<> forSpans(const Body& body) const
    {
        auto done = reducePieces(
            m_spans.count(), m_work, [] { return PairScratch{}; },
            [&](PairScratch& scratch, std::uint64_t span) { return body(span, scratch); }, PairSpans::mostAtOnce());
        if (!done)
            return fail(std::move(done.error()));
        return {};
    }

    const Elements& m_a;
    const Elements& m_b;
    const Work& m_work;
    std::uint64_t m_bytes; ///< of both sides
    std::atomic<std::uint64_t> m_done = 0; ///< bytes reported to m_work so far
    PairSpans m_spans;
    std::vector<std::uint64_t> m_equal; ///< by span: the number of equal elements at its start
    std::vector<Content> m_contents;
};

Delta ofIdentical(std::uint64_t elements, DType dtype, const Content& content, bool tolerated)
{
    Delta delta{.elements = elements, .identical = true};
    if (!hasReadableValues(dtype)) {
        delta.note = "values of this type cannot be read";
        return delta;
    }
    delta.differing = delta.differingBits = delta.nonfiniteOnlyA = delta.nonfiniteOnlyB = 0;
    if (tolerated)
        delta.beyondTolerance = 0;
    if (content.finite) {
        delta.maximum = delta.mean = delta.rms = delta.relativeL2 = delta.relativeToB = 0;
        if (info(dtype).kind == DTypeKind::Float)
            delta.maximumUlp = 0;
    }
    if (content.nonzero)
        delta.cosine = 1;
    return delta;
}

Delta ofDifferent(std::uint64_t elements, DType a, DType b, const DeltaTally& tally, bool tolerated)
{
    Delta delta{.elements = elements, .differing = tally.differing};
    delta.nonfiniteOnlyA = tally.nonfiniteOnlyA;
    delta.nonfiniteOnlyB = tally.nonfiniteOnlyB;
    if (a == b)
        delta.differingBits = tally.differingBits;
    if (tolerated)
        delta.beyondTolerance = tally.beyond;
    if (tally.firstDifference != DeltaTally::none)
        delta.firstDifference = tally.firstDifference;
    if (tally.compared == 0)
        return delta;
    const auto count = static_cast<long double>(tally.compared);
    delta.maximum = tally.maximum;
    delta.mean = static_cast<double>(tally.magnitudes / count);
    delta.rms = static_cast<double>(std::sqrt(tally.squares / count));
    const auto relativeTo = [&](long double squares) {
        if (tally.squares == 0)
            return std::optional(0.0);
        return squares > 0 ? std::optional(static_cast<double>(std::sqrt(tally.squares / squares))) : std::nullopt;
    };
    delta.relativeL2 = relativeTo(tally.squaresA);
    delta.relativeToB = relativeTo(tally.squaresB);
    if (tally.squares > 0)
        delta.signalToNoise = signalToNoise(tally.squaresA, tally.squares);
    if (tally.differing > 0) {
        delta.signal = static_cast<double>(tally.squaresA);
        delta.noise = static_cast<double>(tally.squares);
    }
    if (tally.squaresA > 0 && tally.squaresB > 0) {
        const long double cosine = tally.products / std::sqrt(tally.squaresA * tally.squaresB);
        delta.cosine = static_cast<double>(std::clamp(cosine, -1.0L, 1.0L));
    }
    if (a == b && info(a).kind == DTypeKind::Float)
        delta.maximumUlp = tally.maximumUlp;
    return delta;
}

} // namespace

std::optional<double> signalToNoise(long double signal, long double noise)
{
    constexpr long double decibels = 10;
    const auto ratio = static_cast<double>(decibels * std::log10(signal / noise));
    return std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

bool nonfiniteDiffer(const Delta& delta)
{
    const bool elsewhere = delta.nonfiniteOnlyA.value_or(0) > 0 || delta.nonfiniteOnlyB.value_or(0) > 0;
    // Whether elements differ while all finite differences are zero: +Inf and -Inf, NaN and Inf.
    const std::uint64_t nulls = delta.nullOnlyA + delta.nullOnlyB;
    return elsewhere || (delta.differing.value_or(0) > nulls && delta.maximum.value_or(0) == 0);
}

NonfiniteChange nonfiniteChange(const Delta& delta)
{
    const bool onlyA = delta.nonfiniteOnlyA.value_or(0) > 0;
    const bool onlyB = delta.nonfiniteOnlyB.value_or(0) > 0;
    if (onlyA && onlyB)
        return NonfiniteChange::OneSide;
    if (onlyA || onlyB)
        return onlyA ? NonfiniteChange::OnlyA : NonfiniteChange::OnlyB;
    return nonfiniteDiffer(delta) ? NonfiniteChange::Both : NonfiniteChange::None;
}

namespace {

Result<Delta> compareWithoutNulls(const Elements& a, const Elements& b, const DeltaOptions& options, const Work& work)
{
    Comparison comparison(a, b, work, options.announced);
    auto identical = comparison.findIdentical();
    if (!identical)
        return fail(std::move(identical.error()));
    Delta delta{.elements = a.count(), .note = "values of this type cannot be read"};
    if (*identical) {
        delta = ofIdentical(a.count(), a.dtype(), comparison.content(), options.tolerance.has_value());
    } else if (hasReadableValues(a.dtype()) && hasReadableValues(b.dtype())) {
        auto tally = comparison.tally(options.tolerance);
        if (!tally)
            return fail(std::move(tally.error()));
        delta = ofDifferent(a.count(), a.dtype(), b.dtype(), *tally, options.tolerance.has_value());
    }
    if (auto unchanged = comparison.finish(); !unchanged)
        return fail(std::move(unchanged.error()));
    return delta;
}

/// Compares the elements that are null on neither side. Elements that are null on both sides are equal.
Result<Delta> comparePresent(const Elements& a, const Elements& b, const DeltaOptions& options, const Work& work)
{
    const auto nulls = compareNulls(a, b, work);
    if (!nulls)
        return fail(nulls.error());
    const auto present = PresentElements::find({a, b}, work);
    if (!present)
        return fail(present.error());
    const Elements presentA = (*present)->of(0);
    const Elements presentB = (*present)->of(1);
    auto delta = compareWithoutNulls(presentA, presentB, options, work);
    if (!delta)
        return delta;
    if (options.announced) {
        work.advance(valueBytes(a.tensor()) - valueBytes(presentA.tensor()));
        work.advance(valueBytes(b.tensor()) - valueBytes(presentB.tensor()));
    }
    const auto addTo = [&](std::optional<std::uint64_t>& count) {
        if (count)
            *count += nulls->onlyA + nulls->onlyB;
    };
    delta->elements = a.count();
    delta->nullOnlyA = nulls->onlyA;
    delta->nullOnlyB = nulls->onlyB;
    delta->identical = delta->identical && !nulls->first;
    addTo(delta->differing);
    addTo(delta->differingBits);
    addTo(delta->beyondTolerance);
    if (delta->firstDifference) {
        const auto index = (*present)->indexOf(*delta->firstDifference);
        if (!index)
            return fail(index.error());
        delta->firstDifference = *index;
    }
    if (nulls->first)
        delta->firstDifference = std::min(*nulls->first, delta->firstDifference.value_or(UINT64_MAX));
    return delta;
}

} // namespace

Result<Delta> compareValues(const Elements& a, const Elements& b, const DeltaOptions& options, const Work& work)
{
    if (auto possible = checkPair(a, b); !possible)
        return fail(std::move(possible.error()));
    return a.hasNulls() || b.hasNulls() ? comparePresent(a, b, options, work)
                                        : compareWithoutNulls(a, b, options, work);
}

std::uint64_t deltaSpans(std::uint64_t elements, DType a, DType b)
{
    return PairSpans::of(elements, a, b).count();
}

Result<std::string> compareRange(
    const Elements& a, const Elements& b, SpanRange range, const std::optional<Tolerance>& tolerance, const Work& work)
{
    const DeltaBlocks blocks(a.dtype(), b.dtype(), tolerance);
    const PairSpans spans(a, b, range);
    std::vector<DeltaTally> tallies(spans.count());
    std::vector<Content> contents(spans.count());
    std::atomic<bool> identical = a.dtype() == b.dtype();
    auto done = reducePieces(
        spans.count(), work, [] { return PairScratch{}; },
        [&](PairScratch& scratch, std::uint64_t span) {
            return spans.visit(span, scratch, work,
                [&](std::uint64_t first, std::uint64_t count, std::span<const std::byte> bytesA,
                    std::span<const std::byte> bytesB) {
                    if (a.dtype() != b.dtype() || !equalBytes(bytesA.data(), bytesB.data(), bytesA.size()))
                        identical = false;
                    if (identical && !contents[span].nonzero)
                        lookAt(a.dtype(), bytesA, count, contents[span]);
                    blocks.add(first, count, bytesA.data(), bytesB.data(), tallies[span]);
                    work.advance(bytesA.size() + bytesB.size());
                    return true;
                });
        },
        PairSpans::mostAtOnce());
    if (!done)
        return fail(std::move(done.error()));
    auto unchanged = a.source().checkUnchanged().and_then([&] { return b.source().checkUnchanged(); });
    if (!unchanged)
        return fail(std::move(unchanged.error()));
    Content content;
    for (const Content& one : contents)
        content.merge(one);
    RecordWriter record;
    record(identical.load(), content.finite, content.nonzero, tallies);
    return record.take();
}

std::optional<Delta> joinedDelta(std::uint64_t elements, DType a, DType b, std::span<const std::string> ranges,
    const std::optional<Tolerance>& tolerance)
{
    bool identical = true;
    Content content;
    DeltaTally total;
    std::uint64_t spans = 0;
    for (const std::string& range : ranges) {
        KeptTexts none;
        RecordReader record(range, none);
        bool isIdentical = false;
        Content one;
        std::vector<DeltaTally> tallies;
        record(isIdentical, one.finite, one.nonzero, tallies);
        if (!record.finish())
            return std::nullopt;
        identical = identical && isIdentical;
        content.merge(one);
        for (const DeltaTally& tally : tallies)
            total.merge(tally);
        spans += tallies.size();
    }
    if (spans != deltaSpans(elements, a, b) || (identical && a != b))
        return std::nullopt;
    return identical ? ofIdentical(elements, a, content, tolerance.has_value())
                     : ofDifferent(elements, a, b, total, tolerance.has_value());
}

Result<bool> areIdentical(const Elements& a, const Elements& b, const Work& work)
{
    if (a.dtype() != b.dtype() || a.count() != b.count())
        return false;
    // Nulls always have the same placeholder value. So if all values are equal, it remains to check that the nulls are,
    // too.
    if (const auto nulls = compareNulls(a, b, work); !nulls || nulls->first)
        return nulls ? Result<bool>(false) : fail(nulls.error());
    Comparison comparison(a, b, work, false);
    auto identical = comparison.findIdentical();
    if (identical) {
        if (auto unchanged = comparison.finish(); !unchanged)
            return fail(std::move(unchanged.error()));
    }
    return identical;
}

} // namespace loupe
