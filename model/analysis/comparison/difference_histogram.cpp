#include "analysis/comparison/difference_histogram.h"

#include "analysis/comparison/difference_reader.h"
#include "analysis/comparison/pair_spans.h"
#include "analysis/comparison/pair_ways.h"
#include "analysis/kernels/slot_counts.h"
#include "analysis/parallel/parallel.h"
#include "core/checked_math.h"
#include "core/present_elements.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

/// The number of differences computed before they are counted; these fit in the L1 cache.
constexpr std::size_t differencesPerBlock = 2048;

/// Computes the differences of blocks of pairs into the caller's buffer and returns how many are finite.
class Subtraction {
public:
    Subtraction(DType a, DType b, ComplexPart part)
        : m_a(a)
        , m_b(b)
        , m_part(part)
    {
    }

    /// Computes the differences of elements [first, first + count) of `a` and `b`, at most blockSize.
    std::size_t take(
        std::size_t first, std::size_t count, const std::byte* a, const std::byte* b, double* differences) const
    {
        return withPairWay(m_a, m_b, [&](auto way) { return take(way, first, count, a, b, differences); });
    }

private:
    template <typename Pairs>
    std::size_t take(StoredPairs<Pairs>, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b,
        double* differences) const
    {
        constexpr std::size_t width = sizeof(typename Pairs::Word);
        return Pairs::differences(a + first * width, b + first * width, count, differences);
    }

    template <typename T, typename Pairs>
    std::size_t take(WidenedPairs<T, Pairs>, std::size_t first, std::size_t count, const std::byte* a,
        const std::byte* b, double* differences) const
    {
        std::array<T, differencesPerBlock> wideA;
        std::array<T, differencesPerBlock> wideB;
        widen(m_a, a, first, count, wideA.data());
        widen(m_b, b, first, count, wideB.data());
        return Pairs::differences(reinterpret_cast<const std::byte*>(wideA.data()),
            reinterpret_cast<const std::byte*>(wideB.data()), count, differences);
    }

    std::size_t take(ExtendedPairs, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b,
        double* differences) const
    {
        DifferenceReader(m_a, m_b, m_part).read(a, b, first, 1, {differences, count});
        return static_cast<std::size_t>(
            std::count_if(differences, differences + count, [](double one) { return isFinite(one); }));
    }

    DType m_a;
    DType m_b;
    ComplexPart m_part;
};

/// The counts and buffers of one worker.
struct DifferenceState {
    PairScratch scratch = {};
    std::vector<std::uint64_t> slots = {};
    std::uint64_t nonfinite = 0;

    void merge(const DifferenceState& other)
    {
        for (std::size_t i = 0; i < slots.size(); ++i)
            slots[i] += other.slots[i];
        nonfinite += other.nonfinite;
    }
};

} // namespace

Result<DifferenceHistogram> countDifferences(
    const Elements& a, const Elements& b, const std::vector<double>& edges, ComplexPart part, const Work& work)
{
    if (a.hasNulls() || b.hasNulls()) {
        if (auto possible = checkPair(a, b); !possible)
            return fail(std::move(possible.error()));
        const auto present = PresentElements::find({a, b}, work);
        if (!present)
            return fail(present.error());
        return countDifferences((*present)->of(0), (*present)->of(1), edges, part, work);
    }
    for (const auto& possible : {checkPair(a, b), checkEdges(edges)}) {
        if (!possible)
            return fail(possible.error());
    }
    if (!hasReadableValues(a.dtype()) || !hasReadableValues(b.dtype()))
        return fail(ErrorCode::Unsupported, "values of this type cannot be read");
    work.expect(saturatingAdd(valueBytes(a.tensor()), valueBytes(b.tensor())));
    const Bins bins(edges);
    const KeyBins<double> keyBins(bins, a.count());
    const Subtraction subtraction(a.dtype(), b.dtype(), part);
    const PairSpans spans(a, b);
    auto counted = reducePieces(
        spans.count(), work, [&] { return DifferenceState{.slots = std::vector<std::uint64_t>(bins.slotCount())}; },
        [&](DifferenceState& mine, std::uint64_t span) {
            return spans.visit(span, mine.scratch, work,
                [&](std::uint64_t, std::uint64_t count, std::span<const std::byte> bytesA,
                    std::span<const std::byte> bytesB) {
                    std::array<double, differencesPerBlock> differences;
                    for (std::size_t begin = 0; begin < count; begin += differencesPerBlock) {
                        const auto size =
                            static_cast<std::size_t>(std::min<std::uint64_t>(differencesPerBlock, count - begin));
                        mine.nonfinite +=
                            size - subtraction.take(begin, size, bytesA.data(), bytesB.data(), differences.data());
                        countSlots(differences.data(), size, keyBins, mine.slots.data());
                    }
                    work.advance(bytesA.size() + bytesB.size());
                    return true;
                });
        },
        PairSpans::mostAtOnce(bins.slotCount() * sizeof(std::uint64_t)));
    if (!counted)
        return fail(std::move(counted.error()));
    for (const Elements* const side : {&a, &b}) {
        if (auto unchanged = side->source().checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
    }
    counted->slots[bins.below()] -= counted->nonfinite; // KeyBins counts nonfinite values there
    return DifferenceHistogram{.histogram = bins.histogram(counted->slots), .nonfinite = counted->nonfinite};
}

} // namespace loupe
