#include "remote/percent_encoding.h"

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

TEST(PercentEncoding, KeepsOnlyUnreservedCharacters)
{
    EXPECT_EQ(percentEncoded("AZaz09-._~", Slashes::Encoded), "AZaz09-._~");
    EXPECT_EQ(percentEncoded("a b+c=1%2F*'(,:@)!", Slashes::Encoded), "a%20b%2Bc%3D1%252F%2A%27%28%2C%3A%40%29%21");
    EXPECT_EQ(percentEncoded("größe", Slashes::Encoded), "gr%C3%B6%C3%9Fe");
    EXPECT_EQ(percentEncoded("a//b/../c", Slashes::Kept), "a//b/../c");
    EXPECT_EQ(percentEncoded("a/b", Slashes::Encoded), "a%2Fb");
}

TEST(PercentEncoding, DecodesOnceAndRefusesHalfAnEscape)
{
    EXPECT_EQ(percentDecoded("a%20b%2fc%252F+"), "a b/c%2F+");
    EXPECT_EQ(percentDecoded("%00")->size(), 1U);
    for (const char* const broken : {"%", "a%2", "%g0", "%0g", "%%20"}) {
        EXPECT_EQ(percentDecoded(broken), std::nullopt) << broken;
        EXPECT_FALSE(isPercentEncoded(broken)) << broken;
    }
    EXPECT_TRUE(isPercentEncoded("a%20%E9"));
}

TEST(PercentEncoding, OfTheWireChangesNothingThatMayStandThere)
{
    EXPECT_EQ(wireEncoded("/a%20b;c,d=[e]?x=%2F&y=(~)*!'$@:+"), "/a%20b;c,d=[e]?x=%2F&y=(~)*!'$@:+");
    EXPECT_EQ(wireEncoded("/a b\"<>\\^`{|}ü"), "/a%20b%22%3C%3E%5C%5E%60%7B%7C%7D%C3%BC");
}

} // namespace
} // namespace loupe::remote
