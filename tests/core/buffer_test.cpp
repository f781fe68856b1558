#include "core/arena.h"
#include "core/buffer.h"

#include <cstring>
#include <numeric>

namespace loupe {
namespace {

TEST(Buffer, StartsZeroedAndKeepsReadableBytesBehindItsEnd)
{
    Buffer buffer;
    ASSERT_TRUE(buffer.resize(4096));
    for (std::size_t i = 0; i < 4096 + 64; ++i)
        ASSERT_EQ(buffer.bytes().data()[i], std::byte{0});
}

TEST(Buffer, ReusesItsMemoryWhenShrinking)
{
    Buffer buffer;
    ASSERT_TRUE(buffer.resize(100'000));
    const auto* const before = buffer.bytes().data();
    ASSERT_TRUE(buffer.resize(10));
    EXPECT_EQ(buffer.bytes().data(), before);
    EXPECT_EQ(buffer.bytes().size(), 10u);
}

TEST(Buffer, AnImpossibleSizeIsAnErrorAndLeavesTheBufferAsItWas)
{
    Buffer buffer;
    ASSERT_TRUE(buffer.resize(10));
    for (const std::size_t size : {SIZE_MAX, SIZE_MAX - 64, SIZE_MAX / 2}) {
        const auto result = buffer.resize(size);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::OutOfMemory);
        EXPECT_EQ(buffer.bytes().size(), 10u);
    }
}

TEST(Arena, WhatItHandsOutStaysWhileItGrowsAndMoves)
{
    Arena arena;
    std::vector<std::string_view> names;
    std::vector<std::span<const std::uint64_t>> shapes;
    for (std::uint64_t i = 0; i < 50'000; ++i) {
        names.push_back(arena.copy(std::string_view("name." + std::to_string(i))));
        const std::uint64_t shape[] = {i, i + 1, i + 2};
        shapes.push_back(arena.copy(std::span<const std::uint64_t>(shape)));
    }
    const Arena moved = std::move(arena);
    for (std::uint64_t i = 0; i < 50'000; ++i) {
        ASSERT_EQ(names[i], "name." + std::to_string(i));
        ASSERT_EQ(shapes[i][2], i + 2);
        ASSERT_EQ(reinterpret_cast<std::uintptr_t>(shapes[i].data()) % alignof(std::uint64_t), 0u);
    }
}

TEST(Arena, HoldsAPieceLargerThanItsBlocks)
{
    Arena arena;
    const std::string large(20'000'000, 'x');
    EXPECT_EQ(arena.copy(std::string_view("before")), "before");
    EXPECT_EQ(arena.copy(std::string_view(large)), large);
    EXPECT_EQ(arena.copy(std::string_view()), "");
}

} // namespace
} // namespace loupe
