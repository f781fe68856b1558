// The cost of opening GGUF files that claim huge counts.

#include "format_files.h"
#include "gguf_bytes.h"
#include "memory_to_open.h"

#include "core/region.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

constexpr std::uint64_t tebibyte = std::uint64_t{1} << 40;

std::string start(std::uint64_t tensors, std::uint64_t keys)
{
    return "GGUF" + GgufBytes::bytesOf(std::uint32_t{3}) + GgufBytes::bytesOf(tensors) + GgufBytes::bytesOf(keys);
}

/// An entry of the tensor list: F32, one element.
std::string entry(const std::string& name, std::uint64_t offset)
{
    return GgufBytes::text(name) + std::string(8, '\0') + GgufBytes::bytesOf(offset);
}

} // namespace

/// A sparse file reads as zeros, and an all-zero entry is valid and the smallest possible.
TEST(GgufLimits, ASparseFileOfABillionTensorsIsACheckpoint)
{
    TemporaryFolder folder;
    const auto path = folder.write("a.gguf", start(1'000'000'000, 0));
    std::filesystem::resize_file(path, tebibyte);
    EXPECT_LE(memoryToOpen(path), 200 * 1024);
    const auto checkpoint = open(path);
    ASSERT_TRUE(checkpoint);
    EXPECT_TRUE(hasFinding(*checkpoint, "tensor-count"));
    EXPECT_TRUE(checkpoint->findings.hasErrors());
    EXPECT_GT(checkpoint->tensors.size(), 1'000'000U);
    EXPECT_GE(tileRegions(*checkpoint, 0).back().range.end, tebibyte);
}

TEST(GgufLimits, ASparseFileOfABillionKeysIsACheckpoint)
{
    TemporaryFolder folder;
    const auto path = folder.write("a.gguf", start(0, 1'000'000'000));
    std::filesystem::resize_file(path, tebibyte);
    EXPECT_LE(memoryToOpen(path), 32 * 1024);
    EXPECT_TRUE(hasFinding(*open(path), "key-count"));
}

/// No memory is reserved for a claimed count, even if the file is large enough for it.
TEST(GgufLimits, AClaimOfTensorsIsNotReservedFor)
{
    TemporaryFolder folder;
    // The first entry has more dimensions than a list allows.
    const auto path = folder.write("a.gguf", start(1'000'000'000, 0) + std::string(8, '\0') + std::string(4, '\xff'));
    std::filesystem::resize_file(path, tebibyte);
    EXPECT_LE(memoryToOpen(path), 8 * 1024);
    EXPECT_EQ(codes(*open(path)), "shape-rank");
}

TEST(GgufLimits, AMillionTensorsAreAnOrdinaryFile)
{
    constexpr std::uint64_t count = 1'000'000;
    std::string file = start(count, 0);
    for (std::uint64_t i = 0; i < count; ++i)
        file += entry(std::to_string(i), 32 * i);
    file.resize((file.size() + 31) / 32 * 32 + 32 * count);
    TemporaryFolder folder;
    const auto path = folder.write("a.gguf", file);
    const auto checkpoint = open(path);
    EXPECT_EQ(codes(*checkpoint), "");
    ASSERT_EQ(checkpoint->tensors.size(), count);
    EXPECT_EQ(checkpoint->tensors.back().name, std::to_string(count - 1));
    EXPECT_LE(memoryToOpen(path), 200 * 1024);
}

} // namespace loupe::test
