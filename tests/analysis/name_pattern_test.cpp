#include "analysis/name_pattern.h"

#include <random>

namespace loupe {
namespace {

/// By definition, for ASCII.
bool plainGlob(std::string_view pattern, std::string_view name)
{
    if (pattern.empty())
        return name.empty();
    if (pattern.front() == '*')
        return plainGlob(pattern.substr(1), name) || (!name.empty() && plainGlob(pattern, name.substr(1)));
    return !name.empty() && (pattern.front() == '?' || pattern.front() == name.front())
        && plainGlob(pattern.substr(1), name.substr(1));
}

std::string randomText(std::mt19937& random, std::string_view letters, std::size_t longest)
{
    std::string text(random() % (longest + 1), ' ');
    for (char& c : text)
        c = letters[random() % letters.size()];
    return text;
}

TEST(TextFinder, findsInAnyCase)
{
    EXPECT_TRUE(TextFinder("ATTN").isIn("h.0.attn.bias"));
    EXPECT_TRUE(TextFinder("attn").isIn("H.0.ATTN"));
    EXPECT_TRUE(TextFinder("").isIn(""));
    EXPECT_FALSE(TextFinder("a").isIn(""));
    EXPECT_FALSE(TextFinder("attnx").isIn("attn"));
    EXPECT_TRUE(TextFinder("größe").isIn("Die größe"));
    EXPECT_FALSE(TextFinder("[").isIn("{")); // differ by the bit that tells letters' cases apart
}

TEST(TextFinder, agreesWithFindOnRandomTexts)
{
    std::mt19937 random(5);
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = randomText(random, "ab", 4);
        const std::string name = randomText(random, "ab.", 12);
        ASSERT_EQ(TextFinder(text).isIn(name), name.find(text) != std::string::npos) << text << " in " << name;
    }
}

TEST(Glob, agreesWithItsDefinitionOnRandomTexts)
{
    std::mt19937 random(6);
    for (int i = 0; i < 50'000; ++i) {
        const std::string pattern = randomText(random, "ab*?", 6);
        const std::string name = randomText(random, "ab", 8);
        ASSERT_EQ(Glob(pattern).matches(name), plainGlob(pattern, name)) << pattern << " on " << name;
    }
}

TEST(Glob, aQuestionMarkIsOneCharacterNotOneByte)
{
    EXPECT_TRUE(Glob("?").matches("ö"));
    EXPECT_TRUE(Glob("a?c").matches("a\xf0\x9f\x98\x80"
                                    "c"));
    EXPECT_FALSE(Glob("??").matches("ö"));
    EXPECT_TRUE(Glob("W*").matches("weight"));
}

TEST(Glob, hostilePatternsEnd)
{
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "a*";
    EXPECT_FALSE(Glob(pattern + "b").matches(std::string(20'000, 'a')));
}

} // namespace
} // namespace loupe
