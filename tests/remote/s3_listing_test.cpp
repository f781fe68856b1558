#include "remote/s3/s3_listing.h"

#include "remote/s3/xml_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A page as in the API reference of ListObjectsV2.
std::string page(std::string_view content, std::string_view token = {})
{
    std::string xml = R"(<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name><Prefix>m/</Prefix>
<KeyCount>2</KeyCount><MaxKeys>1000</MaxKeys><EncodingType>url</EncodingType>)";
    xml += content;
    xml += token.empty()
        ? "<IsTruncated>false</IsTruncated>"
        : "<IsTruncated>true</IsTruncated><NextContinuationToken>" + std::string(token) + "</NextContinuationToken>";
    return xml + "</ListBucketResult>";
}

std::string object(std::string_view key, std::string_view size = "7")
{
    return "<Contents><Key>" + std::string(key) + "</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
        + "<ETag>&quot;abc-2&quot;</ETag><Size>" + std::string(size)
        + "</Size><StorageClass>STANDARD</StorageClass></Contents>\n";
}

std::vector<std::string> keys(const S3Listing& listing)
{
    std::vector<std::string> list;
    for (const S3Object& object : listing.objects())
        list.push_back(object.key);
    return list;
}

TEST(S3Listing, HasObjectsOfAllPages)
{
    S3Listing listing("m/", S3Listing::Depth::All);
    EXPECT_THAT(listing.nextQuery().value(),
        testing::UnorderedElementsAre(std::pair("list-type", "2"), std::pair("prefix", "m/"),
            std::pair("max-keys", "1000"), std::pair("encoding-type", "url")));
    ASSERT_TRUE(listing.add(page(object("m/a", "18446744073709551615") + object("m/b"), "t+/=1")));
    EXPECT_THAT(listing.nextQuery().value(), testing::Contains(std::pair("continuation-token", "t+/=1")));
    ASSERT_TRUE(listing.add(page(object("m/c"))));
    EXPECT_EQ(listing.nextQuery(), std::nullopt);
    EXPECT_THAT(keys(listing), ElementsAre("m/a", "m/b", "m/c"));
    EXPECT_EQ(listing.objects().front(), (S3Object{"m/a", 18446744073709551615U, "\"abc-2\"", "STANDARD"}));
}

TEST(S3Listing, OfOneFolderNamesThoseInIt)
{
    S3Listing listing("m/", S3Listing::Depth::OneFolder);
    EXPECT_THAT(listing.nextQuery().value(), testing::Contains(std::pair("delimiter", "/")));
    ASSERT_TRUE(listing.add(page(object("m/", "0") + object("m/empty", "0")
        + "<CommonPrefixes><Prefix>m/a+b/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>m/c/</Prefix></"
          "CommonPrefixes>")));
    EXPECT_THAT(keys(listing), ElementsAre("m/empty"));
    EXPECT_THAT(listing.folders(), ElementsAre("m/a b/", "m/c/"));
}

TEST(S3Listing, KeysAreDecodedWhereTheAnswerSaysSo)
{
    S3Listing listing("", S3Listing::Depth::All);
    ASSERT_TRUE(listing.add(page(object("a+b%2Bc%2520%01/%C3%BC"))));
    EXPECT_THAT(keys(listing), ElementsAre("a b+c%20\x01/ü"));
    S3Listing plain("", S3Listing::Depth::All);
    ASSERT_TRUE(plain.add("<ListBucketResult>" + object("a+b%2B&amp;&lt;") + "</ListBucketResult>"));
    EXPECT_THAT(keys(plain), ElementsAre("a+b%2B&<"));
}

TEST(S3Listing, APageThatComesAgainEndsIt)
{
    S3Listing listing("", S3Listing::Depth::All);
    ASSERT_TRUE(listing.add(page(object("a"), "t")));
    EXPECT_THAT(listing.add(page(object("a"), "t")).error().message, HasSubstr("page"));
    S3Listing without("", S3Listing::Depth::All);
    EXPECT_FALSE(without.add("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"));
}

TEST(S3Listing, WhatIsNoneIsRefused)
{
    const std::string many = [] {
        std::string text;
        for (int i = 0; i < 20; ++i)
            text += "<a>";
        return text;
    }();
    for (const std::string& xml : {std::string(), std::string("no XML"), std::string("<html></html>"),
             std::string("<Error><Code>AccessDenied</Code></Error>"), page(object("m/a")).substr(0, 300),
             page(object("x")), page(object("")), page(object("m/a", "-1")), page(object("m/a", "1e3")),
             page(object("m/a", "18446744073709551616")), page("<Contents><Key>m/a</Key></Contents>"),
             page(object("m/%zz")), many}) {
        S3Listing listing("m/", S3Listing::Depth::All);
        EXPECT_FALSE(listing.add(xml)) << xml;
    }
}

TEST(XmlReader, HasLimitsAndNoEntitiesOfItsOwn)
{
    const auto ignore = [](std::string_view, std::string_view) {};
    EXPECT_THAT(
        readXml("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", ignore).error().message, HasSubstr("document type"));
    EXPECT_THAT(readXml("<a>&file;</a>", ignore).error().message, HasSubstr("line 1"));
    EXPECT_EQ(readXml("<a>" + std::string(100'000, 'x') + "</a>", ignore).error().code, ErrorCode::TooLarge);
    EXPECT_EQ(readXml("<" + std::string(100'000, 'x') + "/>", ignore).error().code, ErrorCode::TooLarge);
    EXPECT_EQ(readXml(std::string(17 << 20, ' '), ignore).error().code, ErrorCode::TooLarge);
    std::string deep;
    for (int i = 0; i < 17; ++i)
        deep += "<a>";
    EXPECT_EQ(readXml(deep, ignore).error().code, ErrorCode::TooLarge);
}

TEST(XmlReader, TellsPathsAndTexts)
{
    std::vector<std::pair<std::string, std::string>> seen;
    const auto note = [&](std::string_view path, std::string_view text) { seen.emplace_back(path, text); };
    ASSERT_TRUE(readXml("<x:a xmlns:x='u'> <x:b>1<!-- - -->2</x:b>z<c/></x:a>", note));
    EXPECT_THAT(seen, ElementsAre(std::pair("a/b", "12"), std::pair("a/c", ""), std::pair("a", "")));
}

} // namespace
} // namespace loupe::remote
