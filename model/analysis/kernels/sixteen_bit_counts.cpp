#include "analysis/kernels/sixteen_bit_counts.h"

#include "analysis/kernels/prefetch.h"

#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/sixteen_bit_counts.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <std::size_t width>
using Word =
    std::conditional_t<width == 2, std::uint16_t, std::conditional_t<width == 4, std::uint32_t, std::uint64_t>>;

template <std::size_t width>
std::size_t topPattern(const std::byte* numbers, std::size_t index)
{
    std::uint16_t pattern;
    std::memcpy(&pattern, numbers + index * width + (width - 2), sizeof(pattern));
    return pattern;
}

/// The number of values compared with each other at once.
constexpr std::size_t run = 32;

template <std::size_t width>
bool allAlike(const std::byte* numbers)
{
    using W = Word<width>;
    const hn::CappedTag<W, run> d;
    W one;
    std::memcpy(&one, numbers, width);
    const auto first = hn::Set(d, one);
    auto difference = hn::Zero(d);
    const auto* const words = reinterpret_cast<const W*>(numbers);
    for (std::size_t i = 0; i < run; i += hn::Lanes(d))
        difference = hn::Or(difference, hn::Xor(hn::LoadU(d, words + i), first));
    return hn::AllTrue(d, hn::Eq(hn::ShiftRight<8 * width - 16>(difference), hn::Zero(d)));
}

template <std::size_t width>
void countPatterns(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    std::size_t i = 0;
    for (; i + run <= count; i += run) {
        const std::byte* const block = numbers + i * width;
        for (std::size_t line = 0; line < run * width; line += cacheLine)
            hwy::Prefetch(block + prefetchDistance + line);
        if (allAlike<width>(block)) {
            table[topPattern<width>(block, 0)] += run;
            continue;
        }
        for (std::size_t k = 0; k < run; k += 4) {
            const std::size_t a = topPattern<width>(block, k);
            const std::size_t b = topPattern<width>(block, k + 1);
            const std::size_t c = topPattern<width>(block, k + 2);
            const std::size_t e = topPattern<width>(block, k + 3);
            ++table[a];
            ++table[b];
            ++table[c];
            ++table[e];
        }
    }
    for (; i < count; ++i)
        ++table[topPattern<width>(numbers, i)];
}

void countPatterns2(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    countPatterns<2>(numbers, count, table);
}
void countPatterns4(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    countPatterns<4>(numbers, count, table);
}
void countPatterns8(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    countPatterns<8>(numbers, count, table);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(countPatterns2);
HWY_EXPORT(countPatterns4);
HWY_EXPORT(countPatterns8);

template <>
void countTopPatterns<2>(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    HWY_DYNAMIC_DISPATCH(countPatterns2)(numbers, count, table);
}
template <>
void countTopPatterns<4>(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    HWY_DYNAMIC_DISPATCH(countPatterns4)(numbers, count, table);
}
template <>
void countTopPatterns<8>(const std::byte* numbers, std::size_t count, std::uint32_t* table)
{
    HWY_DYNAMIC_DISPATCH(countPatterns8)(numbers, count, table);
}

} // namespace loupe
#endif
