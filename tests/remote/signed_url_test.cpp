#include "remote/signed_url.h"

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

TEST(SignedUrl, SaysUntilWhenItIsGood)
{
    constexpr std::int64_t time = 1795410367; // 2026-11-23 05:06:07 UTC, by date(1)
    EXPECT_EQ(expiryOf("X-Amz-Date=20261123T050607Z&X-Amz-Expires=3600&X-Amz-Signature=0"), time + 3600);
    EXPECT_EQ(expiryOf("x-goog-date=20261123T050607Z&x-goog-expires=60"), time + 60);
    EXPECT_EQ(expiryOf("Expires=1795410367&Signature=a&Key-Pair-Id=b"), time);
    EXPECT_EQ(expiryOf("sv=1&se=2026-11-23T05%3A06%3A07Z&sig=a"), time);
    EXPECT_EQ(expiryOf("se=2026-11-23T05:06Z&sig=a"), time - 7);
}

TEST(SignedUrl, SaysNothingWhereItIsNotSigned)
{
    for (const char* const query : {"", "download=true", "se=2026-11-23T05:06:07Z", "Expires=soon", "Expires=-1",
             "Expires=99999999999999999999", "X-Amz-Date=20261123&X-Amz-Expires=1", "X-Amz-Expires=1", "Expires=%"})
        EXPECT_EQ(expiryOf(query), std::nullopt) << query;
}

// The example from RFC 9110.
TEST(SignedUrl, DatesOfHttpAreRead)
{
    EXPECT_EQ(readHttpDate("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777);
    for (const char* const text : {"", "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 06 anF 1994 08:49:37 GMT",
             "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 0x Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC"})
        EXPECT_EQ(readHttpDate(text), std::nullopt) << text;
}

TEST(SignedUrl, OfS3NeedsNoCredentials)
{
    EXPECT_TRUE(isPresigned("a=1&X-Amz-Signature=00"));
    EXPECT_TRUE(isPresigned("AWSAccessKeyId=a&Expires=1&Signature=b"));
    EXPECT_FALSE(isPresigned("Signature=b"));
    EXPECT_FALSE(isPresigned(""));
}

} // namespace
} // namespace loupe::remote
