#include "analysis/kernels/bar_slots.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/bar_slots.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Slots have type T, so that they have the same lanes as the numbers.
template <typename T, class D>
std::size_t findIn(D d, const T* numbers, std::size_t begin, std::size_t end, const BarPlaces<T>& places, T* slots)
{
    const auto half = hn::Set(d, T{0.5});
    const auto low = hn::Set(d, places.low);
    const auto high = hn::Set(d, places.high);
    const auto halfLow = hn::Mul(low, half);
    const auto scale = hn::Set(d, places.scale);
    const auto last = hn::Set(d, static_cast<T>(places.bars - 1));
    const auto one = hn::Set(d, T{1});
    const auto above = hn::Set(d, static_cast<T>(places.bars + 1));
    std::size_t zeros = 0;
    for (std::size_t i = begin; i + hn::Lanes(d) <= end; i += hn::Lanes(d)) {
        const auto v = hn::LoadU(d, numbers + i);
        const auto place = hn::Mul(hn::Sub(hn::Mul(v, half), halfLow), scale);
        const auto bar = hn::Add(hn::Floor(hn::Min(hn::Max(place, hn::Zero(d)), last)), one);
        const auto notAbove = hn::IfThenElse(hn::Gt(v, high), above, bar);
        hn::StoreU(hn::IfThenElse(hn::Lt(v, low), hn::Zero(d), notAbove), d, slots + i);
        zeros += hn::CountTrue(d, hn::Eq(v, hn::Zero(d)));
    }
    return zeros;
}

template <typename T>
std::size_t findSlots(const T* numbers, std::size_t count, const BarPlaces<T>& places, T* slots)
{
    const hn::ScalableTag<T> d;
    const std::size_t whole = count - count % hn::Lanes(d);
    return findIn(d, numbers, 0, whole, places, slots)
        + findIn(hn::CappedTag<T, 1>(), numbers, whole, count, places, slots);
}

std::size_t findBarSlotsF32(const float* numbers, std::size_t count, const BarPlaces<float>& places, float* slots)
{
    return findSlots(numbers, count, places, slots);
}
std::size_t findBarSlotsF64(const double* numbers, std::size_t count, const BarPlaces<double>& places, double* slots)
{
    return findSlots(numbers, count, places, slots);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(findBarSlotsF32);
HWY_EXPORT(findBarSlotsF64);

template <>
std::size_t findBarSlots<float>(const float* numbers, std::size_t count, const BarPlaces<float>& places, float* slots)
{
    return HWY_DYNAMIC_DISPATCH(findBarSlotsF32)(numbers, count, places, slots);
}
template <>
std::size_t findBarSlots<double>(
    const double* numbers, std::size_t count, const BarPlaces<double>& places, double* slots)
{
    return HWY_DYNAMIC_DISPATCH(findBarSlotsF64)(numbers, count, places, slots);
}

} // namespace loupe
#endif
