#include "core/text/natural_order.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace loupe {
namespace {

TEST(NaturalOrder, IsWhatPeopleExpect)
{
    const std::vector<std::string> sorted{"", "0", "00", "1", "2", "9x", "010", "10", "10a", "11", "a", "a0", "a01",
        "a1", "a1b", "a2", "a10", "a10.b2", "a10.b10", "a100000000000000000000000", "a100000000000000000000001", "b",
        "\xc3\xa4"};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j)
            EXPECT_EQ(naturalLess(sorted[i], sorted[j]), i < j) << sorted[i] << " | " << sorted[j];
    }
}

std::vector<std::string> randomTexts()
{
    std::mt19937 random(7);
    std::vector<std::string> texts;
    for (int i = 0; i < 400; ++i) {
        std::string text;
        const auto size = random() % 14;
        for (std::size_t k = 0; k < size; ++k)
            text += "00112399ab./:\xff"[random() % 14];
        texts.push_back(text);
    }
    return texts;
}

TEST(NaturalOrder, IsTotal)
{
    const std::vector<std::string> texts = randomTexts();
    for (const std::string& a : texts) {
        for (const std::string& b : texts) {
            EXPECT_EQ(naturalLess(a, b) || naturalLess(b, a), a != b) << a << " | " << b;
            EXPECT_FALSE(naturalLess(a, b) && naturalLess(b, a)) << a << " | " << b;
        }
    }
    std::vector<std::string> sorted = texts;
    std::sort(sorted.begin(), sorted.end(), naturalLess);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = i + 1; j < sorted.size(); ++j)
            EXPECT_FALSE(naturalLess(sorted[j], sorted[i])) << sorted[i] << " | " << sorted[j];
    }
}

TEST(NaturalOrder, KeysAndPrefixesNeverContradictIt)
{
    const std::vector<std::string> texts = randomTexts();
    for (const std::string& a : texts) {
        for (const std::string& b : texts) {
            if (naturalKey(a) < naturalKey(b)) {
                EXPECT_TRUE(naturalLess(a, b)) << a << " | " << b;
            }
            const std::size_t common = naturalCommonPrefix(a, b);
            EXPECT_EQ(a.substr(0, common), b.substr(0, common));
            EXPECT_EQ(naturalLess(a, b), naturalLess(a.substr(common), b.substr(common))) << a << " | " << b;
        }
    }
}

TEST(NaturalOrder, CommonPrefixSplitsNoNumber)
{
    EXPECT_EQ(naturalCommonPrefix("layer12", "layer13"), 5U);
    EXPECT_EQ(naturalCommonPrefix("layer1", "layer1"), 5U);
    EXPECT_EQ(naturalCommonPrefix("layer1.a", "layer1.b"), 7U);
}

} // namespace
} // namespace loupe
