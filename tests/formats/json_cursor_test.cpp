#include "core/text/json_cursor.h"

#include "core/text/utf8.h"
#include "format_files.h"

#include <random>

#include <gtest/gtest.h>
#include <simdjson.h>

namespace loupe::test {

namespace {

/// Describes a text's structure and values as the cursor sees them. Numbers other than plain digits become "n".
void retell(JsonCursor& cursor, std::string& story)
{
    std::string_view text;
    std::uint64_t number = 0;
    switch (cursor.peek()) {
    case JsonCursor::Kind::Object:
        story += '{';
        for (cursor.enterObject(); cursor.nextKey(text);) {
            story.append(text) += ':';
            retell(cursor, story);
        }
        story += '}';
        break;
    case JsonCursor::Kind::Array:
        story += '[';
        for (cursor.enterArray(); cursor.nextElement(); story += ',')
            retell(cursor, story);
        story += ']';
        break;
    case JsonCursor::Kind::String:
        if (cursor.readString(text))
            story.append(text);
        break;
    case JsonCursor::Kind::Number: {
        const bool digits = cursor.readUnsigned(number);
        const bool minusZero =
            cursor.text().substr(cursor.tokenOffset(), cursor.offset() - cursor.tokenOffset()) == "-0";
        story += digits || minusZero ? std::to_string(number) : "n";
        break;
    }
    default:
        story += cursor.peek() == JsonCursor::Kind::Null ? "null" : "bool";
        cursor.skipValue();
    }
}

void retell(simdjson::dom::element element, std::string& story)
{
    switch (element.type()) {
    case simdjson::dom::element_type::OBJECT:
        story += '{';
        for (const auto& [key, value] : simdjson::dom::object(element)) {
            story.append(key) += ':';
            retell(value, story);
        }
        story += '}';
        break;
    case simdjson::dom::element_type::ARRAY:
        story += '[';
        for (const auto value : simdjson::dom::array(element)) {
            retell(value, story);
            story += ',';
        }
        story += ']';
        break;
    case simdjson::dom::element_type::STRING:
        story.append(std::string_view(element));
        break;
    case simdjson::dom::element_type::INT64:
    case simdjson::dom::element_type::UINT64: {
        std::uint64_t number = 0;
        story += element.get(number) == simdjson::SUCCESS ? std::to_string(number) : "n";
        break;
    }
    case simdjson::dom::element_type::DOUBLE:
        story += 'n';
        break;
    default:
        story += element.is_null() ? "null" : "bool";
    }
}

std::optional<std::string> byCursor(std::string_view text)
{
    JsonCursor cursor(text);
    std::string story;
    retell(cursor, story);
    return cursor.finish() ? std::optional(story) : std::nullopt;
}

std::optional<std::string> bySimdjson(std::string_view text)
{
    static simdjson::dom::parser parser;
    simdjson::dom::element root;
    const simdjson::padded_string padded(text);
    if (parser.parse(padded).get(root) != simdjson::SUCCESS)
        return std::nullopt;
    std::string story;
    retell(root, story);
    return story;
}

/// simdjson refuses integers beyond 64 bits, where serde_json switches to doubles.
bool hasHugeInteger(std::string_view text)
{
    std::size_t run = 0;
    for (const char c : text) {
        run = c >= '0' && c <= '9' ? run + 1 : 0;
        if (run >= 19)
            return true;
    }
    return false;
}

bool accepts(std::string_view text)
{
    JsonCursor cursor(text);
    const bool bySkipping = cursor.skipValue() && cursor.finish();
    EXPECT_EQ(bySkipping, byCursor(text).has_value()) << text;
    return bySkipping;
}

} // namespace

TEST(JsonCursor, AgreesWithSimdjsonOnTexts)
{
    for (const char* const text : {"{}", "[]", "{\"a\":1}", " [1 , 2 ] ", "[1,]", "[,1]", "{\"a\":1,}", "{,}",
             "{\"a\"}", "{\"a\" 1}", "[1 2]", "{a:1}", "null", "nul", "nulll", "true", "tru", "false", "\"x\"", "\"x",
             "\"\\n\"", "\"\\x\"", "\"\\u00e9\"", "\"\\u12\"", "\"\\ud83e\\udd80\"", "\"\\ud83e\"", "\"\\udd80\"",
             "\"\\ud83e\\u0041\"", "\"a\tb\"", "\"\x7f\"", "0", "-0", "01", "-", "1.", ".5", "1.5", "1e5", "1e", "1e+",
             "1E-2", "+1", "0x1", "1e308", "1.8e308", "1e309", "-1e309", "1e-400", "18446744073709551615", "[[[]]]",
             "[[[]]", "{}{}", "{} x", "", " ", "\v{}", "{\"a\":{\"b\":[null,true,\"\"]}}", "'a'", "NaN", "Infinity",
             "[1]//", "\"\\/\"", "\"\\", "\"\\u", "[\"a\",\"b\"", "{\"a\":1,\"a\":2}"})
        EXPECT_EQ(byCursor(text), bySimdjson(text)) << text;
}

TEST(JsonCursor, AgreesWithSimdjsonOnMutatedHeaders)
{
    std::mt19937_64 random(20240607);
    constexpr std::string_view alphabet = "{}[]\",:\\u0e-.1 tfn\n\x01\xc3\xa9";
    std::size_t accepted = 0;
    for (const char* const file : {"safetensors/names.safetensors", "safetensors/all-dtypes.safetensors",
             "safetensors/shapes.safetensors", "malformed/pretty-printed.safetensors"}) {
        const std::string bytes = readFile(dataPath(file));
        std::uint64_t length = 0;
        std::memcpy(&length, bytes.data(), 8);
        const std::string header = bytes.substr(8, length);
        for (int round = 0; round < 5000; ++round) {
            std::string text = header;
            for (auto changes = random() % 3 + 1; changes > 0; --changes) {
                const std::size_t at = random() % text.size();
                if (random() % 3 == 0)
                    text.erase(at, 1);
                else if (random() % 2 == 0)
                    text.insert(at, 1, alphabet[random() % alphabet.size()]);
                else
                    text[at] = alphabet[random() % alphabet.size()];
            }
            const bool isUtf8 = simdjson::validate_utf8(text.data(), text.size());
            ASSERT_EQ(validUtf8Prefix(text) == text.size(), isUtf8) << text;
            if (!isUtf8 || hasHugeInteger(text))
                continue;
            const auto story = byCursor(text);
            ASSERT_EQ(story, bySimdjson(text)) << text;
            accepted += story ? 1 : 0;
        }
    }
    EXPECT_GT(accepted, 1000U);
}

TEST(JsonCursor, AllowsAsManyLevelsAsSerde)
{
    const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
    EXPECT_TRUE(accepts(nested(127)));
    EXPECT_FALSE(accepts(nested(128)));
    std::string objects;
    for (int i = 0; i < 64; ++i)
        objects += "[{\"a\":";
    EXPECT_FALSE(accepts(objects));
    EXPECT_FALSE(accepts(std::string(1'000'000, '[')));
}

TEST(JsonCursor, NumbersMustFitInADouble)
{
    EXPECT_TRUE(accepts("1.7976931348623157e308"));
    EXPECT_TRUE(accepts("17976931348623157" + std::string(292, '0')));
    EXPECT_FALSE(accepts("17976931348623159" + std::string(292, '0')));
    EXPECT_TRUE(accepts("0." + std::string(400, '0') + "1e700"));
    EXPECT_FALSE(accepts("0." + std::string(400, '0') + "1e710"));
    EXPECT_TRUE(accepts("0e999999999999999999999"));
    EXPECT_TRUE(accepts("1e-999999999999999999999"));
    EXPECT_FALSE(accepts("1e999999999999999999999"));
    EXPECT_TRUE(accepts("18446744073709551616"));
}

TEST(JsonCursor, UnsignedNumbersArePlainDigits)
{
    const auto read = [](std::string_view text) -> std::optional<std::uint64_t> {
        JsonCursor cursor(text);
        std::uint64_t number = 0;
        const bool isNumber = cursor.readUnsigned(number);
        EXPECT_FALSE(cursor.failed()) << text;
        EXPECT_TRUE(cursor.finish()) << text;
        return isNumber ? std::optional(number) : std::nullopt;
    };
    EXPECT_EQ(read("0"), 0U);
    EXPECT_EQ(read("18446744073709551615"), 18446744073709551615U);
    for (const char* const other :
        {"18446744073709551616", "-0", "-1", "2.0", "2e0", "\"2\"", "true", "null", "[2]", "{}"})
        EXPECT_EQ(read(other), std::nullopt) << other;
}

TEST(JsonCursor, KnowsWhereItStands)
{
    JsonCursor cursor(R"( {"ab": [10, x]})");
    std::string_view key;
    std::uint64_t number = 0;
    ASSERT_TRUE(cursor.enterObject());
    ASSERT_TRUE(cursor.nextKey(key));
    EXPECT_EQ(key, "ab");
    EXPECT_EQ(cursor.tokenOffset(), 2U);
    ASSERT_TRUE(cursor.enterArray());
    ASSERT_TRUE(cursor.nextElement());
    ASSERT_TRUE(cursor.readUnsigned(number));
    EXPECT_EQ(cursor.tokenOffset(), 9U);
    EXPECT_EQ(cursor.offset(), 11U);
    ASSERT_TRUE(cursor.nextElement());
    EXPECT_FALSE(cursor.skipValue());
    EXPECT_TRUE(cursor.failed());
    EXPECT_EQ(cursor.offset(), 13U);
    EXPECT_FALSE(cursor.failedAtEnd());
    EXPECT_FALSE(cursor.nextElement());
}

} // namespace loupe::test
