#include "formats/shared/json_value.h"

#include <gtest/gtest.h>

#include <string>

namespace loupe::test {

TEST(JsonValueTest, RefusesTreesThatTakeMuchMoreMemoryThanTheirText)
{
    std::string text = "[";
    for (unsigned i = 0; i < 1'000'000; ++i)
        text += "0,";
    EXPECT_FALSE(JsonValue::parse(text + "0]"));
}

TEST(JsonValueTest, ReadsWhatConfigsHold)
{
    const auto value = JsonValue::parse(R"({"a": [1, -2, "3"], "b": {"c": true, "d": null}, "b": {"c": false}})");
    ASSERT_TRUE(value);
    EXPECT_EQ((*value)["a"].elements()[1].integer(), -2);
    EXPECT_EQ((*value)["a"].elements()[2].integer(), 3);
    EXPECT_EQ((*value)["b"]["c"].boolean(), false) << "the last of two members counts";
    EXPECT_FALSE((*value)["b"]["d"].integer());
    EXPECT_FALSE((*value)["none"].isObject());
    for (const char* const text : {"", "{", "[1,]", "{\"a\": nul}", "1 2"})
        EXPECT_FALSE(JsonValue::parse(text)) << text;
}

} // namespace loupe::test
