#pragma once

#include "analysis/kernels/float_moments.h"
#include "analysis/kernels/integer_moments.h"
#include "analysis/kernels/masked_moments.h"
#include "analysis/kernels/select.h"
#include "analysis/kernels/sixteen_bit_counts.h"
#include "analysis/kernels/slot_counts.h"
#include "support/plain_kernels.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace loupe::test {

// Checks each kernel against its slow twin, for any bytes. The result describes the first mismatch, or is empty. Shared
// by tests and the fuzz target.

inline bool near(long double actual, long double expected, long double scale)
{
    return std::abs(actual - expected) <= 1e-12L * scale + 1e-300L;
}

template <typename T>
std::string compareCounts(const BlockFigures<T>& block, const BlockFigures<T>& plain)
{
    if (block.nan != plain.nan || block.positiveInf != plain.positiveInf || block.negativeInf != plain.negativeInf)
        return "as many numbers are not finite";
    if (block.zero != plain.zero || block.negative != plain.negative || block.subnormal != plain.subnormal)
        return "as many numbers are zero, negative, subnormal";
    if (block.minimum != plain.minimum || block.maximum != plain.maximum)
        return "the extremes are the same";
    return {};
}

template <typename T>
std::string compareFigures(const BlockFigures<T>& block, const PlainFigures<T>& plain, long double scale)
{
    if (auto differs = compareCounts(block, plain.block); !differs.empty())
        return differs;
    if (!near(block.sum, plain.sum * scale, plain.magnitudes * scale))
        return "the sums agree";
    if (!near(block.squares, plain.squares * scale * scale, plain.squares * scale * scale))
        return "the squares agree";
    return {};
}

template <typename T>
std::string checkFloats(const std::byte* bytes, std::size_t count)
{
    const auto numbers = numbersIn<T>(bytes, count);
    const auto* const start = reinterpret_cast<const T*>(bytes);
    const auto first = std::find_if(numbers.begin(), numbers.end(), [](T number) { return std::isfinite(number); });
    const double pivot = first == numbers.end() ? 0.0 : static_cast<double>(*first) / 2;
    const double scale = sizeof(T) == 8 ? 0x1p-600 : 1.0;
    const auto plain = plainFigures<T>(bytes, count, pivot);
    if (auto differs = compareFigures(maskedMoments(start, count, pivot, scale), plain, scale); !differs.empty())
        return differs + " (masked)";
    BlockFigures<T> finite;
    if constexpr (sizeof(T) == 8)
        finite = finiteMoments(start, count, pivot, scale);
    else
        finite = finiteMoments(start, count, pivot);
    const bool all = plain.block.nan + plain.block.positiveInf + plain.block.negativeInf == 0;
    if (std::isfinite(finite.sum) != all)
        return "a number that is not finite shows in the sum";
    return all ? compareFigures(finite, plain, scale) : std::string();
}

template <typename T>
std::string checkIntegers(const std::byte* bytes, std::size_t count)
{
    const auto numbers = numbersIn<T>(bytes, count);
    const T pivot = count > 0 ? numbers[count / 2] : T{0};
    return compareFigures(integerMoments(reinterpret_cast<const T*>(bytes), count, pivot),
        plainFigures<T>(bytes, count, static_cast<long double>(pivot)), 1);
}

template <std::size_t width>
std::string checkTopCounts(const std::byte* bytes, std::size_t count)
{
    std::vector<std::uint32_t> table(patternCount);
    countTopPatterns<width>(bytes, count, table.data());
    return table == plainTopCounts(bytes, count, width) ? "" : "patterns are counted";
}

/// Bins of several widths: few enough that several share an entry of the table, too many for that, and more than there
/// are numbers of type T.
inline std::vector<Bins> someBins(double low, double high)
{
    std::vector<Bins> bins{Bins(low, high, 256), Bins(low, high, 3), Bins(low, high, 1500),
        Bins(low / 2, std::max(low / 2, high / 2), 10), Bins(high / 2 - 1, high / 2 + 1, 300)};
    std::vector<double> logarithmic;
    for (int exponent = -40; exponent <= 40; ++exponent)
        logarithmic.push_back(std::ldexp(exponent < 0 ? -1.0 : 1.0, std::abs(exponent)) * 0.75);
    std::sort(logarithmic.begin(), logarithmic.end());
    bins.emplace_back(std::move(logarithmic));
    bins.emplace_back(std::vector{low, low, 0.0 < low || 0.0 > high ? low : 0.0, high, high});
    return bins;
}

template <typename T>
std::string checkSlots(const std::byte* bytes, std::size_t count)
{
    const auto numbers = numbersIn<T>(bytes, count);
    double low = 0, high = 0;
    for (const T number : numbers) {
        if (plainFinite(number)) {
            low = std::min(low, static_cast<double>(number));
            high = std::max(high, static_cast<double>(number));
        }
    }
    for (const Bins& bins : someBins(low, high)) {
        constexpr std::uint64_t tableSizes[] = {1, 1 << 14, 1 << 20}; // in turn, since each is slow to make
        const KeyBins<T> keyBins(bins, tableSizes[count % 3]);
        std::vector<std::uint64_t> slots(bins.slotCount());
        countSlots(reinterpret_cast<const T*>(bytes), count, keyBins, slots.data());
        if (slots != plainSlots(numbers, bins))
            return "numbers are counted in their bins";
    }
    return {};
}

template <typename Word>
std::string checkSelection(const std::byte* bytes, std::size_t count)
{
    std::vector<std::uint8_t> wanted(patternCount);
    std::vector<Word> expected;
    for (const Word word : numbersIn<Word>(bytes, count)) {
        wanted[topBits(word)] = topBits(word) % 3 == 0;
        if (topBits(word) % 3 == 0)
            expected.push_back(word);
    }
    std::vector<Word> selected(count + 1);
    selected.resize(selectByTopBits(bytes, count, wanted.data(), selected.data()));
    return selected == expected ? "" : "the wanted numbers are selected, in order";
}

/// Checks all kernels on the numbers from offset `skip` in `bytes` on.
inline std::string checkKernels(std::span<const std::byte> bytes, std::size_t skip)
{
    const auto data = bytes.subspan(std::min(skip, bytes.size()));
    const std::byte* const start = data.data();
    const std::size_t size = data.size();
    for (const auto& differs : {checkFloats<float>(start, size / 4), checkFloats<double>(start, size / 8),
             checkIntegers<std::int32_t>(start, size / 4), checkIntegers<std::uint32_t>(start, size / 4),
             checkIntegers<std::int64_t>(start, size / 8), checkIntegers<std::uint64_t>(start, size / 8),
             checkTopCounts<2>(start, size / 2), checkTopCounts<4>(start, size / 4), checkTopCounts<8>(start, size / 8),
             checkSlots<float>(start, size / 4), checkSlots<double>(start, size / 8),
             checkSlots<std::int32_t>(start, size / 4), checkSlots<std::uint32_t>(start, size / 4),
             checkSlots<std::int64_t>(start, size / 8), checkSlots<std::uint64_t>(start, size / 8),
             checkSelection<std::uint32_t>(start, size / 4), checkSelection<std::uint64_t>(start, size / 8)}) {
        if (!differs.empty())
            return differs;
    }
    return {};
}

} // namespace loupe::test
