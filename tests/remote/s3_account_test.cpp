#include "remote/s3/s3_account.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

AwsSettings settings(std::string_view endpoint = {})
{
    AwsSettings made;
    made.credentials = S3Credentials{"id", "secret", "token"};
    made.place.region = "us-east-1";
    if (!endpoint.empty())
        made.place.endpoint = parseEndpoint(endpoint).value();
    return made;
}

HeaderList headers(const S3Account& account, const std::string& url)
{
    return account.headersFor(url, "bucket").value();
}

TEST(S3Account, SignsForTheRegionThatItHasLearnt)
{
    S3Account account(settings());
    EXPECT_THAT(
        headers(account, "https://bucket.s3.us-east-1.amazonaws.com/k").back().second, HasSubstr("/us-east-1/s3/"));
    account.learnRegion("bucket", "eu-west-1");
    EXPECT_THAT(
        headers(account, "https://bucket.s3.eu-west-1.amazonaws.com/k").back().second, HasSubstr("/eu-west-1/s3/"));
    EXPECT_EQ(account.placeOf("bucket").region, "eu-west-1");
    EXPECT_EQ(account.placeOf("other").region, "us-east-1");
}

TEST(S3Account, ASecretGoesToItsServerOnly)
{
    const S3Account aws(settings());
    for (const char* const url : {"https://bucket.s3.amazonaws.com/k", "https://s3.amazonaws.com/bucket/k",
             "https://bucket.s3.eu-west-1.amazonaws.com/k", "https://bucket.s3-eu-west-1.amazonaws.com/k"})
        EXPECT_THAT(headers(aws, url), Not(IsEmpty())) << url;
    for (const char* const url : {"http://bucket.s3.amazonaws.com/k", "https://bucket.s3.amazonaws.com:8443/k",
             "https://bucket.s3.amazonaws.com.evil.example/k", "https://evil.example/k", "https://127.0.0.1/k",
             "https://ec2-1-2-3-4.compute-1.amazonaws.com/k", "no url", ""})
        EXPECT_THAT(headers(aws, url), IsEmpty()) << url;
    const S3Account own(settings("http://127.0.0.1:9000"));
    EXPECT_THAT(headers(own, "http://127.0.0.1:9000/bucket/k"), Not(IsEmpty()));
    for (const char* const url :
        {"http://127.0.0.1:9001/bucket/k", "https://127.0.0.1:9000/bucket/k", "https://bucket.s3.amazonaws.com/k"})
        EXPECT_THAT(headers(own, url), IsEmpty()) << url;
}

TEST(S3Account, WithoutCredentialsNothingIsSigned)
{
    AwsSettings without = settings();
    without.credentials.reset();
    EXPECT_THAT(headers(S3Account(without), "https://bucket.s3.amazonaws.com/k"), IsEmpty());
}

} // namespace
} // namespace loupe::remote
