// Metadata values that stay in their file until they are read.

#include "format_files.h"
#include "gguf_bytes.h"

#include "analysis/comparison/pairing.h"
#include "core/text/metadata_json.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

std::vector<std::string> vocabulary(std::size_t size)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < size; ++i)
        words.push_back("word \"" + std::to_string(i) + '"');
    return words;
}

const MetadataValue& only(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    EXPECT_EQ(checkpoint->metadata->size(), 1U);
    return checkpoint->metadata->front().second;
}

std::string written(const MetadataValue& value)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    writeMetadataValue(json, value);
    json.finish();
    return text;
}

class GgufStoredMetadata : public testing::Test {
protected:
    std::shared_ptr<const Checkpoint> opened(const GgufBytes& file)
    {
        return open(m_folder.write("file" + std::to_string(m_files++) + ".gguf", file.bytes()));
    }

    TemporaryFolder m_folder;
    int m_files = 0;
};

} // namespace

TEST_F(GgufStoredMetadata, AVocabularyStaysInItsFile)
{
    const auto words = vocabulary(20'000);
    const auto checkpoint = opened(GgufBytes().strings("tokens", words));
    EXPECT_TRUE(checkpoint->findings.list().empty());
    const MetadataValue& value = only(checkpoint);
    ASSERT_TRUE(value.stored());
    EXPECT_EQ(value.typeName(), "ARRAY of STRING");
    EXPECT_EQ(value.kind(), MetadataValue::Kind::Json);
    EXPECT_EQ(value.stored()->count(), 20'000U);
    EXPECT_TRUE(value.shown().starts_with(R"(["word \"0\"", "word \"1\"", )")) << value.shown();
    EXPECT_TRUE(value.shown().ends_with(" more]")) << value.shown();
    EXPECT_LT(value.shown().size(), 300U);
    EXPECT_EQ(nlohmann::json::parse(*value.text()), nlohmann::json(words));
    EXPECT_EQ(nlohmann::json::parse(written(value)), nlohmann::json(words));
    const auto part = value.stored()->elements(19'998, 2);
    ASSERT_TRUE(part);
    EXPECT_EQ(nlohmann::json::parse(*part), nlohmann::json({words[19'998], words[19'999]}));
}

TEST_F(GgufStoredMetadata, NumbersToo)
{
    std::string numbers = GgufBytes::bytesOf(std::uint32_t{5}) + GgufBytes::bytesOf(std::uint64_t{5000});
    for (std::int32_t i = 0; i < 5000; ++i)
        numbers += GgufBytes::bytesOf(-i);
    const auto checkpoint = opened(GgufBytes().key("types", 9, numbers));
    const MetadataValue& value = only(checkpoint);
    ASSERT_TRUE(value.stored());
    EXPECT_TRUE(value.shown().starts_with("[0, -1, -2, ")) << value.shown();
    const auto part = value.stored()->elements(4998, 2);
    ASSERT_TRUE(part);
    EXPECT_EQ(*part, "[-4998,-4999]");
}

TEST_F(GgufStoredMetadata, ALongTextIsCutWhereItIsShown)
{
    const std::string text(5000, 'x');
    const auto checkpoint = opened(GgufBytes().string("template", text));
    const MetadataValue& value = only(checkpoint);
    ASSERT_TRUE(value.stored());
    EXPECT_FALSE(value.stored()->count());
    EXPECT_EQ(value.kind(), MetadataValue::Kind::Text);
    EXPECT_EQ(*value.text(), text);
    EXPECT_EQ(written(value), '"' + text + "\"\n");
    EXPECT_TRUE(value.shown().starts_with("xxx"));
    EXPECT_TRUE(value.shown().ends_with("… (5,000 bytes)")) << value.shown();
}

TEST_F(GgufStoredMetadata, WithoutAMapToo)
{
    const auto words = vocabulary(20'000);
    const auto path = m_folder.write("unmapped.gguf", GgufBytes().strings("tokens", words).bytes());
    const auto checkpoint = openCheckpoint(path, {}, Source::Access::Read);
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(nlohmann::json::parse(*only(*checkpoint).text()), nlohmann::json(words));
}

TEST_F(GgufStoredMetadata, AreComparedByTheirBytes)
{
    auto words = vocabulary(20'000);
    const auto one = opened(GgufBytes().string("before", "moves what follows").strings("tokens", words));
    const auto same = opened(GgufBytes().strings("tokens", words).string("before", "moves what follows"));
    words.back() += '!';
    const auto longer = opened(GgufBytes().strings("tokens", words).string("before", "moves what follows"));
    EXPECT_TRUE(compareMetadata(*one, *same).empty());
    const auto difference = compareMetadata(*one, *longer);
    ASSERT_EQ(difference.changed.size(), 1U);
    EXPECT_EQ(difference.changed.front().key, "tokens");
}

TEST_F(GgufStoredMetadata, TypesCountWhereBothHaveThem)
{
    const auto wide = opened(GgufBytes().uint32("n", 15));
    const auto narrow = opened(GgufBytes().uint16("n", 15));
    EXPECT_EQ(*only(wide).text(), "15");
    EXPECT_FALSE(only(wide) == only(narrow));
    EXPECT_TRUE(only(wide) == MetadataValue("15"));
    EXPECT_FALSE(only(wide) == MetadataValue("16"));
}

TEST_F(GgufStoredMetadata, OfAFileThatIsGoneAreAnError)
{
    const auto path = m_folder.write("gone.gguf", GgufBytes().strings("tokens", vocabulary(20'000)).bytes());
    const auto checkpoint = openCheckpoint(path, {}, Source::Access::Read);
    ASSERT_TRUE(checkpoint);
    std::filesystem::remove(path);
    EXPECT_FALSE(only(*checkpoint).text());
    EXPECT_EQ(written(only(*checkpoint)), "[null]\n");
}

TEST_F(GgufStoredMetadata, WhatIsNotUtf8IsReplaced)
{
    const auto checkpoint = opened(GgufBytes().string("name", "a\xff z"));
    EXPECT_EQ(only(checkpoint).shown(), "a\xef\xbf\xbd z");
    std::string replaced;
    for (int i = 0; i < 2000; ++i)
        replaced += "\xef\xbf\xbd";
    const auto stored = opened(GgufBytes().string("name", std::string(2000, '\xff')));
    ASSERT_TRUE(only(stored).stored());
    EXPECT_EQ(*only(stored).text(), replaced);
    EXPECT_EQ(written(only(stored)), '"' + replaced + "\"\n");
}

/// A length of 2^63 and one that ends just past the end of the file are both errors.
TEST_F(GgufStoredMetadata, LengthsThatLieAreFindings)
{
    for (const std::uint64_t length : {std::uint64_t{1} << 63, std::uint64_t{9}}) {
        const auto checkpoint = opened(GgufBytes().key("k", 8, GgufBytes::bytesOf(length) + "only 8 b"));
        EXPECT_FALSE(checkpoint->findings.referenceAccepts());
        EXPECT_TRUE(checkpoint->metadata->empty());
    }
}

} // namespace loupe::test
