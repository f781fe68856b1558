#include "core/text/name_patterns.h"

#include "core/text/gapped_text.h"

#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace loupe {
namespace {

constexpr char parts = GappedText::partGap;
constexpr char letters = GappedText::letterGap;

/// Slow twin of GappedText: tries every expansion of each gap.
bool expands(std::string_view text, std::string_view whole, std::size_t place = 0)
{
    if (text.empty())
        return place == whole.size();
    const std::string_view rest = text.substr(1);
    if (!GappedText::isGap(text.front()))
        return place < whole.size() && whole[place] == text.front() && expands(rest, whole, place + 1);
    for (std::size_t next = place; next <= whole.size(); ++next) {
        const bool isPartBegin = next == 0 || whole[next - 1] == '.' || whole[next - 1] == '/';
        const bool mayEnd = text.front() == letters || isPartBegin || (rest.empty() && next == whole.size());
        if (mayEnd && expands(rest, whole, next))
            return true;
    }
    return false;
}

std::string withoutNumbers(const std::string& name)
{
    static const std::regex numbers("[0-9]+|\\{[^}./]*\\}");
    return std::regex_replace(name, numbers, "#");
}

/// Slow twin of NamePatterns::isUnambiguous().
bool onlyStandsFor(const std::string& text, const std::string& name, const std::vector<std::string>& names)
{
    for (const std::string& other : names)
        if (withoutNumbers(other) != withoutNumbers(name) && expands(withoutNumbers(text), withoutNumbers(other)))
            return false;
    return true;
}

NamePatterns patternsOf(const std::vector<std::string>& names)
{
    NamePatterns patterns;
    for (const std::string& name : names)
        patterns.add(name);
    return patterns;
}

bool isUnambiguous(const NamePatterns& patterns, std::string_view text, std::string_view name)
{
    std::size_t comparisons = 0;
    return patterns.isUnambiguous(text, patterns.patternOf(name), comparisons);
}

TEST(GappedText, StandsForWhatItsGapsMayBe)
{
    const struct {
        std::string text;
        const char* whole;
        bool may;
    } cases[] = {
        {"a.b", "a.b", true},
        {"a.b", "a.bc", false},
        {std::string("a.") + parts, "a.b.c", true},
        {std::string("a.") + parts, "a", false},
        {std::string(1, parts) + "c", "a.b.c", true},
        {std::string(1, parts) + "c", "c", true},
        {std::string(1, parts) + "c", "a.bc", false},
        {std::string(1, letters) + "c", "a.bc", true},
        {std::string("a.") + parts + "b.c", "a.x.b.c", true},
        {std::string("a.") + parts + "b.c", "a.xb.c", false},
        {std::string("a.p") + letters + "t.w", "a.part.w", true},
        {std::string("a.p") + letters + "t.w", "a.pa.t.w", true},
        {std::string("ab") + letters + "ba", "aba", false},
        {std::string("a") + parts + "b" + parts, "a.b.c", true},
        {std::string(), "", true},
        {std::string(1, parts), "", true},
    };
    for (const auto& [text, whole, may] : cases) {
        EXPECT_EQ(GappedText(text).mayStandFor(whole), may) << text << " for " << whole;
        EXPECT_EQ(expands(text, whole), may) << text << " for " << whole;
    }
}

TEST(GappedText, StandsForTheSameAsTriedOneByOne)
{
    std::mt19937 random(7);
    std::size_t both[2] = {0, 0};
    const auto some = [&](std::string_view letters, std::size_t most) {
        std::string text;
        for (std::size_t size = random() % (most + 1); size > 0; --size)
            text += letters[random() % letters.size()];
        return text;
    };
    for (int round = 0; round < 20'000; ++round) {
        const std::string text = some(std::string{'a', 'b', '.', parts, letters}, 7);
        const std::string whole = some("ab.", 8);
        const bool may = expands(text, whole);
        ++both[may ? 1 : 0];
        EXPECT_EQ(GappedText(text).mayStandFor(whole), may) << testing::PrintToString(text) << " for " << whole;
    }
    EXPECT_GT(both[0], 1000U);
    EXPECT_GT(both[1], 1000U);
}

TEST(NamePatterns, FindTextsThatNoOtherNameReadsAs)
{
    const std::vector<std::string> names = {"model.layers.0.self_attn.q_proj.weight",
        "model.layers.1.self_attn.q_proj.weight", "model.layers.0.cross_attn.q_proj.weight",
        "model.layers.{0…3}.mlp.experts.{0, 1}.up_proj.weight", "model.layers.0.mlp.up_proj.weight",
        "model.layers.0.mlp.up_proj.bias", "layer_3/norm", "layer_4/norm", "model.norm.weight"};
    const NamePatterns patterns = patternsOf(names);
    const std::string gap(1, parts);
    const std::string cut(1, letters);
    const std::vector<std::string> texts = {gap + "q_proj.weight", gap + "0." + gap + "weight", gap + "weight",
        gap + "self_attn." + gap, "model." + gap + "up_proj.weight", gap + "mlp.up_proj." + gap,
        gap + "0.mlp.up_proj.weight", "layer_3/" + gap, gap + "norm", gap + "s" + cut + "attn.q_proj.weight",
        gap + "c" + cut + "attn" + gap, cut, gap};
    bool answers[2] = {false, false};
    for (const std::string& name : names) {
        for (const std::string& text : texts) {
            const bool unique = onlyStandsFor(text, name, names);
            answers[unique ? 1 : 0] = true;
            EXPECT_EQ(isUnambiguous(patterns, text, name), unique) << testing::PrintToString(text) << " for " << name;
        }
    }
    EXPECT_TRUE(answers[0] && answers[1]);
    EXPECT_EQ(patterns.patternOf("model.layers.77.self_attn.q_proj.weight"), patterns.patternOf(names[0]));
    EXPECT_FALSE(patterns.patternOf("model.layers.0.self_attn.v_proj.weight"));
}

TEST(NamePatterns, AgreeWithTheSlowTwin)
{
    constexpr const char* words[] = {"a", "b", "ab", "abc", "0", "12", "a1"};
    std::mt19937 random(11);
    std::size_t unique[2] = {0, 0};
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> names;
        for (std::size_t count = 2 + random() % 8; count > 0; --count) {
            std::string name = words[random() % std::size(words)];
            for (std::size_t size = random() % 4; size > 0; --size)
                name += std::string(".") + words[random() % std::size(words)];
            names.push_back(name);
        }
        const NamePatterns patterns = patternsOf(names);
        for (const std::string& name : names) {
            // Replaces some letters or whole parts of the name by a gap.
            std::string text = name;
            const std::size_t begin = random() % text.size();
            const bool isPart = begin == 0 || text[begin - 1] == '.';
            text.replace(begin, 1 + random() % text.size(), 1, isPart ? parts : letters);
            const bool expected = onlyStandsFor(text, name, names);
            ++unique[expected ? 1 : 0];
            EXPECT_EQ(isUnambiguous(patterns, text, name), expected)
                << testing::PrintToString(text) << " for " << name << " of " << testing::PrintToString(names);
        }
    }
    EXPECT_GT(unique[0], 100U);
    EXPECT_GT(unique[1], 100U);
}

TEST(NamePatterns, KnowWhichPartsVary)
{
    const NamePatterns patterns =
        patternsOf({"m.layers.0.conv1d.weight", "m.layers.5.conv1d.weight", "layer_3.w", "layer_4.w", "head.0"});
    const struct {
        const char* name;
        std::vector<bool> varying;
    } cases[] = {
        {"m.layers.0.conv1d.weight", {false, false, true, false, false, false}},
        {"layer_4.w", {true, false, false}},
        {"head.0", {false, false}},
        {"other.7.x2.y", {false, true, true, false, false}},
    };
    for (const auto& [name, varying] : cases)
        for (std::size_t part = 0; part < varying.size(); ++part)
            EXPECT_EQ(patterns.varies(name, patterns.patternOf(name), part), varying[part]) << name << " " << part;
}

TEST(NamePatterns, KnowWhatAllNamesEndIn)
{
    const struct {
        std::vector<std::string> names;
        std::size_t common;
    } cases[] = {
        {{}, 0},
        {{"a.weight"}, 0},
        {{"a.weight", "b.weight"}, 1},
        {{"a.weight", "b_weight"}, 0},
        {{"x.a.lora.weight", "y.b.lora.weight", "z.lora.weight"}, 2},
        {{"a.0.weight", "a.1.weight"}, 0}, // one pattern
        {{"a.0/w", "b.7/w"}, 2},
        {{"a.weight", "weight"}, 0},
    };
    for (const auto& [names, common] : cases)
        EXPECT_EQ(patternsOf(names).commonTail(), common) << testing::PrintToString(names);
}

TEST(NamePatterns, OfTooManyKindsKnowOnlyTheEnd)
{
    NamePatterns patterns;
    const auto add = [&](std::size_t kind, const std::string& end) {
        patterns.add(std::string{char('a' + kind / 26), char('a' + kind % 26)} + end);
    };
    for (std::size_t kind = 0; kind < NamePatterns::mostPatterns; ++kind)
        add(kind, ".proj.weight");
    EXPECT_TRUE(patterns.areKnown());
    add(NamePatterns::mostPatterns, ".proj.weight");
    EXPECT_FALSE(patterns.areKnown());
    EXPECT_FALSE(patterns.patternOf("aa.proj.weight"));
    EXPECT_EQ(patterns.commonTail(), 2U);
    add(600, ".norm.weight");
    EXPECT_EQ(patterns.commonTail(), 1U);
    add(601, ".bias");
    add(602, ".weight");
    EXPECT_EQ(patterns.commonTail(), 0U);
}

TEST(NamePatterns, AUsualEndIsThatOfMost)
{
    NamePatterns patterns;
    patterns.add("layers.0.mlp.up.weight");
    EXPECT_FALSE(patterns.isUsualEnd("weight")) << "one pattern";
    for (const char* const name :
        {"layers.1.mlp.up.weight", "layers.0.mlp.down.weight", "layers.0.mlp.gate.bias", "norm.weight", "weight"})
        patterns.add(name);
    EXPECT_TRUE(patterns.isUsualEnd("weight"));
    EXPECT_FALSE(patterns.isUsualEnd("bias"));
    EXPECT_FALSE(patterns.isUsualEnd("eight")) << "whole parts";
    patterns.add("norm.bias");
    EXPECT_FALSE(patterns.isUsualEnd("weight")) << "three of six";
}

} // namespace
} // namespace loupe
