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

/// Loads the keys of as many numbers of type T as D, with signed lanes, has lanes.
template <typename T, class D>
hn::Vec<D> loadKeys(D d, const T* numbers)
{
    const hn::RebindToUnsigned<D> du;
    const auto pattern = hn::LoadU(d, reinterpret_cast<const hn::TFromD<D>*>(numbers));
    if constexpr (std::is_floating_point_v<T>)
        return hn::Xor(pattern, hn::BitCast(d, hn::ShiftRight<1>(hn::BitCast(du, hn::BroadcastSignBit(pattern)))));
    else if constexpr (std::is_unsigned_v<T>)
        return hn::Xor(pattern, hn::Set(d, std::numeric_limits<hn::TFromD<D>>::min()));
    else
        return pattern;
}

/// Computes KeyBins::slot() for whole vectors. Alternates between `tables` consecutive tables of counts, so that
/// neighbors in the same slot do not wait for each other.
template <bool packed, std::size_t tables, typename T, typename Count>
void countInTables(const T* numbers, std::size_t count, const KeyBins<T>& bins, Count* counts)
{
    using Key = typename KeyBins<T>::Key;
    using Slot = typename KeyBins<T>::Word;
    const hn::ScalableTag<Key> d;
    const hn::RebindToUnsigned<decltype(d)> du;
    const std::size_t lanes = hn::Lanes(d);
    constexpr std::size_t step = 32;
    const auto greatestFinite = hn::Set(d, KeyBins<T>::greatestFinite);
    const auto least = hn::Set(d, bins.least());
    const auto greatest = hn::Set(d, bins.greatest());
    const auto reachable = hn::Set(d, static_cast<Key>(bins.reachable()));
    const auto below = hn::Set(du, (hn::TFromD<decltype(du)>{1} << bins.shift()) - 1);
    const auto shift = static_cast<int>(bins.shift());
    const Key half = Key{1} << bins.steps() >> 1;
    const auto* const table = reinterpret_cast<const Key*>(bins.table().data());
    const Key* const thresholds = bins.thresholds().data();
    const std::size_t size = bins.slotCount();
    alignas(64) std::array<Key, step> slots;
    std::size_t i = 0;
    for (; i + step <= count; i += step) {
        for (std::size_t line = 0; line < step * sizeof(T); line += cacheLine)
            hwy::Prefetch(reinterpret_cast<const char*>(numbers + i) + prefetchDistance + line);
        for (std::size_t k = 0; k < step; k += lanes) {
            auto key = loadKeys(d, numbers + i + k);
            if constexpr (std::is_floating_point_v<T>)
                key = hn::IfThenElse(hn::Gt(key, greatestFinite), least, key);
            key = hn::Max(least, hn::Min(greatest, key));
            const auto distance = hn::BitCast(du, hn::Sub(key, least));
            auto slot = hn::GatherIndex(d, table, hn::BitCast(d, hn::ShiftRightSame(distance, shift)));
            if constexpr (packed) {
                const auto sum = hn::Add(hn::BitCast(du, slot), hn::And(distance, below));
                slot = hn::BitCast(d, hn::ShiftRightSame(sum, shift));
            } else {
                for (Key reach = half; reach > 0; reach /= 2) {
                    const auto threshold = hn::GatherIndex(d, thresholds + (reach - 1), slot);
                    slot = hn::Add(slot, hn::IfThenZeroElse(hn::Gt(threshold, key), hn::Set(d, reach)));
                }
                slot = hn::Min(slot, reachable);
            }
            hn::Store(slot, d, slots.data() + k);
        }
        for (std::size_t k = 0; k < step; k += 4) {
            ++counts[static_cast<Slot>(slots[k])];
            ++counts[1 % tables * size + static_cast<Slot>(slots[k + 1])];
            ++counts[2 % tables * size + static_cast<Slot>(slots[k + 2])];
            ++counts[3 % tables * size + static_cast<Slot>(slots[k + 3])];
        }
    }
    for (; i < count; ++i) {
        T number;
        std::memcpy(&number, numbers + i, sizeof(T));
        ++counts[bins.slot(number)];
    }
}

template <bool packed, typename T>
void countSlotsOf(const T* numbers, std::size_t count, const KeyBins<T>& bins, std::uint64_t* counts)
{
    constexpr std::size_t mostSlots = 1024;
    constexpr std::size_t block = 8192; // numbers between merges of the tables
    const std::size_t slots = bins.slotCount();
    if (slots > mostSlots)
        return countInTables<packed, 1>(numbers, count, bins, counts);
    std::array<std::uint32_t, 4 * mostSlots> tables;
    for (std::size_t begin = 0; begin < count; begin += block) {
        std::memset(tables.data(), 0, 4 * slots * sizeof(std::uint32_t));
        countInTables<packed, 4>(numbers + begin, std::min(block, count - begin), bins, tables.data());
        for (std::size_t i = 0; i < slots; ++i)
            counts[i] += std::uint64_t{tables[i]} + tables[slots + i] + tables[2 * slots + i] + tables[3 * slots + i];
    }
}

template <typename T>
void countSlotsEitherWay(const T* numbers, std::size_t count, const KeyBins<T>& bins, std::uint64_t* counts)
{
    if (bins.steps() == 0)
        countSlotsOf<true>(numbers, count, bins, counts);
    else
        countSlotsOf<false>(numbers, count, bins, counts);
}

void countF32(const float* numbers, std::size_t count, const KeyBins<float>& bins, std::uint64_t* counts)
{
    countSlotsEitherWay(numbers, count, bins, counts);
}
void countF64(const double* numbers, std::size_t count, const KeyBins<double>& bins, std::uint64_t* counts)
{
    countSlotsEitherWay(numbers, count, bins, counts);
}
void countI32(const std::int32_t* numbers, std::size_t count, const KeyBins<std::int32_t>& bins, std::uint64_t* counts)
{
    countSlotsEitherWay(numbers, count, bins, counts);
}
void countU32(
    const std::uint32_t* numbers, std::size_t count, const KeyBins<std::uint32_t>& bins, std::uint64_t* counts)
{
    countSlotsEitherWay(numbers, count, bins, counts);
}
void countI64(const std::int64_t* numbers, std::size_t count, const KeyBins<std::int64_t>& bins, std::uint64_t* counts)
{
    countSlotsEitherWay(numbers, count, bins, counts);
}
void countU64(
    const std::uint64_t* numbers, std::size_t count, const KeyBins<std::uint64_t>& bins, std::uint64_t* counts)
{
    countSlotsEitherWay(numbers, count, bins, counts);
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

template <>
void countSlots(const float* numbers, std::size_t count, const KeyBins<float>& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countF32)(numbers, count, bins, counts);
}
template <>
void countSlots(const double* numbers, std::size_t count, const KeyBins<double>& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countF64)(numbers, count, bins, counts);
}
template <>
void countSlots(
    const std::int32_t* numbers, std::size_t count, const KeyBins<std::int32_t>& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countI32)(numbers, count, bins, counts);
}
template <>
void countSlots(
    const std::uint32_t* numbers, std::size_t count, const KeyBins<std::uint32_t>& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countU32)(numbers, count, bins, counts);
}
template <>
void countSlots(
    const std::int64_t* numbers, std::size_t count, const KeyBins<std::int64_t>& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countI64)(numbers, count, bins, counts);
}
template <>
void countSlots(
    const std::uint64_t* numbers, std::size_t count, const KeyBins<std::uint64_t>& bins, std::uint64_t* counts)
{
    HWY_DYNAMIC_DISPATCH(countU64)(numbers, count, bins, counts);
}

} // namespace loupe
#endif
