#include "remote/s3/signature.h"

#include "support/signing_case.h"
#include "support/test_data.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using nlohmann::json;

const json& vectors()
{
    static const json all = json::parse(std::ifstream(test::dataPath("remote/sigv4.json")));
    return all;
}

class SigningVector : public testing::TestWithParam<std::size_t> { };

TEST_P(SigningVector, IsMetInEachStep)
{
    const json& vector = vectors().at("cases").at(GetParam());
    const auto answer = test::signedCase(vector);
    ASSERT_TRUE(answer) << answer.error().message;
    for (const auto& [field, value] : answer->items())
        EXPECT_EQ(value, vector.at(field)) << field;
}

TEST_P(SigningVector, IsMetByItsUrlAlone)
{
    json vector = vectors().at("cases").at(GetParam());
    for (const char* const field : {"bucket", "key", "endpoint", "style", "query"})
        vector.erase(field);
    const auto answer = test::signedCase(vector);
    ASSERT_TRUE(answer) << answer.error().message;
    for (const auto& [field, value] : answer->items())
        EXPECT_EQ(value, vector.at(field)) << field;
}

INSTANTIATE_TEST_SUITE_P(All, SigningVector, testing::Range(std::size_t{0}, std::size_t{12}));

TEST(Signature, AllVectorsAreTried)
{
    EXPECT_EQ(vectors().at("cases").size(), 12U);
}

S3Request request(std::string_view url)
{
    S3Request made;
    made.address = std::get<WebAddress>(parseAddress(url).value());
    made.payload = payloadOf(made.address);
    made.region = "us-east-1";
    made.time = "20261123T050607Z";
    return made;
}

std::string canonical(const S3Request& request)
{
    return signRequest(request, {"id", "secret", ""}).value().signature.canonicalRequest;
}

TEST(Signature, QueriesAreSortedAsEncodedAndHaveValues)
{
    EXPECT_THAT(canonical(request("https://b.example/k?b=2&a&a=%2F&A=1&a=+&&c=x=y")),
        testing::StartsWith("GET\n/k\nA=1&a=&a=%2B&a=%2F&b=2&c=x%3Dy\n"));
}

TEST(Signature, HeadersAreTrimmedSortedAndJoined)
{
    S3Request wanted = request("http://b.example:8080/k");
    wanted.headers = {{"Range", "  bytes=0-1 \t "}, {"If-Match", "\"a   b\""}, {"X", "1"}, {"x", "2"}};
    EXPECT_THAT(canonical(wanted),
        testing::HasSubstr("host:b.example:8080\nif-match:\"a b\"\nrange:bytes=0-1\nx:1,2\nx-amz-content-sha256:"));
}

TEST(Signature, NothingIsSignedTwice)
{
    const auto made = signRequest(request("https://b.example/k"), {"id", "secret", "token"}).value();
    std::vector<std::string> names;
    for (const auto& [name, value] : made.headers)
        names.push_back(name);
    EXPECT_THAT(
        names, testing::ElementsAre("X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-SHA256", "Authorization"));
}

TEST(Signature, TimesAreUtc)
{
    EXPECT_EQ(signatureTime(1795410367), "20261123T050607Z");
    EXPECT_EQ(signatureTime(0), "19700101T000000Z");
}

// Vectors from RFC 4231, cases 1 and 2, and from FIPS 180-2, "abc".
TEST(Sha256, MeetsPublishedVectors)
{
    const std::vector<unsigned char> key(20, 0x0b);
    EXPECT_EQ(hexadecimalOf(hmacSha256(key, "Hi There").value()),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    const std::vector<unsigned char> jefe{'J', 'e', 'f', 'e'};
    EXPECT_EQ(hexadecimalOf(hmacSha256(jefe, "what do ya want for nothing?").value()),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(hexadecimalOf(sha256("abc").value()), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

} // namespace
} // namespace loupe::remote
