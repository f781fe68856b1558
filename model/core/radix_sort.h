#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loupe {

/// Sorts by a 64-bit number, smallest first; items of equal numbers keep their order. Byte by byte from the lowest,
/// leaving out bytes that all items share: for a million items with small or similar numbers, several times faster than
/// comparing them. `scratch` is as large as `items` afterwards.
template <typename Item, typename Key>
void radixSort(std::vector<Item>& items, std::vector<Item>& scratch, Key keyOf)
{
    constexpr std::size_t digits = sizeof(std::uint64_t);
    constexpr std::size_t fewItems = 64; // of which counting bytes would cost more
    const auto before = [&](const Item& a, const Item& b) { return keyOf(a) < keyOf(b); };
    if (std::is_sorted(items.begin(), items.end(), before))
        return;
    if (items.size() <= fewItems) {
        for (auto next = items.begin() + 1; next != items.end(); ++next)
            std::rotate(std::upper_bound(items.begin(), next, *next, before), next, next + 1);
        return;
    }

    std::array<std::array<std::size_t, 256>, digits> counts{};
    for (const Item& item : items) {
        const std::uint64_t key = keyOf(item);
        for (std::size_t digit = 0; digit < digits; ++digit)
            ++counts[digit][key >> (8 * digit) & 0xff];
    }
    scratch.resize(items.size());
    for (std::size_t digit = 0; digit < digits; ++digit) {
        std::array<std::size_t, 256>& places = counts[digit];
        if (places[keyOf(items.front()) >> (8 * digit) & 0xff] == items.size())
            continue;
        std::size_t place = 0;
        for (std::size_t& count : places)
            place += std::exchange(count, place);
        for (const Item& item : items)
            scratch[places[keyOf(item) >> (8 * digit) & 0xff]++] = item;
        items.swap(scratch);
    }
}

} // namespace loupe
