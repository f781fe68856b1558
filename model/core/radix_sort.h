#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loupe {

/// Stable radix sort by a 64-bit key, smallest first. Goes byte by byte from the lowest and skips bytes that are the
/// same in all keys. For a million items with small or similar keys, it is several times faster than a comparison sort.
/// `scratch` has the size of `items` afterwards.
template <typename Item, typename Key>
void radixSort(std::vector<Item>& items, std::vector<Item>& scratch, Key keyOf)
{
    constexpr std::size_t digits = sizeof(std::uint64_t);
    constexpr std::size_t fewItems = 64; // below this, counting bytes would take longer
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
