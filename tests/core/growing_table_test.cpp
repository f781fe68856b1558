#include "core/growing_table.h"

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(GrowingTable, RowsAreThereOnceTheyWereAdded)
{
    GrowingTable<std::string, 2> table(5);
    EXPECT_EQ(table.capacity(), 5U);
    EXPECT_EQ(table.find(0), nullptr);
    const std::string* first = nullptr;
    for (std::uint32_t row = 0; row < 5; ++row) {
        EXPECT_FALSE(table.isFull());
        table.add(std::to_string(row));
        EXPECT_EQ(table.size(), row + 1);
        EXPECT_EQ(table.find(row + 1), nullptr);
        first = first ? first : table.find(0);
    }
    EXPECT_TRUE(table.isFull());
    for (std::uint32_t row = 0; row < 5; ++row)
        EXPECT_EQ(*table.find(row), std::to_string(row));
    EXPECT_EQ(table.find(0), first) << "rows do not move";
}

TEST(GrowingTable, ATableOfNoRowsIsFull)
{
    const GrowingTable<int> table(0);
    EXPECT_TRUE(table.isFull());
    EXPECT_EQ(table.find(0), nullptr);
}

/// With ThreadSanitizer, this shows that reading needs no lock.
TEST(GrowingTable, ManyThreadsReadWhileOneAdds)
{
    constexpr std::uint32_t rows = 20'000;
    GrowingTable<std::array<std::uint64_t, 4>, 64> table(rows);
    std::atomic<std::uint64_t> wrong = 0;
    std::vector<std::thread> readers;
    for (int reader = 0; reader < 3; ++reader) {
        readers.emplace_back([&] {
            for (std::uint32_t known = 0; known < rows;) {
                const std::uint32_t size = table.size();
                for (; known < size; ++known) {
                    const auto* const row = table.find(known);
                    wrong += !row || *row != std::array<std::uint64_t, 4>{known, known + 1, known + 2, known + 3};
                }
                std::this_thread::yield();
            }
        });
    }
    for (std::uint64_t row = 0; row < rows; ++row)
        table.add({row, row + 1, row + 2, row + 3});
    for (std::thread& reader : readers)
        reader.join();
    EXPECT_EQ(wrong, 0U);
}

} // namespace
} // namespace loupe
