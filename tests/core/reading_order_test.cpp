#include "core/checkpoint.h"
#include "support/made_checkpoint.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// Whether tensors of 16 MiB at these positions in their files are in order.
bool areInOrder(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& places)
{
    MadeCheckpoint made;
    made->files.resize(2);
    std::vector<std::uint32_t> tensors;
    for (const auto& [file, mebibytes] : places) {
        tensors.push_back(static_cast<std::uint32_t>(tensors.size()));
        made.add("t", DType::U8, {16 * mebibyte}, file);
        made->tensors.back().bytes = {mebibytes * mebibyte, (mebibytes + 16) * mebibyte};
    }
    const auto checkpoint = made.take();
    return lieInOrder(*checkpoint, tensors);
}

TEST(ReadingOrder, IsThatOfTheFilesButForShortWaysBack)
{
    EXPECT_TRUE(areInOrder({}));
    EXPECT_TRUE(areInOrder({{0, 0}, {0, 16}, {0, 500}}));
    EXPECT_TRUE(areInOrder({{0, 500}, {1, 0}, {0, 516}, {1, 16}})) << "each file has its own";
    EXPECT_TRUE(areInOrder({{0, 16}, {0, 0}, {0, 48}, {0, 32}}));
    EXPECT_TRUE(areInOrder({{0, 48}, {0, 0}})) << "64 MiB before the end of what was read";
    EXPECT_FALSE(areInOrder({{0, 49}, {0, 0}}));
    EXPECT_FALSE(areInOrder({{0, 0}, {0, 500}, {0, 16}}));
    EXPECT_FALSE(areInOrder({{0, 0}, {1, 500}, {0, 16}, {1, 0}}));
}

} // namespace

} // namespace loupe::test
