#include "analysis/kernels/masked_moments.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/masked_moments.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
hn::Vec<D> loadAsDoubles(D d, const double* numbers)
{
    return hn::LoadU(d, numbers);
}

template <class D>
hn::Vec<D> loadAsDoubles(D d, const float* numbers)
{
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), numbers));
}

/// The increment of a counter that counts downward: -1 where the mask is set.
template <class D, class M>
hn::Vec<hn::RebindToSigned<D>> minusOne(D, M mask)
{
    const hn::RebindToSigned<D> di;
    return hn::VecFromMask(di, hn::RebindMask(di, mask));
}

template <typename T>
void addRest(const T* numbers, std::size_t begin, std::size_t count, double pivot, double scale, BlockFigures<T>& block)
{
    for (std::size_t i = begin; i < count; ++i) {
        T number;
        std::memcpy(&number, numbers + i, sizeof(T));
        const T magnitude = std::abs(number);
        block.negative += number < 0;
        if (!std::isfinite(number)) {
            block.nan += std::isnan(number);
            block.positiveInf += number > 0;
            block.negativeInf += number < 0;
            continue;
        }
        block.zero += number == 0;
        block.subnormal += magnitude > 0 && magnitude < std::numeric_limits<T>::min();
        block.minimum = std::min(block.minimum, number);
        block.maximum = std::max(block.maximum, number);
        const double distance = static_cast<double>(number) * scale - pivot * scale;
        block.sum += distance;
        block.squares += distance * distance;
    }
}

/// Computes everything in double precision, which avoids widening the masks of floats.
template <typename T>
BlockFigures<T> maskedMomentsOf(const T* numbers, std::size_t count, double pivot, double scale)
{
    const hn::ScalableTag<double> d;
    const hn::RebindToSigned<decltype(d)> di;
    const std::size_t lanes = hn::Lanes(d);
    const auto s = hn::Set(d, scale);
    const auto p = hn::Set(d, pivot * scale);
    const auto smallestNormal = hn::Set(d, static_cast<double>(std::numeric_limits<T>::min()));
    const auto largest = hn::Set(d, static_cast<double>(std::numeric_limits<T>::max()));
    const auto lowest = hn::Neg(largest);
    auto sum = hn::Zero(d), squares = hn::Zero(d);
    auto minimum = largest, maximum = lowest;
    auto finiteCount = hn::Zero(di), aboveAll = hn::Zero(di), belowAll = hn::Zero(di);
    auto zero = hn::Zero(di), negative = hn::Zero(di), tiny = hn::Zero(di); // all count downward
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto v = loadAsDoubles(d, numbers + i);
        const auto magnitude = hn::Abs(v);
        const auto finite = hn::Le(magnitude, largest);
        finiteCount = hn::Add(finiteCount, minusOne(d, finite));
        aboveAll = hn::Add(aboveAll, minusOne(d, hn::Gt(v, largest)));
        belowAll = hn::Add(belowAll, minusOne(d, hn::Lt(v, lowest)));
        zero = hn::Add(zero, minusOne(d, hn::Eq(v, hn::Zero(d))));
        negative = hn::Add(negative, minusOne(d, hn::Lt(v, hn::Zero(d))));
        tiny = hn::Add(tiny, minusOne(d, hn::Lt(magnitude, smallestNormal)));
        minimum = hn::Min(minimum, hn::IfThenElse(finite, v, largest));
        maximum = hn::Max(maximum, hn::IfThenElse(finite, v, lowest));
        const auto distance = hn::IfThenElseZero(finite, hn::MulSub(v, s, p));
        sum = hn::Add(sum, distance);
        squares = hn::MulAdd(distance, distance, squares);
    }
    BlockFigures<T> block;
    block.positiveInf = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, aboveAll)));
    block.negativeInf = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, belowAll)));
    const auto finiteTotal = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, finiteCount)));
    block.nan = i - finiteTotal - block.positiveInf - block.negativeInf;
    block.zero = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, zero)));
    block.negative = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, negative)));
    block.subnormal = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, tiny))) - block.zero;
    block.minimum = static_cast<T>(hn::GetLane(hn::MinOfLanes(d, minimum)));
    block.maximum = static_cast<T>(hn::GetLane(hn::MaxOfLanes(d, maximum)));
    block.sum = hn::GetLane(hn::SumOfLanes(d, sum));
    block.squares = hn::GetLane(hn::SumOfLanes(d, squares));
    addRest(numbers, i, count, pivot, scale, block);
    return block;
}

BlockFigures<float> maskedMomentsF32(const float* numbers, std::size_t count, double pivot, double scale)
{
    return maskedMomentsOf(numbers, count, pivot, scale);
}

BlockFigures<double> maskedMomentsF64(const double* numbers, std::size_t count, double pivot, double scale)
{
    return maskedMomentsOf(numbers, count, pivot, scale);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(maskedMomentsF32);
HWY_EXPORT(maskedMomentsF64);

BlockFigures<float> maskedMoments(const float* numbers, std::size_t count, double pivot, double scale)
{
    return HWY_DYNAMIC_DISPATCH(maskedMomentsF32)(numbers, count, pivot, scale);
}

BlockFigures<double> maskedMoments(const double* numbers, std::size_t count, double pivot, double scale)
{
    return HWY_DYNAMIC_DISPATCH(maskedMomentsF64)(numbers, count, pivot, scale);
}

} // namespace loupe
#endif
