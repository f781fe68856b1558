#include "core/crc32c.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loupe::test {

namespace {

std::uint32_t crcOf(std::string_view bytes, std::uint32_t before = 0)
{
    return crc32c(before, std::as_bytes(std::span(bytes)));
}

} // namespace

TEST(Crc32c, IsThatOfTheStandard)
{
    EXPECT_EQ(crcOf("123456789"), 0xe3069283U);
    EXPECT_EQ(crcOf(std::string(32, '\0')), 0x8a9136aaU); // RFC 3720, B.4
    EXPECT_EQ(crcOf(std::string(32, '\xff')), 0x62a8ab43U);
    std::string ascending;
    for (char c = 0; c < 32; ++c)
        ascending += c;
    EXPECT_EQ(crcOf(ascending), 0x46dd794eU);
    EXPECT_EQ(crcOf(""), 0U);
}

TEST(Crc32c, OfPiecesIsThatOfTheWhole)
{
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += std::to_string(i * i);
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
        ASSERT_EQ(crcOf(std::string_view(text).substr(cut), crcOf(std::string_view(text).substr(0, cut))), crcOf(text));
}

} // namespace loupe::test
