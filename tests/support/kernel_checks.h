#pragma once

#include "analysis/kernels/float_moments.h"
#include "analysis/kernels/integer_moments.h"
#include "analysis/kernels/masked_moments.h"
#include "analysis/kernels/pattern_counts.h"
#include "analysis/kernels/select.h"
#include "analysis/kernels/slot_counts.h"
#include "support/plain_kernels.h"

#include <algorithm>
#include <span>
#include <string>

namespace loupe::test {

// What holds between each kernel and its twin on any bytes at all: the first thing that does not, as a sentence, else
// empty. Tests and the fuzz target share it.

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

template <typename T>
std::string checkSlots(const std::byte* bytes, std::size_t count)
{
    std::vector<T> finite;
    for (const T number : numbersIn<T>(bytes, count)) {
        if (plainFinite(number))
            finite.push_back(number);
    }
    if (finite.empty())
        return {};
    const auto [least, greatest] = std::minmax_element(finite.begin(), finite.end());
    const auto low = static_cast<double>(*least);
    const auto high = static_cast<double>(*greatest);
    // Behind a byte, so that nothing is aligned.
    std::vector<std::byte> shifted(finite.size() * sizeof(T) + 1);
    std::memcpy(shifted.data() + 1, finite.data(), finite.size() * sizeof(T));
    for (const Bins& bins : {Bins(low, high, 256), Bins(low, high, 3), Bins(low, high, 5000),
             Bins(low / 2, high / 2 < low / 2 ? low / 2 : high / 2, 10)}) {
        std::vector<std::uint64_t> slots(bins.slotCount());
        countSlots(reinterpret_cast<const T*>(shifted.data() + 1), finite.size(), bins, slots.data());
        if (slots != plainSlots(finite, bins))
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

/// All kernels on the numbers that begin `skip` bytes into `bytes`.
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
