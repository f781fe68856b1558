#include "remote/s3/s3_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string body(std::string_view code, std::string_view more = {})
{
    return "<?xml version='1.0' encoding='UTF-8'?>\n<Error><Code>" + std::string(code)
        + "</Code><Message>said</Message><RequestId>4442587FB7D0A2F9</RequestId>" + std::string(more) + "</Error>";
}

std::string sentence(int status, const std::string& text, const S3Asked& asked = {})
{
    return describe(describeRefusal(status, readRefusal(text, {}), asked));
}

TEST(S3Error, IsReadFromItsXml)
{
    const S3Refusal refusal = readRefusal(body("NoSuchKey"), {});
    EXPECT_EQ(refusal.code, "NoSuchKey");
    EXPECT_EQ(refusal.message, "said");
    EXPECT_EQ(refusal.requestId, "4442587FB7D0A2F9");
    EXPECT_EQ(refusal.region, "");
    EXPECT_EQ(readRefusal(body("SlowDown").substr(0, 90), {}).code, "SlowDown");
    EXPECT_EQ(readRefusal("<html>", {}).code, "");
}

TEST(S3Error, TheRegionIsThatOfHeaderBodyOrEndpoint)
{
    EXPECT_EQ(readRefusal(body("X", "<Region>eu-a-1</Region>"), "eu-b-1").region, "eu-b-1");
    EXPECT_EQ(readRefusal(body("X", "<Region>eu-a-1</Region>"), {}).region, "eu-a-1");
    for (const char* const host : {"bucket.s3.eu-c-1.amazonaws.com", "bucket.s3-eu-c-1.amazonaws.com",
             "s3.eu-c-1.amazonaws.com", "my.s3.x.s3.eu-c-1.amazonaws.com", "b.s3.eu-c-1.amazonaws.com.cn"})
        EXPECT_EQ(readRefusal(body("X", std::string("<Endpoint>") + host + "</Endpoint>"), {}).region, "eu-c-1")
            << host;
}

// The region becomes part of the next host, which gets a signed request.
TEST(S3Error, NoServerNamesAnotherHostByARegion)
{
    for (const char* const region : {"evil.example", "x/y", "a@evil.example", "x?", "x:1"}) {
        EXPECT_EQ(readRefusal({}, region).region, "") << region;
        EXPECT_EQ(readRefusal(body("X", std::string("<Region>") + region + "</Region>"), {}).region, "") << region;
    }
    for (const char* const host : {"s3.eu-c-1.evil.example", "s3.eu-c-1.amazonaws.com.evil.example",
             "eu-c-1.amazonaws.com", "s3.amazonaws.com", "s3.a.b.amazonaws.com"})
        EXPECT_EQ(readRefusal(body("X", std::string("<Endpoint>") + host + "</Endpoint>"), {}).region, "") << host;
}

TEST(S3Error, AnotherRegionIsAskedOnceForAnswersAboutRegions)
{
    const std::string there = "<Region>eu-a-1</Region>";
    EXPECT_EQ(redirectedRegion(301, readRefusal(body("PermanentRedirect", there), {}), "us-east-1"), "eu-a-1");
    EXPECT_EQ(
        redirectedRegion(400, readRefusal(body("AuthorizationHeaderMalformed", there), {}), "us-east-1"), "eu-a-1");
    EXPECT_EQ(redirectedRegion(400, readRefusal({}, "eu-a-1"), ""), "eu-a-1") << "of a HEAD";
    EXPECT_EQ(redirectedRegion(301, readRefusal({}, "eu-a-1"), "us-east-1"), "eu-a-1");
    EXPECT_EQ(redirectedRegion(301, readRefusal(body("PermanentRedirect"), {}), "us-east-1"), std::nullopt);
    EXPECT_EQ(redirectedRegion(301, readRefusal({}, "eu-a-1"), "eu-a-1"), std::nullopt);
    EXPECT_EQ(redirectedRegion(403, readRefusal(body("AccessDenied"), "eu-a-1"), "us-east-1"), std::nullopt);
    EXPECT_EQ(redirectedRegion(400, readRefusal(body("InvalidArgument"), "eu-a-1"), "us-east-1"), std::nullopt);
}

TEST(S3Error, SaysWhatHelps)
{
    S3Asked asked{.name = "s3://b/k",
        .region = "us-east-1",
        .isSigned = false,
        .isPresigned = false,
        .credentialsFrom = "THERE",
        .clockDifference = {}};
    EXPECT_THAT(
        sentence(403, body("AccessDenied"), asked), AllOf(HasSubstr("s3://b/k: "), HasSubstr("looked in THERE")));
    asked.isSigned = true;
    EXPECT_THAT(sentence(403, body("AccessDenied"), asked), HasSubstr("THERE do not allow"));
    EXPECT_THAT(sentence(403, body("SignatureDoesNotMatch"), asked), HasSubstr("credentials of THERE"));
    EXPECT_THAT(sentence(400, body("ExpiredToken"), asked), HasSubstr("session"));
    EXPECT_THAT(sentence(403, body("InvalidObjectState"), asked), HasSubstr("archived"));
    EXPECT_THAT(sentence(404, body("NoSuchBucket"), asked), HasSubstr("bucket"));
    EXPECT_THAT(sentence(404, {}, asked), HasSubstr("no such object"));
    EXPECT_THAT(sentence(301, body("PermanentRedirect", "<Region>eu-a-1</Region>"), asked),
        HasSubstr("another region than us-east-1: set AWS_REGION to eu-a-1"));
    EXPECT_THAT(sentence(500, "<html>", asked), HasSubstr("status 500"));
    asked.clockDifference = "20 min";
    EXPECT_THAT(sentence(403, body("RequestTimeTooSkewed"), asked), HasSubstr("by 20 min"));
    asked.isPresigned = true;
    EXPECT_THAT(sentence(403, "<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>", asked),
        HasSubstr("presigned address has expired"));
}

TEST(S3Error, TextFromOutsideIsMadeSafeAndShort)
{
    const std::string text = sentence(403, body("Bad\nCode" + std::string(1000, 'x')));
    EXPECT_THAT(text, AllOf(HasSubstr("Bad\\nCode"), Not(HasSubstr("\n"))));
    EXPECT_LT(text.size(), 500U);
}

} // namespace
} // namespace loupe::remote
