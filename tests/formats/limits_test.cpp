#include "format_files.h"
#include "memory_to_open.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// A safetensors header of at least `size` bytes. Each entry is an empty tensor.
std::string longHeader(std::size_t size)
{
    std::string header = "{";
    header.reserve(size + 200);
    for (std::size_t i = 0; header.size() < size; ++i) {
        header.append(header.size() > 1 ? "," : "").append("\"").append(std::to_string(i)).append(1000, 'n');
        header.append(R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})");
    }
    return header + '}';
}

} // namespace

TEST(Limits, ClaimsDoNotAllocate)
{
    for (const char* const file : {"count-1388880-no-entries.bt", "count-2pow62.bt", "count-u64max.bt",
             "name-len-99mb.bt", "name-len-4gib.bt", "rank-12000000.bt", "rank-2pow40.bt", "metadata-count-2083333.bt",
             "old-map-count-2pow40.bt", "header-len-100000000-short.bt", "header-len-u64max.safetensors",
             "json-deep-unclosed.safetensors", "offset-beyond-eof.safetensors"})
        EXPECT_LE(memoryToOpen(dataPath(std::string("malformed/") + file)), 16 * 1024) << file;
}

TEST(Limits, ADTypeWithoutANameIsAnUnknownOne)
{
    TemporaryFolder folder;
    const auto path = folder.write("a.safetensors", framed(R"({"a":{"dtype":"","shape":[2],"data_offsets":[0,0]}})"));
    const auto checkpoint = open(path);
    ASSERT_TRUE(checkpoint);
    ASSERT_EQ(checkpoint->tensors.size(), 1U);
    EXPECT_EQ(checkpoint->tensors.front().dtype, DType::Opaque);
    EXPECT_EQ(checkpoint->dtypeName(0), "");
    EXPECT_FALSE(checkpoint->findings.referenceAccepts());
}

TEST(Limits, AHeaderAboveTheReferencesLimitIsReadWithAWarning)
{
    TemporaryFolder folder;
    const auto path = folder.write("large.safetensors", framed(longHeader(100'000'000)));
    const auto checkpoint = open(path);
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(codes(*checkpoint), "header-too-large");
    EXPECT_FALSE(checkpoint->findings.hasErrors());
    EXPECT_EQ(refusal(*checkpoint), "HeaderTooLarge");
    EXPECT_GT(checkpoint->tensors.size(), 90'000U);
}

TEST(Limits, MoreTensorsThanTheReferenceDecodesAreReadWithAWarning)
{
    constexpr std::uint32_t count = 1'400'000;
    std::string header("\0\xfc", 2);
    header.append(reinterpret_cast<const char*>(&count), 4);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string name = std::to_string(i);
        header.append(1, static_cast<char>(name.size())).append(name).append("\1\1\0\0\0", 5);
    }
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("many.bt", framed(header)));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(codes(*checkpoint), "decoder-limit");
    EXPECT_EQ(refusal(*checkpoint), "DecoderError");
    EXPECT_FALSE(checkpoint->findings.hasErrors());
    EXPECT_EQ(checkpoint->tensors.size(), count);
}

TEST(Limits, ALargeSparseFileIsNotTouched)
{
    TemporaryFolder folder;
    const auto path = folder.write(
        "sparse.safetensors", framed(R"({"a":{"dtype":"U8","shape":[20000000000],"data_offsets":[0,20000000000]}})"));
    std::filesystem::resize_file(path, std::filesystem::file_size(path) + 20'000'000'000U);
    EXPECT_LE(memoryToOpen(path), 8 * 1024);
    EXPECT_EQ(codes(*open(path)), "");
}

TEST(Limits, AHugeRankCostsLittle)
{
    constexpr std::uint64_t size = 1'500'000'000;
    constexpr std::uint32_t rank = 1'400'000'000;
    TemporaryFolder folder;
    std::string text(reinterpret_cast<const char*>(&size), 8);
    text.append("\0\1\0\0\xfc", 5).append(reinterpret_cast<const char*>(&rank), 4).append(10, '\1');
    const auto sparse = folder.write("sparse.bt", text);
    std::filesystem::resize_file(sparse, 8 + size);
    EXPECT_LE(memoryToOpen(sparse), 8 * 1024);
    EXPECT_TRUE(open(sparse)->findings.hasErrors());

    constexpr std::uint32_t mostInHeader = 99'999'980;
    std::string header("\0\1\0\0\xfc", 5);
    header.append(reinterpret_cast<const char*>(&mostInHeader), 4).append(mostInHeader + 2, '\1');
    const auto whole = folder.write("whole.bt", framed(header));
    EXPECT_LE(memoryToOpen(whole), 128 * 1024);
    EXPECT_FALSE(open(whole)->findings.referenceAccepts());
}

TEST(Limits, ALengthFieldThatMeansNothingCostsNothing)
{
    TemporaryFolder folder;
    for (const char* const name : {"junk.safetensors", "junk.bt"}) {
        const auto path = folder.write(name, std::string(8, '\xff'));
        std::filesystem::resize_file(path, 3'000'000'000);
        EXPECT_LE(memoryToOpen(path), 8 * 1024) << name;
        const auto checkpoint = open(path);
        EXPECT_EQ(codes(*checkpoint), "header-past-end") << name << ": one cause is one finding";
        EXPECT_NE(checkpoint->findings.list().front().message.find("a file of another format"), std::string::npos);
        EXPECT_EQ(refusal(*checkpoint), "HeaderTooLarge");
    }
    // It begins like a header, so reading continues, but no further than the reference would.
    const auto path = folder.write("cut.safetensors", std::string(8, '\xff') + "{\"");
    std::filesystem::resize_file(path, 3'000'000'000);
    EXPECT_LE(memoryToOpen(path), 128 * 1024);
}

TEST(Limits, ASparseHeaderIsReadNoFurtherThanTheReferenceWould)
{
    constexpr std::uint64_t claim = 60'000'000'000;
    TemporaryFolder folder;
    std::string text(reinterpret_cast<const char*>(&claim), 8);
    text.append(R"({"a":{"dtype":"U8")");
    const auto path = folder.write("sparse.safetensors", text);
    std::filesystem::resize_file(path, 8 + claim);
    EXPECT_LE(memoryToOpen(path), 128 * 1024);
    const auto checkpoint = open(path);
    EXPECT_TRUE(hasFinding(*checkpoint, "header-too-large"));
    EXPECT_TRUE(checkpoint->findings.hasErrors());
}

TEST(Limits, AMillionFaultsAreCounted)
{
    std::string header = "{";
    for (int i = 0; i < 3000; ++i)
        header.append(i ? "," : "")
            .append("\"")
            .append(std::to_string(i))
            .append(R"(":{"dtype":"U8","shape":[1],"data_offsets":[0,2]})");
    TemporaryFolder folder;
    const auto checkpoint = open(folder.write("a.safetensors", framed(header + '}', "ab")));
    EXPECT_LE(checkpoint->findings.list().size(), 2 * Findings::maximumPerCode);
    EXPECT_EQ(checkpoint->findings.suppressed("size-mismatch"), 2000U);
}

} // namespace loupe::test
