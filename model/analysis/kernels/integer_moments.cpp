#include "analysis/kernels/integer_moments.h"

#include "analysis/kernels/prefetch.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/integer_moments.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Unsigned numbers are shifted down by half the range and treated as signed; order and distances stay the same.
template <typename T>
using SignedOf = std::make_signed_t<T>;
template <typename T>
constexpr SignedOf<T> halfRange = std::is_signed_v<T> ? SignedOf<T>{0} : std::numeric_limits<SignedOf<T>>::min();

template <typename T>
T unsignedBack(SignedOf<T> number)
{
    return static_cast<T>(number ^ halfRange<T>);
}

template <class D>
hn::Vec<D> asDoubles(D d, hn::Vec<hn::Rebind<std::int32_t, D>> numbers)
{
    return hn::PromoteTo(d, numbers);
}

template <class D>
hn::Vec<D> asDoubles(D d, hn::Vec<hn::Rebind<std::int64_t, D>> numbers)
{
    return hn::ConvertTo(d, numbers);
}

template <typename T>
void addRest(const T* numbers, std::size_t begin, std::size_t count, double pivot, BlockFigures<T>& block)
{
    for (std::size_t i = begin; i < count; ++i) {
        T number;
        std::memcpy(&number, numbers + i, sizeof(T));
        block.zero += number == 0;
        block.negative += number < 0;
        block.minimum = std::min(block.minimum, number);
        block.maximum = std::max(block.maximum, number);
        const double distance = static_cast<double>(static_cast<SignedOf<T>>(number ^ halfRange<T>)) - pivot;
        block.sum += distance;
        block.squares += distance * distance;
    }
}

/// If `near`, differences are computed before the conversion to double, and wrap around if they do not fit.
template <typename T, bool near>
BlockFigures<T> moments(const T* numbers, std::size_t count, SignedOf<T> pivot)
{
    using S = SignedOf<T>;
    const hn::ScalableTag<double> d;
    const hn::Rebind<S, decltype(d)> ds;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t step = 2 * lanes;
    const auto flip = hn::Set(ds, halfRange<T>);
    const auto p = hn::Set(ds, pivot);
    const auto pd = hn::Set(d, static_cast<double>(pivot));
    auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), square0 = hn::Zero(d), square1 = hn::Zero(d);
    auto minimum = hn::Set(ds, std::numeric_limits<S>::max());
    auto maximum = hn::Set(ds, std::numeric_limits<S>::min());
    auto zero = hn::Zero(ds), negative = hn::Zero(ds); // counts downward
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        const auto* const ahead = reinterpret_cast<const char*>(numbers + i) + prefetchDistance;
        for (std::size_t line = 0; line < step * sizeof(T); line += cacheLine)
            hwy::Prefetch(ahead + line);
        const auto v0 = hn::Xor(hn::LoadU(ds, reinterpret_cast<const S*>(numbers + i)), flip);
        const auto v1 = hn::Xor(hn::LoadU(ds, reinterpret_cast<const S*>(numbers + i + lanes)), flip);
        auto d0 = hn::Zero(d), d1 = hn::Zero(d);
        if constexpr (near) {
            d0 = asDoubles(d, hn::Sub(v0, p));
            d1 = asDoubles(d, hn::Sub(v1, p));
        } else {
            d0 = hn::Sub(asDoubles(d, v0), pd);
            d1 = hn::Sub(asDoubles(d, v1), pd);
        }
        sum0 = hn::Add(sum0, d0);
        sum1 = hn::Add(sum1, d1);
        square0 = hn::MulAdd(d0, d0, square0);
        square1 = hn::MulAdd(d1, d1, square1);
        minimum = hn::Min(minimum, hn::Min(v0, v1));
        maximum = hn::Max(maximum, hn::Max(v0, v1));
        zero = hn::Add(zero, hn::VecFromMask(ds, hn::Eq(v0, flip)));
        zero = hn::Add(zero, hn::VecFromMask(ds, hn::Eq(v1, flip)));
        if constexpr (std::is_signed_v<T>) {
            negative = hn::Add(negative, hn::BroadcastSignBit(v0));
            negative = hn::Add(negative, hn::BroadcastSignBit(v1));
        }
    }
    BlockFigures<T> block;
    block.sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
    block.squares = hn::GetLane(hn::SumOfLanes(d, hn::Add(square0, square1)));
    block.minimum = unsignedBack<T>(hn::GetLane(hn::MinOfLanes(ds, minimum)));
    block.maximum = unsignedBack<T>(hn::GetLane(hn::MaxOfLanes(ds, maximum)));
    block.zero = static_cast<std::uint64_t>(-std::int64_t{hn::GetLane(hn::SumOfLanes(ds, zero))});
    block.negative = static_cast<std::uint64_t>(-std::int64_t{hn::GetLane(hn::SumOfLanes(ds, negative))});
    if constexpr (near && sizeof(T) == 8) {
        // The remaining numbers are also subtracted as integers.
        for (; i < count; ++i) {
            T number;
            std::memcpy(&number, numbers + i, sizeof(T));
            block.zero += number == 0;
            block.negative += number < 0;
            block.minimum = std::min(block.minimum, number);
            block.maximum = std::max(block.maximum, number);
            const auto distance = static_cast<double>(static_cast<std::int64_t>(
                static_cast<std::uint64_t>(number ^ halfRange<T>) - static_cast<std::uint64_t>(pivot)));
            block.sum += distance;
            block.squares += distance * distance;
        }
    } else {
        addRest(numbers, i, count, static_cast<double>(pivot), block);
    }
    return block;
}

template <typename T>
BlockFigures<T> momentsOf32(const T* numbers, std::size_t count, T pivot)
{
    return moments<T, false>(numbers, count, static_cast<SignedOf<T>>(pivot ^ halfRange<T>));
}

template <typename T>
BlockFigures<T> momentsOf64(const T* numbers, std::size_t count, T pivot)
{
    const auto block = moments<T, true>(numbers, count, static_cast<SignedOf<T>>(pivot ^ halfRange<T>));
    constexpr std::uint64_t fits = std::numeric_limits<std::int64_t>::max();
    const auto above = static_cast<std::uint64_t>(block.maximum) - static_cast<std::uint64_t>(pivot);
    const auto below = static_cast<std::uint64_t>(pivot) - static_cast<std::uint64_t>(block.minimum);
    if ((block.maximum <= pivot || above <= fits) && (block.minimum >= pivot || below <= fits))
        return block;
    return moments<T, false>(numbers, count, static_cast<SignedOf<T>>(pivot ^ halfRange<T>));
}

BlockFigures<std::int32_t> momentsI32(const std::int32_t* numbers, std::size_t count, std::int32_t pivot)
{
    return momentsOf32(numbers, count, pivot);
}
BlockFigures<std::uint32_t> momentsU32(const std::uint32_t* numbers, std::size_t count, std::uint32_t pivot)
{
    return momentsOf32(numbers, count, pivot);
}
BlockFigures<std::int64_t> momentsI64(const std::int64_t* numbers, std::size_t count, std::int64_t pivot)
{
    return momentsOf64(numbers, count, pivot);
}
BlockFigures<std::uint64_t> momentsU64(const std::uint64_t* numbers, std::size_t count, std::uint64_t pivot)
{
    return momentsOf64(numbers, count, pivot);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(momentsI32);
HWY_EXPORT(momentsU32);
HWY_EXPORT(momentsI64);
HWY_EXPORT(momentsU64);

BlockFigures<std::int32_t> integerMoments(const std::int32_t* numbers, std::size_t count, std::int32_t pivot)
{
    return HWY_DYNAMIC_DISPATCH(momentsI32)(numbers, count, pivot);
}
BlockFigures<std::uint32_t> integerMoments(const std::uint32_t* numbers, std::size_t count, std::uint32_t pivot)
{
    return HWY_DYNAMIC_DISPATCH(momentsU32)(numbers, count, pivot);
}
BlockFigures<std::int64_t> integerMoments(const std::int64_t* numbers, std::size_t count, std::int64_t pivot)
{
    return HWY_DYNAMIC_DISPATCH(momentsI64)(numbers, count, pivot);
}
BlockFigures<std::uint64_t> integerMoments(const std::uint64_t* numbers, std::size_t count, std::uint64_t pivot)
{
    return HWY_DYNAMIC_DISPATCH(momentsU64)(numbers, count, pivot);
}

} // namespace loupe
#endif
