#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/bintensors/bintensors_decoder.h"
#include "formats/opening/file_hints.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(Utf8, KnowsTheFirstWrongByte)
{
    const std::string ascii(200, 'a');
    for (const char* const good :
        {"", "a", "é", "€", "🦀", "\x7f", "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbf"}) {
        EXPECT_EQ(validUtf8Prefix(good), std::string_view(good).size()) << good;
        EXPECT_EQ(validUtf8Prefix(ascii + good), ascii.size() + std::string_view(good).size());
        EXPECT_EQ(validUtf8Prefix(good + ascii), ascii.size() + std::string_view(good).size());
    }
    for (const char* const bad : {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82",
             "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xf0\x9f\xa6"}) {
        EXPECT_EQ(validUtf8Prefix(bad), 0U);
        EXPECT_EQ(validUtf8Prefix(ascii + bad), ascii.size());
        EXPECT_EQ(validUtf8Prefix(ascii + bad + ascii), ascii.size());
    }
}

TEST(Quote, CutsLongNamesBetweenCharacters)
{
    EXPECT_EQ(quote("a\"b"), "\"a\"b\"");
    std::string name;
    for (int i = 0; i < 100; ++i)
        name += "€";
    const std::string text = quote(name);
    EXPECT_LT(text.size(), 210U);
    EXPECT_EQ(validUtf8Prefix(text), text.size());
    EXPECT_EQ(counted(1, "byte"), "1 byte");
    EXPECT_EQ(counted(0, "tensor"), "0 tensors");
}

TEST(FileHints, KnowWhatDownloadsTurnInto)
{
    const auto code = [](std::string_view text) {
        const auto hint = hintAt(std::as_bytes(std::span(text)));
        return hint ? hint->code : std::string_view();
    };
    EXPECT_EQ(code("\n<!DOCTYPE HTML>"), "html-page");
    EXPECT_EQ(code("<html lang=\"en\">"), "html-page");
    EXPECT_EQ(code("version https://git-lfs.github.com/spec/v1\n"), "git-lfs-pointer");
    EXPECT_EQ(code("\x1f\x8b\x08"), "gzip");
    EXPECT_EQ(code("PK\x03\x04"), "zip");
    EXPECT_EQ(code("{\"error\":\"Entry not found\"}"), "error-reply");
    EXPECT_EQ(code(""), "");
    EXPECT_EQ(code("PK"), "");
}

TEST(FileHints, SayWhichFileALfsPointerStandsFor)
{
    const auto message = [](const std::string& text) {
        const auto hint = hintAt(std::as_bytes(std::span(text)));
        return hint ? hint->message : "";
    };
    const std::string version = "version https://git-lfs.github.com/spec/v1\n";
    const std::string end = ", not the file itself: fetch it with \"git lfs pull\"";
    EXPECT_EQ(message(version
                  + "oid sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\nsize 5261334938\n"),
        "this is a Git LFS pointer to 4.9 GiB (sha256:0123456789ab)" + end);
    const std::string noDetails = "this is a Git LFS pointer" + end;
    EXPECT_EQ(message(version), noDetails);
    EXPECT_EQ(message(version + "oid md5:0123\nsize -5\n"), noDetails);
    EXPECT_EQ(message(version + "oid sha256:\x1b[31m\nsize 99999999999999999999999\nsizes 5\n"), noDetails);
    EXPECT_EQ(message(version + "size 12"), "this is a Git LFS pointer to 12 B" + end);
}

TEST(BintensorsDType, NumbersAreTheFactSheets)
{
    constexpr std::string_view names[] = {"BOOL", "U8", "I8", "F8_E5M2", "F8_E4M3", "I16", "U16", "F16", "BF16", "I32",
        "U32", "F32", "F64", "I64", "U64"};
    for (std::uint32_t i = 0; i < std::size(names); ++i)
        EXPECT_EQ(dtypeName(*bintensors::bintensorsDType(i)), names[i]);
    EXPECT_FALSE(bintensors::bintensorsDType(15));
}

} // namespace loupe::test
