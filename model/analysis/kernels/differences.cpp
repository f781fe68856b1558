#include "analysis/kernels/difference_sums.h"

#include "analysis/kernels/prefetch.h"

#include <array>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/differences.cpp"
#include <hwy/foreach_target.h>

#include "analysis/kernels/float_ways-inl.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Computes the differences of as many pairs as a float vector has lanes. Counts finite ones in `finite`, downward.
template <class Way, class V>
void vectorOf32(const std::byte* a, const std::byte* b, double* differences, V& finite)
{
    const hn::ScalableTag<double> d;
    const hn::ScalableTag<float> df;
    const hn::RebindToSigned<decltype(df)> bits;
    const hn::RebindToSigned<decltype(d)> di;
    const auto valuesA = Way::values(df, Way::bits(bits, a), a);
    const auto valuesB = Way::values(df, Way::bits(bits, b), b);
    const auto low = hn::Sub(lowerDoubles(d, valuesB), lowerDoubles(d, valuesA));
    finite = hn::Add(finite, hn::VecFromMask(di, hn::RebindMask(di, hn::IsFinite(low))));
    hn::StoreU(low, d, differences);
    if (hn::Lanes(df) > hn::Lanes(d)) {
        const auto high = hn::Sub(upperDoubles(d, valuesB), upperDoubles(d, valuesA));
        finite = hn::Add(finite, hn::VecFromMask(di, hn::RebindMask(di, hn::IsFinite(high))));
        hn::StoreU(high, d, differences + hn::Lanes(d));
    }
}

template <class Way>
std::size_t differencesOf32(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    const hn::ScalableTag<float> df;
    const hn::RebindToSigned<hn::ScalableTag<double>> di;
    const std::size_t step = hn::Lanes(df);
    auto finite = hn::Zero(di);
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        hwy::Prefetch(a + i * Way::width + prefetchDistance);
        hwy::Prefetch(b + i * Way::width + prefetchDistance);
        vectorOf32<Way>(a + i * Way::width, b + i * Way::width, differences + i, finite);
    }
    std::size_t padded = 0;
    if (i < count) { // the last pairs, padded with zeros
        std::array<std::byte, HWY_MAX_BYTES> lastA{}, lastB{};
        std::array<double, HWY_MAX_BYTES / sizeof(float)> last;
        std::memcpy(lastA.data(), a + i * Way::width, (count - i) * Way::width);
        std::memcpy(lastB.data(), b + i * Way::width, (count - i) * Way::width);
        vectorOf32<Way>(lastA.data(), lastB.data(), last.data(), finite);
        std::memcpy(differences + i, last.data(), (count - i) * sizeof(double));
        padded = step - (count - i);
    }
    return static_cast<std::size_t>(-hn::GetLane(hn::SumOfLanes(di, finite))) - padded;
}

template <class V>
void vectorOf64(const double* a, const double* b, double* differences, V& finite)
{
    const hn::ScalableTag<double> d;
    const hn::RebindToSigned<decltype(d)> di;
    const auto difference = hn::Sub(hn::LoadU(d, b), hn::LoadU(d, a));
    finite = hn::Add(finite, hn::VecFromMask(di, hn::RebindMask(di, hn::IsFinite(difference))));
    hn::StoreU(difference, d, differences);
}

std::size_t differencesF64(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    const hn::ScalableTag<double> d;
    const hn::RebindToSigned<decltype(d)> di;
    const std::size_t step = hn::Lanes(d);
    auto finite = hn::Zero(di);
    const auto* const numbersA = reinterpret_cast<const double*>(a);
    const auto* const numbersB = reinterpret_cast<const double*>(b);
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        hwy::Prefetch(a + i * sizeof(double) + prefetchDistance);
        hwy::Prefetch(b + i * sizeof(double) + prefetchDistance);
        vectorOf64(numbersA + i, numbersB + i, differences + i, finite);
    }
    std::size_t padded = 0;
    if (i < count) { // the last pairs, padded with zeros
        std::array<double, HWY_MAX_BYTES / sizeof(double)> lastA{}, lastB{}, last;
        std::memcpy(lastA.data(), numbersA + i, (count - i) * sizeof(double));
        std::memcpy(lastB.data(), numbersB + i, (count - i) * sizeof(double));
        vectorOf64(lastA.data(), lastB.data(), last.data(), finite);
        std::memcpy(differences + i, last.data(), (count - i) * sizeof(double));
        padded = step - (count - i);
    }
    return static_cast<std::size_t>(-hn::GetLane(hn::SumOfLanes(di, finite))) - padded;
}

std::size_t differencesF32(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return differencesOf32<F32Way>(a, b, count, differences);
}

std::size_t differencesBF16(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return differencesOf32<BF16Way>(a, b, count, differences);
}

std::size_t differencesF16(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return differencesOf32<F16Way>(a, b, count, differences);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(differencesF32);
HWY_EXPORT(differencesBF16);
HWY_EXPORT(differencesF16);
HWY_EXPORT(differencesF64);

std::size_t F32Pairs::differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return HWY_DYNAMIC_DISPATCH(differencesF32)(a, b, count, differences);
}

std::size_t BF16Pairs::differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return HWY_DYNAMIC_DISPATCH(differencesBF16)(a, b, count, differences);
}

std::size_t F16Pairs::differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return HWY_DYNAMIC_DISPATCH(differencesF16)(a, b, count, differences);
}

std::size_t F64Pairs::differences(const std::byte* a, const std::byte* b, std::size_t count, double* differences)
{
    return HWY_DYNAMIC_DISPATCH(differencesF64)(a, b, count, differences);
}

} // namespace loupe
#endif
