// The cache of whole arrays: how arrays are told apart, which are dropped when space runs out, and use by many threads.

#include "format_files.h"

#include "formats/storages/kept_arrays.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>

namespace loupe::test {

namespace {

/// Counts how often arrays are filled. Sets only their first and last bytes, so that the other pages take no memory.
class KeptArraysTest : public testing::Test {
protected:
    KeptArraysTest()
        : m_source(*Source::open(m_folder.write("file", "some bytes")))
    {
    }

    Result<std::shared_ptr<const Buffer>> get(
        ByteRange range, std::uint64_t size, char content, const void* packed = nullptr)
    {
        return m_arrays.get(
            *m_source, range, size,
            [&](std::span<std::byte> bytes) -> Result<> {
                ++m_fills;
                bytes.front() = bytes.back() = std::byte(content);
                return {};
            },
            packed);
    }

    /// The fill value of an array; empty if its size is wrong or its ends differ.
    std::string contentOf(ByteRange range, std::uint64_t size, char content, const void* packed = nullptr)
    {
        const auto kept = get(range, size, content, packed);
        if (!kept)
            return describe(kept.error());
        const auto bytes = (*kept)->bytes();
        const bool alike = bytes.size() == size && bytes.front() == bytes.back();
        return alike ? std::string(1, static_cast<char>(bytes.front())) : std::string();
    }

    TemporaryFolder m_folder;
    std::shared_ptr<const Source> m_source;
    KeptArrays m_arrays;
    std::atomic<int> m_fills = 0;
};

constexpr std::uint64_t half = KeptArrays::most / 2;

} // namespace

TEST_F(KeptArraysTest, AnArrayIsFilledOnce)
{
    EXPECT_EQ(contentOf({10, 20}, 40, 'a'), "a");
    EXPECT_EQ(contentOf({10, 20}, 40, 'b'), "a");
    EXPECT_EQ(m_fills, 1);
}

TEST_F(KeptArraysTest, ArraysAtOneRangeAreTheirSizesAndWhatUnpacksThem)
{
    const int one = 0;
    const int other = 0;
    EXPECT_EQ(contentOf({10, 20}, 10, 'a'), "a");
    EXPECT_EQ(contentOf({10, 20}, 4'000'000, 'b'), "b");
    EXPECT_EQ(contentOf({10, 20}, 10, 'c', &one), "c");
    EXPECT_EQ(contentOf({10, 20}, 10, 'd', &other), "d");
    EXPECT_EQ(contentOf({10, 21}, 10, 'e'), "e");
    EXPECT_EQ(contentOf({10, 20}, 10, '-'), "a");
    EXPECT_EQ(contentOf({10, 20}, 10, '-', &other), "d");
}

TEST_F(KeptArraysTest, TheOneNotUsedForLongestGoesFirst)
{
    EXPECT_EQ(contentOf({0, 1}, half, 'a'), "a");
    EXPECT_EQ(contentOf({1, 2}, half, 'b'), "b");
    EXPECT_EQ(contentOf({0, 1}, half, '-'), "a"); // used again
    EXPECT_EQ(contentOf({2, 3}, 1, 'c'), "c"); // replaces b
    EXPECT_EQ(contentOf({0, 1}, half, '-'), "a");
    EXPECT_EQ(contentOf({1, 2}, half, 'd'), "d");
    EXPECT_EQ(m_fills, 4);
}

TEST_F(KeptArraysTest, WhatIsHeldOutlivesItsPlace)
{
    const auto held = get({0, 1}, 1, 'a');
    ASSERT_TRUE(held);
    EXPECT_EQ(contentOf({1, 2}, KeptArrays::most, 'b'), "b");
    EXPECT_EQ((*held)->bytes()[0], std::byte('a'));
    EXPECT_EQ(contentOf({0, 1}, 1, 'c'), "c");
}

TEST_F(KeptArraysTest, TooLargeOnesAreRefusedAndFailedOnesForgotten)
{
    const auto large = get({0, 1}, KeptArrays::most + 1, 'a');
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::TooLarge);
    const auto failed = m_arrays.get(*m_source, {0, 1}, half + 1,
        [](std::span<std::byte>) -> Result<> { return fail(ErrorCode::Malformed, "broken", "file"); });
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::Malformed);
    EXPECT_EQ(contentOf({0, 1}, half + 1, 'b'), "b");
    EXPECT_EQ(m_fills, 1);
}

/// Each thread asks for all three arrays, in a different order, while there is room for only two.
TEST_F(KeptArraysTest, ManyThreadsGetTheRightBytes)
{
    constexpr unsigned threads = 6;
    constexpr std::uint64_t third = KeptArrays::most / 3 + 1;
    std::atomic<int> wrong = 0;
    std::barrier start(threads);
    std::vector<std::jthread> running;
    for (unsigned number = 0; number < threads; ++number) {
        running.emplace_back([&, number] {
            start.arrive_and_wait();
            for (std::uint64_t round = 0; round < 30; ++round) {
                const std::uint64_t which = (number + round) % 3;
                const char content = static_cast<char>('a' + which);
                wrong += contentOf({which, which + 1}, third, content) == std::string(1, content) ? 0 : 1;
            }
        });
    }
    running.clear();
    EXPECT_EQ(wrong, 0);
}

} // namespace loupe::test
