#include "analysis/kernels/difference_sums.h"

#include "analysis/kernels/prefetch.h"

#include <array>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/difference_sums.cpp"
#include <hwy/foreach_target.h>

#include "analysis/kernels/float_ways-inl.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Maps patterns to integers in numeric order; both zeros are equal. For `magnitude`, see float_ways-inl.h.
template <int magnitude, class D, class V>
V ordered(D d, V bits)
{
    const hn::RebindToUnsigned<D> du;
    const auto sign = hn::BroadcastSignBit(bits);
    const auto flip = hn::BitCast(d, hn::ShiftRight<magnitude>(hn::BitCast(du, sign)));
    return hn::Sub(hn::Xor(bits, flip), sign);
}

template <class Way>
DifferenceSums sumsOf32(const std::byte* a, const std::byte* b, std::size_t count)
{
    const hn::ScalableTag<double> d;
    const hn::ScalableTag<float> df;
    const hn::RebindToSigned<decltype(df)> di;
    const hn::RebindToUnsigned<decltype(df)> du;
    const std::size_t step = hn::Lanes(df);
    std::array<std::byte, HWY_MAX_BYTES> lastA, lastB;
    auto maximum = hn::Zero(d), magnitudes = hn::Zero(d), squares = hn::Zero(d);
    auto products = hn::Zero(d), squaresA = hn::Zero(d), squaresB = hn::Zero(d);
    auto differing = hn::Zero(di), differingBits = hn::Zero(di); // counts downward
    auto ulp = hn::Zero(du);
    for (std::size_t i = 0; i < count; i += step) {
        const std::byte* numbersA = a + i * Way::width;
        const std::byte* numbersB = b + i * Way::width;
        if (count - i < step) { // padding with pairs of zeros changes nothing
            lastA.fill(std::byte{0});
            lastB.fill(std::byte{0});
            std::memcpy(lastA.data(), numbersA, (count - i) * Way::width);
            std::memcpy(lastB.data(), numbersB, (count - i) * Way::width);
            numbersA = lastA.data();
            numbersB = lastB.data();
        }
        hwy::Prefetch(numbersA + prefetchDistance);
        hwy::Prefetch(numbersB + prefetchDistance);
        const auto bitsA = Way::bits(di, numbersA);
        const auto bitsB = Way::bits(di, numbersB);
        const auto valuesA = Way::values(df, bitsA, numbersA);
        const auto valuesB = Way::values(df, bitsB, numbersB);
        differingBits = hn::Add(differingBits, hn::VecFromMask(di, hn::Ne(bitsA, bitsB)));
        differing = hn::Add(differing, hn::VecFromMask(di, hn::RebindMask(di, hn::Ne(valuesA, valuesB))));
        const auto orderA = ordered<Way::magnitude>(di, bitsA);
        const auto orderB = ordered<Way::magnitude>(di, bitsB);
        const auto distance = hn::Sub(hn::Max(orderA, orderB), hn::Min(orderA, orderB));
        ulp = hn::Max(ulp, hn::BitCast(du, distance));
        const auto lowA = lowerDoubles(d, valuesA);
        const auto lowB = lowerDoubles(d, valuesB);
        const auto highA = upperDoubles(d, valuesA);
        const auto highB = upperDoubles(d, valuesB);
        const auto low = hn::Sub(lowA, lowB);
        const auto high = hn::Sub(highA, highB);
        maximum = hn::Max(maximum, hn::Max(hn::Abs(low), hn::Abs(high)));
        magnitudes = hn::Add(magnitudes, hn::Add(hn::Abs(low), hn::Abs(high)));
        squares = hn::MulAdd(high, high, hn::MulAdd(low, low, squares));
        products = hn::MulAdd(highA, highB, hn::MulAdd(lowA, lowB, products));
        squaresA = hn::MulAdd(highA, highA, hn::MulAdd(lowA, lowA, squaresA));
        squaresB = hn::MulAdd(highB, highB, hn::MulAdd(lowB, lowB, squaresB));
    }
    DifferenceSums sums;
    sums.differing = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, differing)));
    sums.differingBits = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, differingBits)));
    sums.maximumUlp = hn::GetLane(hn::MaxOfLanes(du, ulp)) >> Way::spacing;
    sums.maximum = hn::GetLane(hn::MaxOfLanes(d, maximum));
    sums.magnitudes = hn::GetLane(hn::SumOfLanes(d, magnitudes));
    sums.squares = hn::GetLane(hn::SumOfLanes(d, squares));
    sums.products = hn::GetLane(hn::SumOfLanes(d, products));
    sums.squaresA = hn::GetLane(hn::SumOfLanes(d, squaresA));
    sums.squaresB = hn::GetLane(hn::SumOfLanes(d, squaresB));
    return sums;
}

DifferenceSums sumsF64(const std::byte* a, const std::byte* b, std::size_t count)
{
    const hn::ScalableTag<double> d;
    const hn::RebindToSigned<decltype(d)> di;
    const hn::RebindToUnsigned<decltype(d)> du;
    const std::size_t step = hn::Lanes(d);
    std::array<double, HWY_MAX_BYTES / sizeof(double)> lastA, lastB;
    auto maximum = hn::Zero(d), magnitudes = hn::Zero(d), squares = hn::Zero(d);
    auto products = hn::Zero(d), squaresA = hn::Zero(d), squaresB = hn::Zero(d);
    auto differing = hn::Zero(di), differingBits = hn::Zero(di); // counts downward
    auto ulp = hn::Zero(du);
    for (std::size_t i = 0; i < count; i += step) {
        const auto* numbersA = reinterpret_cast<const double*>(a) + i;
        const auto* numbersB = reinterpret_cast<const double*>(b) + i;
        if (count - i < step) { // padding with pairs of zeros changes nothing
            lastA.fill(0);
            lastB.fill(0);
            std::memcpy(lastA.data(), numbersA, (count - i) * sizeof(double));
            std::memcpy(lastB.data(), numbersB, (count - i) * sizeof(double));
            numbersA = lastA.data();
            numbersB = lastB.data();
        }
        hwy::Prefetch(reinterpret_cast<const char*>(numbersA) + prefetchDistance);
        hwy::Prefetch(reinterpret_cast<const char*>(numbersB) + prefetchDistance);
        const auto valuesA = hn::LoadU(d, numbersA);
        const auto valuesB = hn::LoadU(d, numbersB);
        const auto bitsA = hn::BitCast(di, valuesA);
        const auto bitsB = hn::BitCast(di, valuesB);
        differingBits = hn::Add(differingBits, hn::VecFromMask(di, hn::Ne(bitsA, bitsB)));
        differing = hn::Add(differing, hn::VecFromMask(di, hn::RebindMask(di, hn::Ne(valuesA, valuesB))));
        const auto orderA = ordered<1>(di, bitsA);
        const auto orderB = ordered<1>(di, bitsB);
        const auto between = hn::Sub(hn::Max(orderA, orderB), hn::Min(orderA, orderB));
        ulp = hn::Max(ulp, hn::BitCast(du, between));
        const auto distance = hn::Sub(valuesA, valuesB);
        maximum = hn::Max(maximum, hn::Abs(distance));
        magnitudes = hn::Add(magnitudes, hn::Abs(distance));
        squares = hn::MulAdd(distance, distance, squares);
        products = hn::MulAdd(valuesA, valuesB, products);
        squaresA = hn::MulAdd(valuesA, valuesA, squaresA);
        squaresB = hn::MulAdd(valuesB, valuesB, squaresB);
    }
    DifferenceSums sums;
    sums.differing = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, differing)));
    sums.differingBits = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, differingBits)));
    sums.maximumUlp = hn::GetLane(hn::MaxOfLanes(du, ulp));
    sums.maximum = hn::GetLane(hn::MaxOfLanes(d, maximum));
    sums.magnitudes = hn::GetLane(hn::SumOfLanes(d, magnitudes));
    sums.squares = hn::GetLane(hn::SumOfLanes(d, squares));
    sums.products = hn::GetLane(hn::SumOfLanes(d, products));
    sums.squaresA = hn::GetLane(hn::SumOfLanes(d, squaresA));
    sums.squaresB = hn::GetLane(hn::SumOfLanes(d, squaresB));
    return sums;
}

DifferenceSums sumsF32(const std::byte* a, const std::byte* b, std::size_t count)
{
    return sumsOf32<F32Way>(a, b, count);
}

DifferenceSums sumsBF16(const std::byte* a, const std::byte* b, std::size_t count)
{
    return sumsOf32<BF16Way>(a, b, count);
}

DifferenceSums sumsF16(const std::byte* a, const std::byte* b, std::size_t count)
{
    return sumsOf32<F16Way>(a, b, count);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(sumsF32);
HWY_EXPORT(sumsBF16);
HWY_EXPORT(sumsF16);
HWY_EXPORT(sumsF64);

DifferenceSums F32Pairs::sums(const std::byte* a, const std::byte* b, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(sumsF32)(a, b, count);
}

DifferenceSums BF16Pairs::sums(const std::byte* a, const std::byte* b, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(sumsBF16)(a, b, count);
}

DifferenceSums F16Pairs::sums(const std::byte* a, const std::byte* b, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(sumsF16)(a, b, count);
}

DifferenceSums F64Pairs::sums(const std::byte* a, const std::byte* b, std::size_t count)
{
    return HWY_DYNAMIC_DISPATCH(sumsF64)(a, b, count);
}

} // namespace loupe
#endif
