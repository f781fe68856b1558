#include "core/text/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

namespace loupe {

namespace {

template <typename Body>
std::string written(Body&& body)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    body(json);
    json.finish();
    return text;
}

template <typename T>
std::string writtenValue(const T& value)
{
    return written([&](JsonWriter& json) { json.value(value); });
}

TEST(JsonWriter, WritesNestedObjectsAndArrays)
{
    EXPECT_EQ(written([](JsonWriter& json) {
        json.beginObject();
        json.member("a", 1);
        json.key("b");
        json.beginArray();
        json.beginObject();
        json.endObject();
        json.value(true);
        json.value(nullptr);
        json.beginArray();
        json.endArray();
        json.endArray();
        json.member("c", std::optional<int>{});
        json.endObject();
    }),
        "{\"a\":1,\"b\":[{},true,null,[]],\"c\":null}\n");
}

TEST(JsonWriter, PutsElementsOnLines)
{
    EXPECT_EQ(written([](JsonWriter& json) {
        json.beginArray(JsonWriter::Layout::Lines);
        json.beginArray(JsonWriter::Layout::Lines);
        json.endArray();
        json.value(2);
        json.endArray();
    }),
        "[\n[],\n2\n]\n");
}

TEST(JsonWriter, KeepsIntegersExact)
{
    EXPECT_EQ(writtenValue(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615\n");
    EXPECT_EQ(writtenValue(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808\n");
    EXPECT_EQ(writtenValue(std::uint8_t{65}), "65\n");
}

TEST(JsonWriter, WritesDoublesThatReadBackTheSame)
{
    EXPECT_EQ(writtenValue(3.0), "3.0\n");
    EXPECT_EQ(writtenValue(-0.0), "-0.0\n");
    EXPECT_EQ(writtenValue(0.1), "0.1\n");
    EXPECT_EQ(writtenValue(static_cast<double>(0.1F)), "0.10000000149011612\n");
    for (const double number : {1e22, 1e-300, 5e-324, 1.7976931348623157e308, 123456789012345680.0, -2.0 / 3}) {
        const auto read = nlohmann::json::parse(writtenValue(number));
        EXPECT_TRUE(read.is_number_float());
        EXPECT_EQ(read.get<double>(), number);
    }
    EXPECT_EQ(writtenValue(std::nan("")), "null\n");
    EXPECT_EQ(writtenValue(-std::numeric_limits<double>::infinity()), "null\n");
}

TEST(JsonWriter, EscapesWhatJsonDoesNotAllow)
{
    EXPECT_EQ(
        writtenValue("quote \" backslash \\ line\n\r\t end"), "\"quote \\\" backslash \\\\ line\\n\\r\\t end\"\n");
    EXPECT_EQ(writtenValue(std::string_view("\0\x1b\x7f", 3)), "\"\\u0000\\u001b\\u007f\"\n");
    for (char32_t c = 0; c < 0x80; ++c) {
        const std::string text{'a', static_cast<char>(c), 'b'};
        EXPECT_EQ(nlohmann::json::parse(writtenValue(std::string_view(text))).get<std::string>(), text);
    }
}

TEST(JsonWriter, PassesUtf8AndReplacesWhatIsNot)
{
    for (const std::string_view good :
        {"\xc2\x80", "ü€", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(nlohmann::json::parse(writtenValue(good)).get<std::string>(), good);
    for (const std::string_view bad : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
             "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xe2\x82"}) {
        const auto read = nlohmann::json::parse(writtenValue("a" + std::string(bad))).get<std::string>();
        std::string expected = "a";
        for (std::size_t i = 0; i < bad.size(); ++i)
            expected += "\xef\xbf\xbd";
        EXPECT_EQ(read, expected);
    }
}

TEST(JsonWriter, FlushesInPieces)
{
    std::size_t pieces = 0;
    std::string text;
    JsonWriter json([&](std::string_view piece) {
        ++pieces;
        EXPECT_LT(piece.size(), 200'000U);
        text += piece;
    });
    json.beginArray();
    for (int i = 0; i < 100'000; ++i)
        json.value(i);
    json.endArray();
    json.finish();
    EXPECT_GT(pieces, 3U);
    EXPECT_EQ(nlohmann::json::parse(text).size(), 100'000U);
}

TEST(JsonWriter, FlushesWithinLongTexts)
{
    for (const std::string_view word : {"plain", "\1 escaped \1", "€", "\xff"}) {
        std::string text;
        std::string expected;
        while (text.size() < 1'000'000) {
            text += word;
            expected += word == "\xff" ? "\xef\xbf\xbd" : word;
        }
        std::string read;
        JsonWriter json([&](std::string_view piece) {
            EXPECT_LT(piece.size(), 200'000U);
            read += piece;
        });
        json.value(std::string_view(text));
        json.finish();
        EXPECT_EQ(nlohmann::json::parse(read).get<std::string>(), expected) << word;
    }
}

} // namespace

} // namespace loupe
