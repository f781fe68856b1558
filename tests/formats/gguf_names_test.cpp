// The equality of keys and of tensor names in a GGUF file: ggml compares keys as std::string, and tensor names with
// strcmp.

#include "format_files.h"
#include "gguf_bytes.h"

#include <gtest/gtest.h>

#include <set>

namespace loupe::test {

namespace {

using namespace std::string_literals;

std::shared_ptr<const Checkpoint> withKeys(const std::vector<std::string>& keys)
{
    TemporaryFolder folder;
    GgufBytes file;
    for (std::size_t i = 0; i < keys.size(); ++i)
        file.uint32(keys[i], static_cast<std::uint32_t>(i));
    return open(folder.write("a.gguf", file.bytes()));
}

std::shared_ptr<const Checkpoint> withTensors(const std::vector<std::string>& names)
{
    TemporaryFolder folder;
    GgufBytes file;
    for (const std::string& name : names)
        file.floats(name, {1, 2});
    return open(folder.write("a.gguf", file.bytes()));
}

/// The number of different keys.
std::size_t differentKeys(const Checkpoint& checkpoint)
{
    std::set<std::string> keys;
    for (const auto& [key, value] : *checkpoint.metadata)
        keys.insert(key);
    return keys.size();
}

std::size_t differentTensors(const Checkpoint& checkpoint)
{
    std::set<std::string_view> names;
    for (const Tensor& tensor : checkpoint.tensors)
        names.insert(tensor.name);
    return names.size();
}

const std::vector<std::string> alike{"\xff", R"(\xff)", R"(\x5cxff)", "\\\xff", R"(\\xff)", R"(\)", R"(\\)", "\xff\xff",
    R"(\x)", "x\\", "\xc3", "\xc3\xbc"};

} // namespace

TEST(GgufNames, WhatIsSpelledOutIsNotTakenForWhatIsSpelledSo)
{
    const auto keys = withKeys(alike);
    EXPECT_TRUE(keys->findings.referenceAccepts()) << codes(*keys);
    EXPECT_EQ(keys->metadata->size(), alike.size());
    EXPECT_EQ(differentKeys(*keys), alike.size());

    const auto tensors = withTensors(alike);
    EXPECT_TRUE(tensors->findings.referenceAccepts()) << codes(*tensors);
    EXPECT_EQ(tensors->tensors.size(), alike.size());
    EXPECT_EQ(differentTensors(*tensors), alike.size());
}

TEST(GgufNames, AreShownAsTheyAreWhereTheyCanBe)
{
    const std::vector<std::string> plain{"a\\b", "C:\\n", "ü", "\\", "\\X41"};
    const auto checkpoint = withTensors(plain);
    EXPECT_EQ(codes(*checkpoint), "");
    for (std::size_t i = 0; i < plain.size(); ++i)
        EXPECT_EQ(checkpoint->tensors[i].name, plain[i]);
    EXPECT_EQ(withTensors({"a\xff"})->tensors[0].name, R"(a\xff)");
    EXPECT_EQ(withTensors({R"(a\xff)"})->tensors[0].name, R"(a\x5cxff)");
}

TEST(GgufNames, ThatAreTheSameBytesAreThereTwice)
{
    EXPECT_TRUE(hasFinding(*withKeys({"\xff", "\xff"}), "metadata-duplicate-key"));
    EXPECT_FALSE(withKeys({"\xff", "\xff"})->findings.referenceAccepts());
    EXPECT_FALSE(withTensors({"\xff", "\xff"})->findings.referenceAccepts());
    EXPECT_TRUE(hasFinding(*withTensors({"\xff", "\xff"}), "duplicate-name"));
}

TEST(GgufNames, OfTensorsEndAtAZeroByte)
{
    const auto twice = withTensors({"t\0a"s, "t\0b"s});
    EXPECT_EQ(codes(*twice), "name-nul name-nul duplicate-name");
    EXPECT_FALSE(twice->findings.referenceAccepts());
    const auto once = withTensors({"t\0a"s, "u"});
    EXPECT_EQ(codes(*once), "name-nul");
    EXPECT_TRUE(once->findings.referenceAccepts());
    EXPECT_EQ(once->tensors[0].name, "t");
    // Keys do not end at a NUL.
    EXPECT_EQ(codes(*withKeys({"t\0a"s, "t\0b"s})), "");
}

TEST(GgufNames, OfKeysThatBeginAlikeAreNotTheSame)
{
    const std::string begin(std::size_t{64} << 10, 'k');
    const auto longer = withKeys({begin + "a", begin + "bc", begin});
    EXPECT_EQ(codes(*longer), "name-cut name-cut");
    EXPECT_EQ(differentKeys(*longer), 3U);
    // Cut names of equal length that start alike are not compared any further.
    const auto asLong = withKeys({begin + "a", begin + "b"});
    EXPECT_EQ(codes(*asLong), "name-cut name-cut metadata-duplicate-key");
    EXPECT_TRUE(asLong->findings.referenceAccepts());
    EXPECT_EQ(asLong->metadata->size(), 1U);
    // A name that is just short enough is compared in full.
    EXPECT_FALSE(withKeys({begin, begin})->findings.referenceAccepts());
    // A cut does not split a character.
    EXPECT_EQ(codes(*withKeys({begin.substr(1) + "ü"})), "name-cut");
}

} // namespace loupe::test
