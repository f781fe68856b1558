#include "core/text/percent.h"
#include "core/text/place.h"
#include "core/text/text.h"

#include <limits>

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(Text, CountsAreGrouped)
{
    EXPECT_EQ(formatCount(0), "0");
    EXPECT_EQ(formatCount(999), "999");
    EXPECT_EQ(formatCount(1000), "1,000");
    EXPECT_EQ(formatCount(33'554'432), "33,554,432");
    EXPECT_EQ(formatCount(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(Text, ShortNumbersRoundIntoTheNextUnit)
{
    EXPECT_EQ(formatShort(999), "999");
    EXPECT_EQ(formatShort(1000), "1.0 K");
    EXPECT_EQ(formatShort(16'777'216), "16.8 M");
    EXPECT_EQ(formatShort(999'949), "999.9 K");
    EXPECT_EQ(formatShort(999'950), "1.0 M");
    EXPECT_EQ(formatShort(1'100'048'384), "1.1 B");
    EXPECT_EQ(formatShort(1'234'500'000'000'000), "1,234.5 T");
}

TEST(Text, BytesHaveBinaryUnits)
{
    EXPECT_EQ(formatBytes(0), "0 B");
    EXPECT_EQ(formatBytes(1023), "1023 B");
    EXPECT_EQ(formatBytes(1024), "1.0 KiB");
    EXPECT_EQ(formatBytes(33'554'432), "32.0 MiB");
    EXPECT_EQ(formatBytes((std::uint64_t{1} << 20) - 1), "1.0 MiB");
    EXPECT_EQ(formatBytes(std::numeric_limits<std::uint64_t>::max()), "16.0 EiB");
}

TEST(Text, ShapesSharesAndDurations)
{
    EXPECT_EQ(formatShape({}), "[]");
    const std::vector<std::uint64_t> shape{4096, 0, 11008};
    EXPECT_EQ(formatShape(shape), "[4096, 0, 11008]");
    EXPECT_EQ(formatShare(0), "0.0 %");
    EXPECT_EQ(formatShare(0.00001), "< 0.1 %");
    EXPECT_EQ(formatShare(0.1234), "12.3 %");
    EXPECT_EQ(formatShare(0.9994), "99.9 %");
    EXPECT_EQ(formatShare(149'999.0 / 150'000), "> 99.9 %");
    EXPECT_EQ(formatShare(1), "100.0 %");
    EXPECT_EQ(formatDuration(0.44), "0.4 s");
    EXPECT_EQ(formatDuration(12.4), "12 s");
    EXPECT_EQ(formatDuration(200), "3 min 20 s");
    EXPECT_EQ(formatDuration(7500), "2 h 5 min");
}

TEST(Text, APercentageHasFiveDigitsAndIsAHundredOfTheWholeAlone)
{
    EXPECT_EQ(formatPercent(0.999), "99.9 %");
    EXPECT_EQ(formatPercent(0.64), "64 %");
    EXPECT_EQ(formatPercent(1), "100 %");
    EXPECT_EQ(formatPercent(1 - 1e-12), "99.999 %");
    EXPECT_EQ(formatPercent(0.123456), "12.346 %");
    EXPECT_EQ(formatPercent(0), "0 %");
}

TEST(Text, ByteRangesNameTheirLastByte)
{
    EXPECT_EQ(formatByteRange({128, 144}), "bytes 128 to 143");
    EXPECT_EQ(formatByteRange({1000, 1'000'001}), "bytes 1,000 to 1,000,000");
    EXPECT_EQ(formatByteRange({7, 8}), "byte 7");
    EXPECT_EQ(formatByteRange({7, 7}), "no bytes");
}

TEST(Text, PrintableSpellsOutWhatCouldFoolAReader)
{
    EXPECT_EQ(printable("model.läyers.層"), "model.läyers.層");
    EXPECT_EQ(printable("a\nb\tc\r"), "a\\nb\\tc\\r");
    EXPECT_EQ(printable(std::string_view("\x1b[31m\0x\x7f", 8)), "\\x1b[31m\\x00x\\x7f");
    EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");
    EXPECT_EQ(printable("a\u202eb\u2066\ufeff\u200b"), "a\\u202eb\\u2066\\ufeff\\u200b");
    EXPECT_EQ(printable("\U000e0041"), "\\U000e0041");
}

TEST(Text, PrintableSpellsOutBytesThatAreNotUtf8)
{
    EXPECT_EQ(printable("\xff"), "\\xff");
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf"); // overlong
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80"); // surrogate
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80"); // above U+10FFFF
    EXPECT_EQ(printable("a\xe2\x82"), "a\\xe2\\x82"); // cut short
}

TEST(Text, PlacesAreIndexesWhereTheShapeIsThatOfTheNumbers)
{
    using Shape = std::vector<std::uint64_t>;
    EXPECT_EQ(formatPlace(Shape{256, 256}, 65'536, 54'357), "[212, 85]"); // 212 * 256 + 85
    EXPECT_EQ(formatPlace(Shape{2, 3, 4}, 24, 23), "[1, 2, 3]");
    EXPECT_EQ(formatPlace(Shape{9}, 9, 4), "[4]");
    EXPECT_EQ(formatPlace(Shape{256, 128}, 65'536, 54'357), "index 54,357") << "two to an element";
    EXPECT_EQ(formatPlace(Shape{0, 4}, 0, 3), "index 3");
    EXPECT_EQ(formatPlace(Shape{std::uint64_t{1} << 40, std::uint64_t{1} << 40}, 5, 3), "index 3");
}

} // namespace
} // namespace loupe
