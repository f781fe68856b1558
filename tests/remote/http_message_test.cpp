#include "remote/http/http_exchange.h"
#include "remote/http/http_message.h"
#include "remote/http/http_place.h"
#include "remote/http/http_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

TEST(ContentRange, HasPlaceAndTotal)
{
    const auto both = parseContentRange("bytes 5-99/3000000");
    ASSERT_TRUE(both);
    EXPECT_EQ(both->range, (ByteRange{5, 100}));
    EXPECT_EQ(both->total, 3'000'000U);
    const auto noTotal = parseContentRange("bytes 0-0/*");
    ASSERT_TRUE(noTotal);
    EXPECT_EQ(noTotal->range, (ByteRange{0, 1}));
    EXPECT_EQ(noTotal->total, std::nullopt);
    const auto noPlace = parseContentRange("bytes */7");
    ASSERT_TRUE(noPlace);
    EXPECT_EQ(noPlace->range, std::nullopt);
    EXPECT_EQ(noPlace->total, 7U);
}

TEST(ContentRange, ThatMakesNoSenseIsNone)
{
    for (const char* const text :
        {"", "bytes", "bytes 1-2", "bytes 2-1/3", "bytes 0-3/3", "bytes -1-2/3", "bytes 0--1/3", "bytes a-b/c",
            "bytes 0-18446744073709551615/18446744073709551615", "bytes 0-1/18446744073709551616",
            "bytes 99999999999999999999-99999999999999999999/*", "items 0-1/2", "bytes 0-1/ 2", "bytes 0-1/-2"})
        EXPECT_FALSE(parseContentRange(text)) << text;
}

TEST(Version, ChangesWithEtagSizeOrDate)
{
    const Version known{.etag = "\"1\"", .modified = "Mon", .size = 7};
    EXPECT_EQ(changeSince(known, known), "");
    EXPECT_EQ(changeSince(known, {.etag = "\"1\"", .modified = "Tue", .size = 7}), "") << "mirrors differ in it";
    EXPECT_THAT(changeSince(known, {.etag = "\"2\"", .modified = "Mon", .size = 7}), testing::HasSubstr("ETag"));
    EXPECT_THAT(changeSince(known, {.etag = "\"1\"", .modified = "Mon", .size = 8}), testing::HasSubstr("7 → 8 bytes"));
    const Version dated{.etag = "", .modified = "Mon", .size = 7};
    EXPECT_THAT(changeSince(dated, {.etag = "", .modified = "Tue", .size = 7}), testing::HasSubstr("Last-Modified"));
}

TEST(HttpUrl, RedirectsAreJoinedAndKeepTheirDots)
{
    EXPECT_EQ(*redirected("https://h/a/b?x=1", "c"), "https://h/a/c");
    EXPECT_EQ(*redirected("https://h/a/b", "/c/./d/../e?y=2#f"), "https://h/c/./d/../e?y=2");
    EXPECT_EQ(*redirected("http://h:81/a", "//other/b"), "http://other/b");
    EXPECT_EQ(*redirected("http://h/a", "https://other/b"), "https://other/b");
    EXPECT_EQ(*redirected("https://user:secret@h/a", "https://other/b"), "https://other/b");
    EXPECT_EQ(*redirected("https://user:secret@h/a", "//other/b"), "https://other/b");
}

TEST(HttpUrl, RedirectsToTheSameOriginKeepTheUser)
{
    EXPECT_EQ(*redirected("https://u:a%40b@h/a", "/c"), "https://u:a%40b@h/c");
    EXPECT_EQ(*redirected("https://u:a%40b@h/a", "https://h/c"), "https://u:a%40b@h/c");
    EXPECT_EQ(*redirected("https://u:a%40b@h/a", "https://H:443/c?d=1#e"), "https://u:a%40b@H:443/c?d=1");
    EXPECT_EQ(*redirected("https://u:a%40b@h/a", "https://h:8443/c"), "https://h:8443/c");
    EXPECT_EQ(*redirected("http://u:a%40b@h/a", "https://h/c"), "https://h/c");
}

TEST(HttpUrl, RedirectsToLessSafePlacesAreRefused)
{
    for (const char* const location : {"http://h/a", "file:///etc/passwd", "ftp://h/a", "gopher://h/", ""})
        EXPECT_FALSE(redirected("https://h/a", location)) << location;
}

TEST(PublicServer, IsOneOfTheInternet)
{
    for (const char* const address : {"1.1.1.1", "172.32.0.1", "198.17.0.1", "2606:4700::1111", "64:ff9b::101:101",
             "2002:101:101::1", "::ffff:1.1.1.1"})
        EXPECT_TRUE(isPublicServer(address)) << address;
    for (const char* const address :
        {"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1",
            "198.19.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "fec0::1", "ff02::1",
            "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "2002:7f00:1::", "no address"})
        EXPECT_FALSE(isPublicServer(address)) << address;
}

TEST(HttpPlace, RemembersThatTheInternetLedThere)
{
    HttpPlace place("https://h/a", "name");
    EXPECT_FALSE(place.onlyPublicServers());
    place.redirectTo("https://other/b", true);
    EXPECT_TRUE(place.onlyPublicServers());
    place.forget("https://other/b");
    EXPECT_FALSE(place.onlyPublicServers()) << "a person named where it begins";
}

TEST(HttpUrl, LosesItsSecretsInOrigins)
{
    EXPECT_EQ(originOf("https://user:secret@H/a?b"), "https://h:443");
}

} // namespace
} // namespace loupe::remote
