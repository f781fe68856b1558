#include "analysis/kernels/float_moments.h"

#include "analysis/kernels/prefetch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/float_moments.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
void addRest(const T* numbers, std::size_t begin, std::size_t count, double pivot, double scale, BlockFigures<T>& block)
{
    for (std::size_t i = begin; i < count; ++i) {
        T number;
        std::memcpy(&number, numbers + i, sizeof(T));
        const T magnitude = std::abs(number);
        block.zero += number == 0;
        block.negative += number < 0;
        block.subnormal += magnitude > 0 && magnitude < std::numeric_limits<T>::min();
        block.minimum = std::min(block.minimum, number);
        block.maximum = std::max(block.maximum, number);
        const double distance = static_cast<double>(number) * scale - pivot * scale;
        block.sum += distance;
        block.squares += distance * distance;
    }
}

/// Processes four vectors of doubles at a time, so that additions do not wait for each other.
BlockFigures<float> finiteMomentsF32(const float* numbers, std::size_t count, double pivot)
{
    const hn::ScalableTag<double> d;
    const hn::ScalableTag<float> df;
    const hn::Rebind<float, decltype(d)> dh;
    const hn::RebindToSigned<decltype(df)> di;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t step = 4 * lanes;
    const auto p = hn::Set(d, pivot);
    const auto smallestNormal = hn::Set(df, std::numeric_limits<float>::min());
    auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
    auto square0 = hn::Zero(d), square1 = hn::Zero(d), square2 = hn::Zero(d), square3 = hn::Zero(d);
    auto minimum = hn::Set(df, std::numeric_limits<float>::max());
    auto maximum = hn::Set(df, std::numeric_limits<float>::lowest());
    auto zero = hn::Zero(di), negative = hn::Zero(di), tiny = hn::Zero(di); // counts downward
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        const auto* const ahead = reinterpret_cast<const char*>(numbers + i) + prefetchDistance;
        for (std::size_t line = 0; line < step * sizeof(float); line += cacheLine)
            hwy::Prefetch(ahead + line);
        const auto d0 = hn::Sub(hn::PromoteTo(d, hn::LoadU(dh, numbers + i)), p);
        const auto d1 = hn::Sub(hn::PromoteTo(d, hn::LoadU(dh, numbers + i + lanes)), p);
        const auto d2 = hn::Sub(hn::PromoteTo(d, hn::LoadU(dh, numbers + i + 2 * lanes)), p);
        const auto d3 = hn::Sub(hn::PromoteTo(d, hn::LoadU(dh, numbers + i + 3 * lanes)), p);
        sum0 = hn::Add(sum0, d0);
        sum1 = hn::Add(sum1, d1);
        sum2 = hn::Add(sum2, d2);
        sum3 = hn::Add(sum3, d3);
        square0 = hn::MulAdd(d0, d0, square0);
        square1 = hn::MulAdd(d1, d1, square1);
        square2 = hn::MulAdd(d2, d2, square2);
        square3 = hn::MulAdd(d3, d3, square3);
        for (std::size_t k = 0; k < step; k += hn::Lanes(df)) {
            const auto v = hn::LoadU(df, numbers + i + k);
            minimum = hn::Min(minimum, v);
            maximum = hn::Max(maximum, v);
            zero = hn::Add(zero, hn::VecFromMask(di, hn::RebindMask(di, hn::Eq(v, hn::Zero(df)))));
            negative = hn::Add(negative, hn::VecFromMask(di, hn::RebindMask(di, hn::Lt(v, hn::Zero(df)))));
            tiny = hn::Add(tiny, hn::VecFromMask(di, hn::RebindMask(di, hn::Lt(hn::Abs(v), smallestNormal))));
        }
    }
    BlockFigures<float> block;
    block.sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
    block.squares = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(square0, square1), hn::Add(square2, square3))));
    block.minimum = hn::GetLane(hn::MinOfLanes(df, minimum));
    block.maximum = hn::GetLane(hn::MaxOfLanes(df, maximum));
    block.zero = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, zero)));
    block.negative = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, negative)));
    block.subnormal = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, tiny))) - block.zero;
    addRest(numbers, i, count, pivot, 1.0, block);
    return block;
}

BlockFigures<double> finiteMomentsF64(const double* numbers, std::size_t count, double pivot, double scale)
{
    const hn::ScalableTag<double> d;
    const hn::RebindToSigned<decltype(d)> di;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t step = 2 * lanes;
    const auto s = hn::Set(d, scale);
    const auto p = hn::Set(d, pivot * scale);
    const auto smallestNormal = hn::Set(d, std::numeric_limits<double>::min());
    auto sum0 = hn::Zero(d), sum1 = hn::Zero(d);
    auto square0 = hn::Zero(d), square1 = hn::Zero(d);
    auto minimum = hn::Set(d, std::numeric_limits<double>::max());
    auto maximum = hn::Set(d, std::numeric_limits<double>::lowest());
    auto zero = hn::Zero(di), negative = hn::Zero(di), tiny = hn::Zero(di); // counts downward
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        const auto* const ahead = reinterpret_cast<const char*>(numbers + i) + prefetchDistance;
        for (std::size_t line = 0; line < step * sizeof(double); line += cacheLine)
            hwy::Prefetch(ahead + line);
        const auto v0 = hn::LoadU(d, numbers + i);
        const auto v1 = hn::LoadU(d, numbers + i + lanes);
        const auto d0 = hn::MulSub(v0, s, p);
        const auto d1 = hn::MulSub(v1, s, p);
        sum0 = hn::Add(sum0, d0);
        sum1 = hn::Add(sum1, d1);
        square0 = hn::MulAdd(d0, d0, square0);
        square1 = hn::MulAdd(d1, d1, square1);
        minimum = hn::Min(minimum, hn::Min(v0, v1));
        maximum = hn::Max(maximum, hn::Max(v0, v1));
        zero = hn::Add(zero, hn::VecFromMask(di, hn::RebindMask(di, hn::Eq(v0, hn::Zero(d)))));
        zero = hn::Add(zero, hn::VecFromMask(di, hn::RebindMask(di, hn::Eq(v1, hn::Zero(d)))));
        negative = hn::Add(negative, hn::VecFromMask(di, hn::RebindMask(di, hn::Lt(v0, hn::Zero(d)))));
        negative = hn::Add(negative, hn::VecFromMask(di, hn::RebindMask(di, hn::Lt(v1, hn::Zero(d)))));
        tiny = hn::Add(tiny, hn::VecFromMask(di, hn::RebindMask(di, hn::Lt(hn::Abs(v0), smallestNormal))));
        tiny = hn::Add(tiny, hn::VecFromMask(di, hn::RebindMask(di, hn::Lt(hn::Abs(v1), smallestNormal))));
    }
    BlockFigures<double> block;
    block.sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
    block.squares = hn::GetLane(hn::SumOfLanes(d, hn::Add(square0, square1)));
    block.minimum = hn::GetLane(hn::MinOfLanes(d, minimum));
    block.maximum = hn::GetLane(hn::MaxOfLanes(d, maximum));
    block.zero = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, zero)));
    block.negative = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, negative)));
    block.subnormal = static_cast<std::uint64_t>(-hn::GetLane(hn::SumOfLanes(di, tiny))) - block.zero;
    addRest(numbers, i, count, pivot, scale, block);
    return block;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(finiteMomentsF32);
HWY_EXPORT(finiteMomentsF64);

BlockFigures<float> finiteMoments(const float* numbers, std::size_t count, double pivot)
{
    return HWY_DYNAMIC_DISPATCH(finiteMomentsF32)(numbers, count, pivot);
}

BlockFigures<double> finiteMoments(const double* numbers, std::size_t count, double pivot, double scale)
{
    return HWY_DYNAMIC_DISPATCH(finiteMomentsF64)(numbers, count, pivot, scale);
}

} // namespace loupe
#endif
