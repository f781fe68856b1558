#include "format_files.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Result<std::vector<HeaderField>> fieldsOf(const Checkpoint& checkpoint, ByteRange window)
{
    return findFormatOf(checkpoint)->headerFields(*checkpoint.files[0].source, window, {});
}

std::string valueAt(const std::vector<HeaderField>& fields, std::string_view label, std::size_t which = 0)
{
    for (const HeaderField& field : fields) {
        if (field.label == label && which-- == 0)
            return field.value;
    }
    return "no such field";
}

class HeaderFields : public testing::TestWithParam<const char*> { };

} // namespace

TEST_P(HeaderFields, TileTheHeader)
{
    const auto checkpoint = open(dataPath(GetParam()));
    const std::uint64_t end = checkpoint->files[0].header.end;
    const auto fields = fieldsOf(*checkpoint, {0, end});
    ASSERT_TRUE(fields.has_value());
    std::uint64_t position = 0;
    for (const HeaderField& field : *fields) {
        EXPECT_EQ(field.range.begin, position) << field.label;
        EXPECT_GT(field.range.end, field.range.begin);
        EXPECT_NE(field.label, "unread");
        position = field.range.end;
    }
    EXPECT_EQ(position, end);
}

TEST_P(HeaderFields, OfAWindowAreThoseThatTouchIt)
{
    const auto checkpoint = open(dataPath(GetParam()));
    const std::uint64_t end = checkpoint->files[0].header.end;
    const auto all = *fieldsOf(*checkpoint, {0, end});
    for (std::uint64_t begin = 0; begin < end; begin += 7) {
        const ByteRange window{begin, std::min(end, begin + 16)};
        std::vector<ByteRange> expected;
        for (const HeaderField& field : all) {
            if (!intersect(field.range, window).empty())
                expected.push_back(field.range);
        }
        std::vector<ByteRange> got;
        const auto fields = *fieldsOf(*checkpoint, window);
        for (const HeaderField& field : fields)
            got.push_back(field.range);
        EXPECT_EQ(got, expected) << begin;
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, HeaderFields,
    testing::Values("bintensors/names.bt", "bintensors/shapes.bt", "bintensors/empty.bt",
        "bintensors/empty-metadata-map.bt", "bintensors-pre010/shapes.bt", "bintensors-pre010/unit-attn.0.bt",
        "safetensors/names.safetensors", "safetensors/shapes.safetensors",
        "safetensors/empty-with-metadata.safetensors", "malformed/pretty-printed.safetensors",
        "malformed/entry-as-array.safetensors", "malformed/leading-spaces.safetensors",
        "malformed/entry-extra-field.safetensors", "gguf/all-types.gguf", "gguf/align64.gguf", "gguf/kv-only.gguf"));

TEST(HeaderFieldValues, OfBothFormats)
{
    for (const char* const file : {"bintensors/readme-example.bt", "safetensors/readme-example.safetensors"}) {
        SCOPED_TRACE(file);
        const auto checkpoint = open(dataPath(file));
        const auto fields = *fieldsOf(*checkpoint, {0, checkpoint->files[0].header.end});
        EXPECT_EQ(valueAt(fields, "header length"), std::to_string(checkpoint->files[0].header.size()));
        EXPECT_EQ(valueAt(fields, "name"), "weight_1");
        EXPECT_EQ(valueAt(fields, "dtype"), "BOOL");
        EXPECT_EQ(valueAt(fields, "dimension", 1), "2");
        EXPECT_EQ(valueAt(fields, "begin in data"), "0");
        EXPECT_EQ(valueAt(fields, "end in data"), "4");
    }
}

TEST(HeaderFieldValues, WhatCannotBeReadIsUnread)
{
    const auto checkpoint = open(dataPath("malformed/dtype-15.bt"));
    const auto fields = *fieldsOf(*checkpoint, {0, checkpoint->files[0].header.end});
    EXPECT_EQ(fields.back().label, "unread");
    EXPECT_EQ(fields.back().range.end, checkpoint->files[0].header.end);
}

} // namespace loupe::test
