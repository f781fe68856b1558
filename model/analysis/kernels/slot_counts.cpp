#include "analysis/kernels/slot_counts.h"

#include "analysis/kernels/prefetch.h"

#include <array>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analysis/kernels/slot_counts.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace loupe {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, typename T>
hn::Vec<D> loadAsDoubles(D d, const T* numbers)
{
    if constexpr (std::is_same_v<T, double>) {
        return hn::LoadU(d, numbers);
    } else if constexpr (std::is_same_v<T, std::uint32_t>) {
        // There is no instruction for them: as signed numbers half the range lower, and back.
        const hn::Rebind<std::int32_t, D> di;
        const auto lowered = hn::Xor(hn::LoadU(di, reinterpret_cast<const std::int32_t*>(numbers)),
            hn::Set(di, std::numeric_limits<std::int32_t>::min()));
        return hn::Add(hn::PromoteTo(d, lowered), hn::Set(d, 0x1p31));
    } else {
        const auto loaded = hn::LoadU(hn::Rebind<T, D>(), numbers);
        if constexpr (sizeof(T) == 4)
            return hn::PromoteTo(d, loaded);
        else
            return hn::ConvertTo(d, loaded);
    }
}

template <typename T>
double asDouble(const T* numbers, std::size_t index)
{
    T number;
    std::memcpy(&number, numbers + index, sizeof(T));
    return static_cast<double>(number);
}

/// Places are slots one higher: 0 is below, count() + 1 above.
std::size_t placeOf(const Bins& bins, double number)
{
    const std::size_t slot = bins.slot(number);
    return slot == bins.below() ? 0 : std::min(slot, bins.count()) + 1;
}

/// Finds the places of `count` numbers and counts them in four tables in turn, so that neighbours in the same bin do
/// not wait for each other. Numbers within the guess's margin of an edge are looked up one by one.
template <typename T>
void countPlaces(const T* numbers, std::size_t count, const Bins& bins, std::uint32_t* tables, std::size_t tableSize)
{
    const hn::ScalableTag<double> d;
    const hn::Rebind<std::int32_t, decltype(d)> di;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t step = 4 * lanes;
    const Bins::Guess guess = bins.guess();
    const auto scale = hn::Set(d, guess.scale);
    const auto low = hn::Set(d, guess.scaledLow);
    const auto perUnit = hn::Set(d, guess.binsPerScaledUnit);
    const auto margin = hn::Set(d, guess.margin);
    const auto least = hn::Set(d, -0.5);
    const auto greatest = hn::Set(d, static_cast<double>(bins.count()) + 0.5);
    const auto one = hn::Set(d, 1.0);
    alignas(64) std::array<std::int32_t, 32> places;
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        const auto* const ahead = reinterpret_cast<const char*>(numbers + i) + prefetchDistance;
        for (std::size_t line = 0; line < step * sizeof(T); line += cacheLine)
            hwy::Prefetch(ahead + line);
        auto nearest = greatest; // distance to a whole number
        for (std::size_t k = 0; k < step; k += lanes) {
            const auto v = loadAsDoubles(d, numbers + i + k);
            const auto guessed = hn::Mul(hn::MulSub(v, scale, low), perUnit);
            const auto place = hn::Max(least, hn::Min(greatest, guessed));
            nearest = hn::Min(nearest, hn::Abs(hn::Sub(place, hn::Round(place))));
            hn::StoreU(hn::DemoteTo(di, hn::Add(place, one)), di, places.data() + k);
        }
        if (!hn::AllTrue(d, hn::Ge(nearest, margin))) {
            for (std::size_t k = 0; k < step; ++k)
                places[k] = static_cast<std::int32_t>(placeOf(bins, asDouble(numbers, i + k)));
        }
        for (std::size_t k = 0; k < step; k += 4) {
            ++tables[static_cast<std::uint32_t>(places[k])];
            ++tables[tableSize + static_cast<std::uint32_t>(places[k + 1])];
            ++tables[2 * tableSize + static_cast<std::uint32_t>(places[k + 2])];
            ++tables[3 * tableSize + static_cast<std::uint32_t>(places[k + 3])];
        }
    }
    for (; i < count; ++i)
        ++tables[placeOf(bins, asDouble(numbers, i))];
}

template <typename T>
void countSlotsOf(const T* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    constexpr std::size_t mostPlaces = 1024;
    constexpr std::size_t block = 8192; // numbers between two merges of the tables
    const std::size_t places = bins.count() + 2;
    if (places > mostPlaces || bins.guess().margin >= 0.25) {
        for (std::size_t i = 0; i < count; ++i)
            ++counts[bins.slot(asDouble(numbers, i))];
        return;
    }
    std::array<std::uint32_t, 4 * mostPlaces> tables;
    for (std::size_t begin = 0; begin < count; begin += block) {
        std::memset(tables.data(), 0, 4 * places * sizeof(std::uint32_t));
        countPlaces(numbers + begin, std::min(block, count - begin), bins, tables.data(), places);
        for (std::size_t place = 0; place < places; ++place) {
            const std::size_t slot = place == 0 ? bins.below() : place - 1 < bins.count() ? place - 1 : bins.above();
            counts[slot] += std::uint64_t{tables[place]} + tables[places + place] + tables[2 * places + place]
                + tables[3 * places + place];
        }
    }
}

void countF32(const float* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    countSlotsOf(numbers, count, bins, counts);
}
void countF64(const double* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    countSlotsOf(numbers, count, bins, counts);
}
void countI32(const std::int32_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    countSlotsOf(numbers, count, bins, counts);
}
void countU32(const std::uint32_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    countSlotsOf(numbers, count, bins, counts);
}
void countI64(const std::int64_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    countSlotsOf(numbers, count, bins, counts);
}
void countU64(const std::uint64_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    countSlotsOf(numbers, count, bins, counts);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace loupe
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace loupe {

HWY_EXPORT(countF32);
HWY_EXPORT(countF64);
HWY_EXPORT(countI32);
HWY_EXPORT(countU32);
HWY_EXPORT(countI64);
HWY_EXPORT(countU64);

void countSlots(const float* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countF32)(numbers, count, bins, counts);
}
void countSlots(const double* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countF64)(numbers, count, bins, counts);
}
void countSlots(const std::int32_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countI32)(numbers, count, bins, counts);
}
void countSlots(const std::uint32_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countU32)(numbers, count, bins, counts);
}
void countSlots(const std::int64_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countI64)(numbers, count, bins, counts);
}
void countSlots(const std::uint64_t* numbers, std::size_t count, const Bins& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countU64)(numbers, count, bins, counts);
}

} // namespace loupe
#endif
