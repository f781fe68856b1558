#include "core/radix_sort.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <random>

namespace loupe {
namespace {

struct Item {
    std::uint64_t key = 0;
    std::uint32_t place = 0; ///< index before sorting

    bool operator==(const Item&) const = default;
};

std::vector<Item> itemsOf(std::size_t count, const std::function<std::uint64_t()>& nextKey)
{
    std::vector<Item> items(count);
    for (std::uint32_t i = 0; i < count; ++i)
        items[i] = {nextKey(), i};
    return items;
}

void expectStableOrder(std::vector<Item> items)
{
    std::vector<Item> expected = items;
    std::stable_sort(expected.begin(), expected.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
    std::vector<Item> scratch(3);
    radixSort(items, scratch, [](const Item& item) { return item.key; });
    EXPECT_EQ(items, expected);
}

TEST(RadixSortTest, AgreesWithAStableSortByComparing)
{
    std::mt19937_64 random(7);
    for (const std::size_t count : {0U, 1U, 2U, 3U, 20U, 64U, 65U, 1000U, 70'000U}) {
        SCOPED_TRACE(count);
        expectStableOrder(itemsOf(count, [&] { return random(); }));
        expectStableOrder(itemsOf(count, [&] { return random() % 10; }));
        expectStableOrder(itemsOf(count, [&] { return std::uint64_t{5}; }));
        expectStableOrder(itemsOf(count, [&] { return ~(random() % 1000); }));
        // Only bytes in the middle differ.
        expectStableOrder(itemsOf(count, [&] { return 0xab00'0000'0000'00cd | (random() % 3000) << 20; }));
        expectStableOrder(itemsOf(count, [&] { return random() % 2 ? 0 : std::numeric_limits<std::uint64_t>::max(); }));
        std::uint64_t next = 0;
        expectStableOrder(itemsOf(count, [&] { return next++ / 3; })); // already sorted
        expectStableOrder(itemsOf(count, [&] { return --next; }));
    }
}

} // namespace
} // namespace loupe
