#include "analysis/filter/name_pattern.h"

#include "analysis/filter/glob.h"

#include <random>

namespace loupe {
namespace {

/// Slow twin for ASCII, written from the definition.
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

TEST(TextFinder, FindsInAnyCase)
{
    EXPECT_TRUE(TextFinder("ATTN").isIn("h.0.attn.bias"));
    EXPECT_TRUE(TextFinder("attn").isIn("H.0.ATTN"));
    EXPECT_TRUE(TextFinder("").isIn(""));
    EXPECT_FALSE(TextFinder("a").isIn(""));
    EXPECT_FALSE(TextFinder("attnx").isIn("attn"));
    EXPECT_TRUE(TextFinder("größe").isIn("Die größe"));
    EXPECT_FALSE(TextFinder("[").isIn("{")); // they differ in the bit that distinguishes upper and lower case letters
}

TEST(TextFinder, AgreesWithFindOnRandomTexts)
{
    std::mt19937 random(5);
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = randomText(random, "ab", 4);
        const std::string name = randomText(random, "ab.", 12);
        ASSERT_EQ(TextFinder(text).isIn(name), name.find(text) != std::string::npos) << text << " in " << name;
    }
}

bool globMatches(std::string_view pattern, std::string_view name)
{
    const auto glob = Glob::parse(pattern);
    EXPECT_TRUE(glob) << pattern << ": " << glob.error().message;
    return glob && glob->matches(name);
}

TEST(Glob, AgreesWithItsDefinitionOnRandomTexts)
{
    std::mt19937 random(6);
    for (int i = 0; i < 50'000; ++i) {
        const std::string pattern = randomText(random, "ab*?", 6);
        const std::string name = randomText(random, "ab", 8);
        ASSERT_EQ(globMatches(pattern, name), plainGlob(pattern, name)) << pattern << " on " << name;
    }
}

TEST(Glob, AQuestionMarkIsOneCharacterNotOneByte)
{
    EXPECT_TRUE(globMatches("?", "ö"));
    EXPECT_TRUE(globMatches("a?c",
        "a\xf0\x9f\x98\x80"
        "c"));
    EXPECT_FALSE(globMatches("??", "ö"));
    EXPECT_TRUE(globMatches("W*", "weight"));
}

TEST(Glob, BracketsAndBracesMatchAsInAShell)
{
    struct Case {
        std::string_view pattern;
        std::vector<std::string_view> matching;
        std::vector<std::string_view> others;
    };
    const std::vector<Case> cases{
        {"h.[0-3].*", {"h.0.w", "h.3.b"}, {"h.4.w", "h.03.w", "h..w"}},
        {"h.[!0-3].w", {"h.4.w", "H.x.W"}, {"h.0.w", "h.44.w"}},
        {"[^b]", {"a", "é"}, {"b", "B", "", "aa"}},
        {"[abc-]x", {"ax", "-x", "Cx"}, {"dx", "x"}},
        {"[]a]", {"]", "a"}, {"[", "b"}},
        {"[!]]", {"a"}, {"]"}},
        {"[é-ü]*", {"ê", "öx"}, {"e", "z"}},
        {"x*[!é]", {"xa", "xéa"}, {"xé", "x"}},
        {"[A-C]", {"a", "B"}, {"d"}},
        {"*.{weight,bias}", {"a.weight", "B.Bias"}, {"a.weights", "a.", ".w"}},
        {"{q,k,v}_proj", {"q_proj", "v_proj"}, {"o_proj", "_proj"}},
        {"{a{b,c},d}{,e}", {"ab", "ac", "d", "abe", "de"}, {"a", "e", "abd"}},
        {"{*.1?,h}[0-1]", {"a.1x0", "h1"}, {"a.10", "h2"}},
        {"{a}", {"a"}, {"{a}"}},
        {"a,b}", {"a,b}"}, {"a", "b"}},
        {"{a,[,}]}", {"a", ",", "}"}, {"["}},
    };
    for (const Case& one : cases) {
        for (const std::string_view name : one.matching)
            EXPECT_TRUE(globMatches(one.pattern, name)) << one.pattern << " on " << name;
        for (const std::string_view name : one.others)
            EXPECT_FALSE(globMatches(one.pattern, name)) << one.pattern << " on " << name;
    }
}

TEST(Glob, WhatMakesNoSenseIsAnError)
{
    std::string deep;
    std::string many;
    for (int i = 0; i < 100'000; ++i) {
        deep += '{';
        many += "{a,b}";
    }
    for (const std::string_view pattern :
        std::initializer_list<std::string_view>{"[", "a[b", "[]", "[!]", "{a", "{a,{b}", "[3-0]", deep, many}) {
        const auto glob = Glob::parse(pattern);
        ASSERT_FALSE(glob) << pattern.substr(0, 10);
        EXPECT_EQ(glob.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Glob, HostilePatternsEnd)
{
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "a*";
    EXPECT_FALSE(globMatches(pattern + "b", std::string(20'000, 'a')));
}

} // namespace
} // namespace loupe
