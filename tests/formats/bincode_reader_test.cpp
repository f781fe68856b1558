#include "formats/bintensors/bincode_reader.h"

#include <string>

#include <gtest/gtest.h>

using namespace std::string_literals;

namespace loupe::test {

namespace {

std::uint64_t number(const std::string& bytes)
{
    bintensors::BincodeReader reader(bytes);
    const std::uint64_t value = reader.readUnsigned();
    EXPECT_FALSE(reader.failed());
    EXPECT_EQ(reader.remaining(), 0U);
    return value;
}

bool fails(const std::string& bytes)
{
    bintensors::BincodeReader reader(bytes);
    reader.readUnsigned();
    return reader.failed();
}

} // namespace

TEST(BincodeReader, ReadsTheFactSheetsNumbers)
{
    EXPECT_EQ(number("\xfa"), 250U);
    EXPECT_EQ(number("\xfb\xfb\0"s), 251U);
    EXPECT_EQ(number("\xfb\xb8\x0b"), 3000U);
    EXPECT_EQ(number("\xfc\0\0\1\0"s), 65536U);
    EXPECT_EQ(number("\xfd\0\xf2\x05\x2a\1\0\0\0"s), 5000000000U);
    EXPECT_EQ(number("\xfb\1\0"s), 1U) << "longer than needed";
    EXPECT_EQ(number("\xfd\1\0\0\0\0\0\0\0"s), 1U) << "longer than needed";
}

TEST(BincodeReader, RefusesWhatIsNoNumber)
{
    EXPECT_TRUE(fails(""));
    EXPECT_TRUE(fails("\xfe" + std::string(16, '\0')));
    EXPECT_TRUE(fails("\xff"));
    EXPECT_TRUE(fails("\xfb\1"));
    EXPECT_TRUE(fails("\xfd\1\0\0\0\0\0\0"s));
}

TEST(BincodeReader, EnumsAreAtMost32BitsWide)
{
    const std::string narrow = "\xfc\x0b\0\0\0"s;
    EXPECT_EQ(bintensors::BincodeReader(narrow).readEnum(), 11U);
    const std::string wide = "\xfd\x0b\0\0\0\0\0\0\0"s;
    bintensors::BincodeReader reader(wide);
    reader.readEnum();
    EXPECT_TRUE(reader.failed());
    EXPECT_FALSE(reader.failedAtEnd());
    EXPECT_EQ(reader.failure(), 0U);
}

TEST(BincodeReader, KeepsTheReferencesAccount)
{
    const std::string count = "\xfc\x59\x31\x15\0"s; // 1,388,889 elements of 72 units: 100,000,008
    bintensors::BincodeReader over(count);
    over.readCount(72, 1);
    EXPECT_TRUE(over.overAccount());
    EXPECT_TRUE(over.failedAtEnd());
    const std::string fewer = "\xfc\x58\x31\x15\0"s; // 1,388,888
    bintensors::BincodeReader within(fewer);
    within.readCount(72, 1);
    EXPECT_FALSE(within.overAccount());
    const std::string huge = "\xfd\xff\xff\xff\xff\xff\xff\xff\xff"s;
    bintensors::BincodeReader overflow(huge);
    overflow.readCount(72, 1);
    EXPECT_TRUE(overflow.overAccount());
}

TEST(BincodeReader, AfterAFailureEverythingIsEmpty)
{
    const std::string bytes = "\xff\1\1";
    bintensors::BincodeReader reader(bytes);
    reader.readUnsigned();
    EXPECT_EQ(reader.readByte(), 0U);
    EXPECT_EQ(reader.readUnsigned(), 0U);
    EXPECT_EQ(reader.readBytes(1), "");
    EXPECT_EQ(reader.failure(), 0U);
}

} // namespace loupe::test
