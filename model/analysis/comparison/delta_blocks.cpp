#include "analysis/comparison/delta_blocks.h"

#include "analysis/comparison/extended_sums.h"
#include "analysis/slices/widened.h"

#include <array>
#include <bit>
#include <type_traits>

namespace loupe {

namespace {

constexpr std::size_t blockSize = DeltaBlocks::blockSize;

/// Patterns of a float dtype with sign, exponent and mantissa as in IEEE 754.
template <typename Pairs>
struct Patterns {
    using Word = typename Pairs::Word;
    static constexpr Word magnitude = static_cast<Word>(static_cast<Word>(~Word{0}) >> 1U);

    static bool isFinite(Word bits) { return (bits & Pairs::exponent) != Pairs::exponent; }
    static bool isNan(Word bits) { return (bits & magnitude) > Pairs::exponent; }
    static bool differ(Word a, Word b) { return a != b && ((a | b) & magnitude) != 0 && !(isNan(a) && isNan(b)); }
};

/// A block in which pairs that are not finite on both sides are replaced by pairs of zeros, with the figures of the
/// replaced pairs.
template <typename Pairs>
struct FiniteBlock {
    using Word = typename Pairs::Word;

    FiniteBlock(const std::byte* bytesA, const std::byte* bytesB, std::size_t count)
    {
        using P = Patterns<Pairs>;
        for (std::size_t i = 0; i < count; ++i) {
            const auto x = detail::loadRaw<Word>(bytesA, i);
            const auto y = detail::loadRaw<Word>(bytesB, i);
            const bool finiteX = P::isFinite(x);
            const bool finiteY = P::isFinite(y);
            const bool both = finiteX && finiteY;
            a[i] = both ? x : Word{0};
            b[i] = both ? y : Word{0};
            removed += !both;
            differing += !both && P::differ(x, y);
            differingBits += !both && x != y;
            onlyA += !finiteX && finiteY;
            onlyB += finiteX && !finiteY;
        }
    }
    const std::byte* bytesA() const { return reinterpret_cast<const std::byte*>(a.data()); }
    const std::byte* bytesB() const { return reinterpret_cast<const std::byte*>(b.data()); }

    std::array<Word, blockSize> a;
    std::array<Word, blockSize> b;
    std::uint64_t removed = 0;
    std::uint64_t differing = 0;
    std::uint64_t differingBits = 0;
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
};

bool areZeros(const std::byte* bytes, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (detail::loadRaw<double>(bytes, i) != 0)
            return false;
    }
    return true;
}

/// Whether squares of doubles have overflowed, or have underflowed visibly.
bool hasLostDigits(const DifferenceSums& sums, const std::byte* a, const std::byte* b, std::size_t count)
{
    constexpr double few = 0x1p-900; // smaller squares may have lost precision
    if (!std::isfinite(sums.squares) || !std::isfinite(sums.squaresA) || !std::isfinite(sums.squaresB))
        return true;
    return (sums.squares < few && sums.maximum > 0) || (sums.squaresA < few && !areZeros(a, count))
        || (sums.squaresB < few && !areZeros(b, count));
}

DeltaTally asTally(const DifferenceSums& sums, std::size_t count)
{
    return {.compared = count,
        .differing = sums.differing,
        .differingBits = sums.differingBits,
        .maximumUlp = sums.maximumUlp,
        .maximum = sums.maximum,
        .magnitudes = sums.magnitudes,
        .squares = sums.squares,
        .products = sums.products,
        .squaresA = sums.squaresA,
        .squaresB = sums.squaresB};
}

/// For pairs that are all finite; zeros may stand for others.
template <typename Pairs>
DeltaTally tallyOf(const DifferenceSums& sums, const std::byte* a, const std::byte* b, std::size_t count)
{
    if constexpr (sizeof(typename Pairs::Word) == 8) {
        if (hasLostDigits(sums, a, b, count)) {
            std::array<long double, blockSize> wideA;
            std::array<long double, blockSize> wideB;
            widen(DType::F64, a, 0, count, wideA.data());
            widen(DType::F64, b, 0, count, wideB.data());
            DeltaTally tally = extendedSums({wideA.data()}, {wideB.data()}, count);
            tally.differingBits = sums.differingBits;
            tally.maximumUlp = sums.maximumUlp;
            return tally;
        }
    }
    return asTally(sums, count);
}

template <typename Pairs>
std::uint64_t firstDifference(const std::byte* a, const std::byte* b)
{
    using Word = typename Pairs::Word;
    std::uint64_t index = 0;
    while (!Patterns<Pairs>::differ(detail::loadRaw<Word>(a, index), detail::loadRaw<Word>(b, index)))
        ++index;
    return index;
}

template <typename Pairs>
DeltaTally floatBlock(const std::byte* a, const std::byte* b, std::size_t count)
{
    const DifferenceSums sums = Pairs::sums(a, b, count);
    DeltaTally tally;
    if (std::isfinite(sums.squaresA) && std::isfinite(sums.squaresB)) {
        tally = tallyOf<Pairs>(sums, a, b, count);
    } else {
        const FiniteBlock<Pairs> finite(a, b, count);
        tally = tallyOf<Pairs>(
            Pairs::sums(finite.bytesA(), finite.bytesB(), count), finite.bytesA(), finite.bytesB(), count);
        tally.compared -= finite.removed;
        tally.differing += finite.differing;
        tally.differingBits += finite.differingBits;
        tally.nonfiniteOnlyA = finite.onlyA;
        tally.nonfiniteOnlyB = finite.onlyB;
    }
    if (tally.differing > 0)
        tally.firstDifference = firstDifference<Pairs>(a, b);
    return tally;
}

/// The pattern of element `index`, for dtypes of at most 8 bits.
unsigned smallPattern(DType dtype, const std::byte* bytes, std::uint64_t index)
{
    const unsigned bits = bitsPerElement(dtype);
    const auto byte = detail::loadRaw<std::uint8_t>(bytes, index * bits / 8);
    return bits == 8 ? byte : index % 2 == 0 ? byte & 15U : byte >> 4U;
}

/// The rank of a pattern in numeric order; both zeros have the same rank.
int placeOf(DType dtype, unsigned pattern)
{
    const unsigned sign = 1U << (bitsPerElement(dtype) - 1);
    if (info(dtype).layout.specials == FloatSpecials::PowerOfTwo) // has no sign
        return static_cast<int>(pattern);
    const int magnitude = static_cast<int>(pattern & (sign - 1));
    return (pattern & sign) != 0 ? -magnitude : magnitude;
}

/// Adds the figures that depend on bit patterns, for two equal dtypes of at most 8 bits.
void addSmallPatterns(DType dtype, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b,
    const float* valuesA, const float* valuesB, DeltaTally& tally)
{
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned x = smallPattern(dtype, a, first + i);
        const unsigned y = smallPattern(dtype, b, first + i);
        tally.differingBits += x != y;
        if (isFinite(valuesA[i]) && isFinite(valuesB[i])) {
            const int distance = std::abs(placeOf(dtype, x) - placeOf(dtype, y));
            tally.maximumUlp = std::max<std::uint64_t>(tally.maximumUlp, static_cast<std::uint64_t>(distance));
        }
    }
}

std::uint64_t beyond(const double* a, const double* b, std::size_t count, const Tolerance& tolerance)
{
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
        const bool near = std::isfinite(a[i]) && std::isfinite(b[i])
            && std::abs(a[i] - b[i]) <= tolerance.absolute + tolerance.relative * std::abs(b[i]);
        found += !same && !near;
    }
    return found;
}

} // namespace

template <typename Pairs>
DeltaTally DeltaBlocks::take(
    StoredPairs<Pairs>, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const
{
    constexpr std::size_t width = sizeof(typename Pairs::Word);
    return floatBlock<Pairs>(a + first * width, b + first * width, count);
}

template <typename T, typename Pairs>
DeltaTally DeltaBlocks::take(
    WidenedPairs<T, Pairs>, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const
{
    std::array<T, blockSize> wideA;
    std::array<T, blockSize> wideB;
    widen(m_a, a, first, count, wideA.data());
    widen(m_b, b, first, count, wideB.data());
    DeltaTally tally = floatBlock<Pairs>(
        reinterpret_cast<const std::byte*>(wideA.data()), reinterpret_cast<const std::byte*>(wideB.data()), count);
    tally.maximumUlp = 0;
    tally.differingBits = tally.differing; // correct for integers
    if constexpr (sizeof(T) == sizeof(float)) {
        if (m_a == m_b && info(m_a).kind == DTypeKind::Float) {
            tally.differingBits = 0;
            addSmallPatterns(m_a, first, count, a, b, wideA.data(), wideB.data(), tally);
        }
    }
    return tally;
}

DeltaTally DeltaBlocks::take(
    ExtendedPairs, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const
{
    const bool complex = info(m_a).kind == DTypeKind::Complex || info(m_b).kind == DTypeKind::Complex;
    const ExtendedNumbers<blockSize> wideA(m_a, complex, a, first, count);
    const ExtendedNumbers<blockSize> wideB(m_b, complex, b, first, count);
    DeltaTally tally = extendedSums(wideA.numbers(), wideB.numbers(), count);
    tally.differingBits = tally.differing; // correct for integers
    if (complex && m_a == m_b) {
        tally.differingBits = 0;
        for (std::size_t i = first; i < first + count; ++i)
            tally.differingBits += detail::loadRaw<std::uint64_t>(a, i) != detail::loadRaw<std::uint64_t>(b, i);
    }
    if (m_tolerance)
        tally.beyond = extendedBeyond(wideA.numbers(), wideB.numbers(), count, *m_tolerance);
    return tally;
}

void DeltaBlocks::countBeyond(
    std::size_t first, std::size_t count, const std::byte* a, const std::byte* b, DeltaTally& tally) const
{
    const bool allFinite = tally.compared == count;
    if (tally.differing == 0 || (allFinite && tally.maximum <= m_tolerance->absolute))
        return;
    std::array<double, blockSize> wideA;
    std::array<double, blockSize> wideB;
    widen(m_a, a, first, count, wideA.data());
    widen(m_b, b, first, count, wideB.data());
    tally.beyond = beyond(wideA.data(), wideB.data(), count, *m_tolerance);
}

DeltaTally DeltaBlocks::block(std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const
{
    return withPairWay(m_a, m_b, [&](auto way) {
        DeltaTally tally = take(way, first, count, a, b);
        if (m_tolerance && !std::is_same_v<decltype(way), ExtendedPairs>)
            countBeyond(first, count, a, b, tally);
        return tally;
    });
}

void DeltaBlocks::add(
    std::uint64_t first, std::size_t count, const std::byte* a, const std::byte* b, DeltaTally& tally) const
{
    for (std::size_t begin = 0; begin < count; begin += blockSize) {
        DeltaTally one = block(begin, std::min(blockSize, count - begin), a, b);
        if (one.firstDifference != DeltaTally::none)
            one.firstDifference += first + begin;
        tally.merge(one);
    }
}

} // namespace loupe
