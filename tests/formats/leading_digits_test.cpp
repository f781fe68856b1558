#include "formats/shared/leading_digits.h"

#include <gtest/gtest.h>

#include <charconv>
#include <random>
#include <string>

namespace loupe {
namespace {

LeadingDigits oneByOne(std::string_view text)
{
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9')
        ++count;
    LeadingDigits digits{count, 0};
    std::from_chars(text.data(), text.data() + count, digits.value);
    return digits;
}

TEST(LeadingDigits, EndAtEveryByteThatIsNoDigit)
{
    for (std::size_t count = 0; count <= 19; ++count) {
        const std::string number = std::string("1234567890987654321").substr(0, count);
        for (int byte = 0; byte < 256; ++byte) {
            const char other = static_cast<char>(byte);
            const std::string text = number + other + "77777777";
            const LeadingDigits expected = oneByOne(text.substr(0, 19));
            if (other >= '0' && other <= '9')
                continue;
            const LeadingDigits found = leadingDigits(text);
            ASSERT_EQ(found.count, expected.count) << count << " digits, then " << byte;
            ASSERT_EQ(found.value, expected.value) << count << " digits, then " << byte;
        }
    }
}

TEST(LeadingDigits, ReadNothingBehindTheText)
{
    const std::string text = "123456789012345678901234";
    for (std::size_t size = 0; size <= 19; ++size) {
        const std::string_view part = std::string_view(text).substr(0, size);
        EXPECT_EQ(leadingDigits(part).count, size);
        EXPECT_EQ(leadingDigits(part).value, oneByOne(part).value);
    }
}

TEST(LeadingDigits, AgreeWithOneByOneOnRandomText)
{
    std::mt19937 random(7);
    for (int round = 0; round < 200'000; ++round) {
        std::string text(random() % 20, ' ');
        for (char& letter : text)
            letter = random() % 8 ? static_cast<char>('0' + random() % 10) : static_cast<char>(random());
        const LeadingDigits expected = oneByOne(text);
        ASSERT_EQ(leadingDigits(text).count, expected.count) << text;
        ASSERT_EQ(leadingDigits(text).value, expected.value) << text;
    }
}

} // namespace
} // namespace loupe
