#include "remote/s3/s3_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

std::string objectUrl(const S3Place& place, const S3Address& object)
{
    return wireUrl(s3ObjectUrl(place, object));
}

S3Place at(std::string_view endpoint)
{
    return {parseEndpoint(endpoint).value(), "us-east-1", std::nullopt};
}

TEST(S3Place, OfAwsHasTheBucketInItsHost)
{
    EXPECT_EQ(objectUrl({}, {"bucket", "a/b"}), "https://bucket.s3.amazonaws.com/a/b");
    EXPECT_EQ(objectUrl({{}, "eu-west-3", {}}, {"bucket", "k"}), "https://bucket.s3.eu-west-3.amazonaws.com/k");
    EXPECT_EQ(objectUrl({{}, "cn-north-1", {}}, {"bucket", "k"}), "https://bucket.s3.cn-north-1.amazonaws.com.cn/k");
    EXPECT_EQ(
        objectUrl({{}, "eu-west-3", S3Style::Path}, {"bucket", "k"}), "https://s3.eu-west-3.amazonaws.com/bucket/k");
}

TEST(S3Place, ABucketThatIsNoHostIsInThePath)
{
    for (const char* const bucket : {"my.bucket", "My-Bucket", "my_bucket", "ab", "-ab"})
        EXPECT_EQ(objectUrl({}, {bucket, "k"}), std::string("https://s3.amazonaws.com/") + bucket + "/k");
}

TEST(S3Place, OfAnotherServerHasTheBucketInItsPath)
{
    EXPECT_EQ(objectUrl(at("http://127.0.0.1:9000"), {"bucket", "k"}), "http://127.0.0.1:9000/bucket/k");
    EXPECT_EQ(objectUrl(at("https://[::1]:9000/"), {"bucket", "k"}), "https://[::1]:9000/bucket/k");
    EXPECT_EQ(objectUrl(at("https://h/s3/"), {"bucket", "k"}), "https://h/s3/bucket/k");
    EXPECT_EQ(objectUrl(at("h.example:9000"), {"bucket", "k"}), "https://h.example:9000/bucket/k");
    S3Place place = at("http://s3.localhost:18080");
    place.style = S3Style::VirtualHost;
    EXPECT_EQ(objectUrl(place, {"bucket", "k"}), "http://bucket.s3.localhost:18080/k");
    EXPECT_EQ(wireUrl(s3BucketUrl(place, "bucket", {{"a", "b"}})), "http://bucket.s3.localhost:18080/?a=b");
}

TEST(S3Place, KeysAreEncodedOnce)
{
    EXPECT_EQ(objectUrl({}, {"bucket", "/a//b/./c/../d%20 ?#+"}),
        "https://bucket.s3.amazonaws.com//a//b/./c/../d%2520%20%3F%23%2B");
}

TEST(S3Place, AListingAsksTheBucketItself)
{
    const QueryList query{{"prefix", "a b/"}, {"list-type", "2"}};
    EXPECT_EQ(
        wireUrl(s3BucketUrl({}, "bucket", query)), "https://bucket.s3.amazonaws.com/?list-type=2&prefix=a%20b%2F");
    EXPECT_EQ(wireUrl(s3BucketUrl(at("http://h:1"), "bucket", query)), "http://h:1/bucket?list-type=2&prefix=a%20b%2F");
}

TEST(S3Place, OnlyAWordIsARegion)
{
    for (const char* const region : {"us-east-1", "cn-north-1", "us-gov-west-1", "auto", "x"})
        EXPECT_TRUE(isRegion(region)) << region;
    for (const char* const region : {"", "evil.example", "a/b", "a@b", "A", "-a", "a-", "a b", "a:b"})
        EXPECT_FALSE(isRegion(region)) << region;
    EXPECT_FALSE(isRegion(std::string(33, 'a')));
}

TEST(S3Place, OnlyHostsOfAwsHaveARegion)
{
    EXPECT_EQ(regionOfHost("bucket.S3.eu-west-1.amazonaws.com"), "eu-west-1");
    for (const char* const host : {"ec2-1-2-3-4.eu-west-1.compute.amazonaws.com", "s3.eu-west-1.example",
             "s3.amazonaws.com", "amazonaws.com", ".amazonaws.com", "xs3.eu-west-1.amazonaws.com"})
        EXPECT_EQ(regionOfHost(host), "") << host;
}

TEST(S3Place, AnEndpointIsAWebAddress)
{
    for (const char* const endpoint : {"", "s3://b", "https://u:p@h", "https://h?x=1", "h:0", "file:///a"})
        EXPECT_FALSE(parseEndpoint(endpoint)) << endpoint;
}

} // namespace
} // namespace loupe::remote
