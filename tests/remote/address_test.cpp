#include "remote/address.h"

#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

Address parsed(std::string_view text)
{
    const auto address = parseAddress(text);
    EXPECT_TRUE(address) << text << ": " << address.error().message;
    return address.value_or(Address());
}

template <typename T>
T parsedAs(std::string_view text)
{
    return std::get<T>(parsed(text));
}

std::string shown(std::string_view text)
{
    return displayed(parsed(text));
}

TEST(Address, OfTheWebHasAServerAndATarget)
{
    const auto address = parsedAs<WebAddress>("HTTPS://Example.org:8443/a/b.npy?x=1");
    EXPECT_TRUE(address.isSecure);
    EXPECT_EQ(address.server.host, "example.org");
    EXPECT_EQ(address.server.port, 8443);
    EXPECT_EQ(address.target, "/a/b.npy?x=1");
    EXPECT_EQ(pathOf(address), "/a/b.npy");
    EXPECT_EQ(queryOf(address), "x=1");
    EXPECT_EQ(wireUrl(address), "https://example.org:8443/a/b.npy?x=1");
    EXPECT_FALSE(parsedAs<WebAddress>("http://h/").isSecure);
}

TEST(Address, OfTheWebNeedsNoPathAndNoPort)
{
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("https://h")), "https://h/");
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("https://h?x")), "https://h/?x");
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("https://h:443/")), "https://h/");
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("http://h:80/")), "http://h/");
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("http://h:443/")), "http://h:443/");
}

TEST(Address, OfTheWebGoesOnTheWireAsItIs)
{
    for (const char* const text : {"https://h/a//b/./c/../d.pt", "https://h/%2e%2e/a%20b", "https://h/a+b=c;d,e@f:g",
             "https://h/k?X-Amz-Signature=ab%2Fcd&x=[1]"})
        EXPECT_EQ(wireUrl(parsedAs<WebAddress>(text)), text);
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("https://h/größe 1.pt")), "https://h/gr%C3%B6%C3%9Fe%201.pt");
}

TEST(Address, KnowsIpv6)
{
    const auto address = parsedAs<WebAddress>("http://[::1]:8080/f");
    EXPECT_EQ(address.server.host, "::1");
    EXPECT_EQ(address.server.port, 8080);
    EXPECT_EQ(wireUrl(address), "http://[::1]:8080/f");
    EXPECT_EQ(wireUrl(parsedAs<WebAddress>("https://[2001:DB8::7]/f")), "https://[2001:db8::7]/f");
}

TEST(Address, UserAndPasswordAreReadAndNeverShown)
{
    const auto address = parsedAs<WebAddress>("https://me:p%40ss%2Fw@h:8080/f");
    EXPECT_EQ(address.server.user, "me");
    EXPECT_EQ(address.server.password, "p@ss/w");
    EXPECT_EQ(displayed(address), "https://h:8080/f");
    EXPECT_EQ(wireUrl(address), "https://h:8080/f");
    EXPECT_EQ(shown("sftp://me:secret@h/f"), "sftp://h/f");
}

TEST(Address, NoQueryIsShown)
{
    EXPECT_EQ(shown("https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA&X-Amz-Signature=0011"),
        "https://b.s3.amazonaws.com/k?…");
    EXPECT_EQ(shown("https://h/k?"), "https://h/k");
}

TEST(Address, OfS3KeepsItsKeyByteForByte)
{
    const auto address = parsedAs<S3Address>("s3://my-bucket/a//b/../ c%20d?e#f/ ");
    EXPECT_EQ(address.bucket, "my-bucket");
    EXPECT_EQ(address.key, "a//b/../ c%20d?e#f/ ");
    EXPECT_EQ(parsedAs<S3Address>("s3://bucket"), (S3Address{"bucket", ""}));
    EXPECT_EQ(parsedAs<S3Address>("s3://bucket/"), (S3Address{"bucket", ""}));
    EXPECT_EQ(parsedAs<S3Address>("s3://bucket//a").key, "/a");
    EXPECT_EQ(shown("s3://bucket/a b/"), "s3://bucket/a b/");
}

TEST(Address, OfSftpIsWrittenInTwoWays)
{
    const auto address = parsedAs<SftpAddress>("sftp://me@host:2222/srv/a%20b");
    EXPECT_EQ(address.server.user, "me");
    EXPECT_EQ(address.server.port, 2222);
    EXPECT_EQ(address.path, "/srv/a b");
    EXPECT_EQ(parsed("sftp://me@host:22/srv/a%20b"), parsed("me@host:/srv/a b"));
    EXPECT_EQ(parsedAs<SftpAddress>("host:/a%20b").path, "/a%20b");
    EXPECT_EQ(parsedAs<SftpAddress>("[::1]:/a").server.host, "::1");
    EXPECT_EQ(shown("host:/a b"), "sftp://host/a%20b");
}

TEST(Address, WhatIsShownIsReadBack)
{
    for (const char* const text : {"https://h:1/a%20b", "hf://o/r@v1/a", "s3://b/k", "sftp://h/a%25b"})
        EXPECT_EQ(shown(text), text);
}

TEST(Address, WhatIsWrongIsSaid)
{
    const std::pair<const char*, const char*> cases[]{
        {"https://h/a#b", "fragment"},
        {"https:///a", "names no host"},
        {"https://h:0/a", "port"},
        {"https://h:65536/a", "port"},
        {"https://h:/a", "port"},
        {"https://h:8o/a", "port"},
        {"https://h:-1/a", "port"},
        {"https://:80/", "names no host"},
        {"https://::1/a", "brackets"},
        {"https://[::1/a", "bracket"},
        {"https://[::g]/a", "IPv6"},
        {"https://[fe80::1%25eth0]/a", "zone"},
        {"https://[::1]a/", "bracket"},
        {"https://a b/", "characters"},
        {"https://a%2eb/", "characters"},
        {"https://a\\b/", "characters"},
        {"https://bücher.example/", "xn--"},
        {"https://h/100%", "%25"},
        {"https://h/a\nb", "control"},
        {"https://@h/", "empty"},
        {"https://u:%zz@h/", "hexadecimal"},
        {"s3:///key", "no bucket"},
        {"s3://buc ket/key", "bucket"},
        {"s3://../key", "bucket"},
        {"s3://id:secret@bucket/key", "no user"},
        {"sftp://host", "names no file"},
        {"sftp://host/", "names no file"},
        {"sftp://host/a%00b", "zero byte"},
        {"sftp://host/a#b", "fragment"},
        {"ftp://host/a", "https://, http://, hf://"},
        {"http:/x", "a slash is missing: http://"},
        {"HTTPS:/host/a.safetensors", "a slash is missing: https://"},
        {"sftp:/host/a", "a slash is missing: sftp://"},
        {"htp:/x", "misspelled http://; if it is an SSH host, write sftp://htp/…"},
        {"htps:/x", "misspelled https://"},
        {"FTP:/x", "misspelled sftp://"},
        {"file:/x", "no file: before them"},
        {"model.safetensors", "no address"},
        {"", "no address"},
    };
    for (const auto& [text, message] : cases) {
        const auto address = parseAddress(text);
        ASSERT_FALSE(address) << text;
        EXPECT_EQ(address.error().code, ErrorCode::InvalidArgument) << text;
        EXPECT_THAT(address.error().message, HasSubstr(message)) << text;
    }
    EXPECT_FALSE(parseAddress("https://h/" + std::string(1 << 20, 'a')));
    EXPECT_FALSE(parseAddress("https://" + std::string(300, 'a') + "/"));
}

TEST(Address, AnErrorHasNoSecret)
{
    for (const char* const text : {"https://me:SECRET@h:0/f", "https://me:a/SECRET@h/f#g", "https://me:a?SECRET@h/f#g",
             "https://h/f?sig=SECRET#g", "https://h/f?sig=a@SECRET#g", "https://h:0?SECRET", "s3://id:SECRET@b/k",
             "s3://id:a/SECRET@b/k", "sftp://me:SECRET@h:x/f", "hf://me:SECRET@o/r", "ftp://me:SECRET@h/f",
             "https://me:SECRET%@h/f", "hf://o/r@?SECRET", "me:SECRET@host"}) {
        const auto address = parseAddress(text);
        ASSERT_FALSE(address) << text;
        EXPECT_THAT(describe(address.error()), Not(HasSubstr("SECRET"))) << text;
    }
    EXPECT_EQ(parseAddress("https://me:pw@h:0/f").error().path, "https://…@h:0/f");
    EXPECT_EQ(parseAddress("https://h:0/f").error().path, "https://h:0/f");
}

TEST(Address, LocalNamesAreNotRemote)
{
    for (const char* const text : {"https://h/f", "HF://o/r", "s3://b", "sftp://h/f", "ftp://h/f", "no-such-host:/f",
             "me@no-such-host:/f", "[::1]:/f"})
        EXPECT_TRUE(isRemote(text)) << text;
    for (const char* const text : {"model.pt", "/a/b", "./https://h/f", "C:/models/a.pt", "c:\\models", "a/b:/c",
             "host:f", "host:", ":/f", "file:///a", "a:b:/c", "", "://", "x://y"})
        EXPECT_FALSE(isRemote(text)) << text;
}

TEST(Address, AFolderWithAColonIsLocal)
{
    const TemporaryFolder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    std::filesystem::create_directory("models:");
    const bool isLocal = !isRemote("models:/a.pt");
    const bool isOther = isRemote("mode:/a.pt");
    std::filesystem::current_path(before);
    EXPECT_TRUE(isLocal);
    EXPECT_TRUE(isOther);
}

} // namespace
} // namespace loupe::remote
