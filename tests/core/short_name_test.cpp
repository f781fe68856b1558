#include "core/text/short_name.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace loupe {
namespace {

constexpr std::string_view ellipsis = "…";

ListedName listOf(const std::vector<std::string>& names)
{
    const auto patterns = std::make_shared<NamePatterns>();
    for (const std::string& name : names)
        patterns->add(name);
    return {.list = patterns};
}

/// The shown forms of a name as ever more parts are removed.
std::vector<std::string> steps(const std::string& name, const ListedName& listed)
{
    std::vector<std::string> texts;
    ShortName shorter(name, listed);
    while (shorter.dropPart())
        texts.push_back(shorter.text());
    texts.emplace_back("|");
    while (shorter.dropAnyPart())
        texts.push_back(shorter.text());
    return texts;
}

/// The parts of a short text; a gap is an empty part.
std::vector<std::string> tokensOf(std::string_view text)
{
    std::vector<std::string> tokens;
    const auto addParts = [&](std::string_view run) {
        while (!run.empty()) {
            const std::size_t end = std::min(run.find('.'), run.size());
            tokens.emplace_back(run.substr(0, end));
            run.remove_prefix(std::min(end + 1, run.size()));
        }
    };
    for (std::size_t gap = text.find(ellipsis); gap != text.npos; gap = text.find(ellipsis)) {
        addParts(text.substr(0, gap));
        tokens.emplace_back();
        text.remove_prefix(gap + ellipsis.size());
    }
    addParts(text);
    return tokens;
}

/// Slow twin: whether the text matches the name if each gap stands for one or more parts.
bool readsAs(std::span<const std::string> name, std::span<const std::string> text)
{
    if (text.empty() || name.empty())
        return text.empty() && name.empty();
    if (!text.front().empty())
        return name.front() == text.front() && readsAs(name.subspan(1), text.subspan(1));
    for (std::size_t left = 1; left <= name.size(); ++left)
        if (readsAs(name.subspan(left), text.subspan(1)))
            return true;
    return false;
}

std::vector<std::string> namesThatReadAs(const std::string& text, const std::vector<std::string>& names)
{
    std::vector<std::string> found;
    for (const std::string& name : names)
        if (readsAs(tokensOf(name), tokensOf(text)))
            found.push_back(name);
    return found;
}

std::vector<std::string> llama()
{
    std::vector<std::string> names = {"lm_head.weight", "model.embed_tokens.weight", "model.norm.weight"};
    for (const char* const layer : {"0", "11"})
        for (const char* const role : {"self_attn.q_proj", "self_attn.k_proj", "mlp.gate_proj", "mlp.up_proj"})
            names.push_back(std::string("model.layers.") + layer + '.' + role + ".weight");
    return names;
}

std::vector<std::string> adapters()
{
    std::vector<std::string> names;
    for (const char* const layer : {"0", "11"})
        for (const char* const attention : {"self", "cross"})
            for (const char* const role : {"query", "key"})
                for (const char* const matrix : {"lora_A", "lora_B"})
                    names.push_back(std::string("base_model.model.blocks.") + layer + '.' + attention + "_attention."
                        + role + '.' + matrix + ".default.weight");
    return names;
}

std::vector<std::string> biases()
{
    std::vector<std::string> names;
    for (const char* const half : {"encoder", "decoder"})
        for (const char* const layer : {"layer_0", "layer_1"})
            for (const char* const role : {"attention.dense", "dense"})
                for (const char* const kind : {"weight", "bias"})
                    names.push_back(std::string("bert.") + half + '.' + layer + '.' + role + '.' + kind);
    return names;
}

TEST(ShortName, GivesUpOnePartAfterTheOther)
{
    const struct {
        const char* name;
        std::vector<std::string> list; ///< if empty, the name is not part of a list
        std::vector<std::string> texts; ///< after "|", other names are ignored
    } cases[] = {
        {"base_model.model.model.layers.17.self_attn.q_proj.weight", {},
            {"…model.model.layers.17.self_attn.q_proj.weight", "…model.layers.17.self_attn.q_proj.weight",
                "…layers.17.self_attn.q_proj.weight", "…layers.17…q_proj.weight", "…17…q_proj.weight", "…17…weight",
                "|", "…weight"}},
        {"model.layers.{3…60}.mlp.experts.{0…15}.down_proj.weight", {},
            {"…layers.{3…60}.mlp.experts.{0…15}.down_proj.weight", "…layers.{3…60}…experts.{0…15}.down_proj.weight",
                "…{3…60}…experts.{0…15}.down_proj.weight", "…{3…60}…{0…15}.down_proj.weight", "…{3…60}…{0…15}…weight",
                "|", "…{0…15}…weight", "…weight"}},
        {"model.layers.17", {}, {"…layers.17", "…17", "|"}},
        {"weight", {}, {"|"}},
        {"", {}, {"|"}},
        // Removes parts at the front alone, at the end alone, then at both.
        {"model.layers.0.self_attn.q_proj.weight", llama(),
            {"…layers.0.self_attn.q_proj.weight", "model.layers.0.self_attn.q_proj…",
                "…layers.0.self_attn.q_proj.weight", "…layers.0.self_attn.q_proj…", "…0.self_attn.q_proj…",
                "…0…q_proj…", "|", "…q_proj…"}},
        {"model.norm.weight", llama(), {"model.norm…", "model.norm…", "…norm…", "|"}},
        // The parts for the attention, the projection and the matrix are all needed.
        {"base_model.model.blocks.0.self_attention.query.lora_A.default.weight", adapters(),
            {"…model.blocks.0.self_attention.query.lora_A.default.weight",
                "…blocks.0.self_attention.query.lora_A.default.weight",
                "base_model.model.blocks.0.self_attention.query.lora_A…",
                "…model.blocks.0.self_attention.query.lora_A.default.weight",
                "…blocks.0.self_attention.query.lora_A.default.weight", "…blocks.0.self_attention.query.lora_A…weight",
                "…blocks.0.self_attention.query.lora_A…", "…0.self_attention.query.lora_A…", "|",
                "…self_attention.query.lora_A…"}},
        // The parts for the half, the attention and the kind distinguish it, not the role.
        {"bert.encoder.layer_0.attention.dense.bias", biases(),
            {"…encoder.layer_0.attention.dense.bias", "…encoder.layer_0.attention…bias", "|",
                "…encoder…attention…bias"}},
    };
    for (const auto& [name, list, texts] : cases)
        EXPECT_EQ(steps(name, list.empty() ? ListedName() : listOf(list)), texts) << name;
}

TEST(ShortName, OffersWordsOfANameAloneForCuttingBeforeTheyGo)
{
    const auto offered = [](const char* name, const ListedName& listed) {
        std::vector<std::string> words;
        ShortName shorter(name, listed);
        do {
            if (const auto word = shorter.wordBeforeDrop())
                words.emplace_back(shorter.parts()[*word].text);
        } while (shorter.dropPart());
        return words;
    };
    using Words = std::vector<std::string>;
    EXPECT_EQ(offered("post_attention_layernorm.weight", {}), Words{"post_attention_layernorm"});
    EXPECT_EQ(offered("model.layers.0.self_attn.q_proj.weight", {}), (Words{"self_attn", "q_proj"}));
    EXPECT_EQ(offered("a.b.c.d.weight", {}), Words{"d"}) << "many parts without a block";
    EXPECT_EQ(offered("a.b.weight", {}), (Words{"a", "b"}));
    EXPECT_EQ(offered("model.layers.0.self_attn.q_proj.weight", listOf(llama())), Words{}) << "the list knows";
}

TEST(ShortName, NoOtherNameOfTheListReadsTheSame)
{
    for (const std::vector<std::string>& names : {llama(), adapters(), biases()}) {
        const ListedName listed = listOf(names);
        for (const std::string& name : names) {
            ShortName shorter(name, listed);
            while (shorter.dropPart())
                EXPECT_EQ(namesThatReadAs(shorter.text(), names), std::vector{name}) << shorter.text();
        }
    }
}

TEST(ShortName, NoOtherNameOfARandomListReadsTheSame)
{
    constexpr const char* words[] = {"a", "b", "ab", "weight", "0", "1", "a1", "a2"};
    std::mt19937 random(5);
    std::size_t shortened = 0;
    for (int round = 0; round < 500; ++round) {
        std::set<std::string> unique;
        for (std::size_t count = 2 + random() % 10; count > 0; --count) {
            std::string name = words[random() % std::size(words)];
            for (std::size_t size = random() % 5; size > 0; --size)
                name += std::string(".") + words[random() % std::size(words)];
            unique.insert(name);
        }
        const std::vector<std::string> names(unique.begin(), unique.end());
        const ListedName listed = listOf(names);
        for (const std::string& name : names) {
            ShortName shorter(name, listed);
            for (; shorter.dropPart(); ++shortened)
                EXPECT_EQ(namesThatReadAs(shorter.text(), names), std::vector{name})
                    << shorter.text() << " of " << testing::PrintToString(names);
        }
    }
    EXPECT_GT(shortened, 1000U);
}

TEST(ShortName, ComparesAHostileNameOnlySoOften)
{
    const auto namesOf = [](std::size_t kinds, std::size_t parts) {
        std::vector<std::string> names;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            std::string name;
            for (std::size_t part = 1; part < parts; ++part)
                name += "p.";
            names.push_back(name + "kind_" + char('a' + kind / 26) + char('a' + kind % 26));
        }
        return names;
    };
    const auto shortened = [](const std::vector<std::string>& names) {
        ShortName name(names.back(), listOf(names));
        while (name.dropPart())
            continue;
        return name;
    };
    const std::vector<std::string> usualNames = namesOf(NamePatterns::mostPatterns, 8);
    const ShortName usual = shortened(usualNames);
    EXPECT_FALSE(usual.hasGivenUp());
    EXPECT_GE(usual.comparisons(), 7 * NamePatterns::mostPatterns) << "each part was weighed";

    const std::vector<std::string> hostileNames = namesOf(NamePatterns::mostPatterns, 200);
    ShortName hostile = shortened(hostileNames);
    const std::size_t comparisons = hostile.comparisons();
    EXPECT_TRUE(hostile.hasGivenUp());
    EXPECT_LT(comparisons, ShortName::mostComparisons + NamePatterns::mostPatterns);
    EXPECT_FALSE(hostile.dropPart());
    EXPECT_FALSE(hostile.cutPart(199, 1, 2));
    EXPECT_FALSE(hostile.isUnambiguousAs(hostile.text()));
    EXPECT_EQ(hostile.comparisons(), comparisons);
    EXPECT_TRUE(hostile.text().ends_with("kind_tr")) << hostile.text();
}

TEST(ShortName, IsCutOnlyWhereItStaysUnambiguous)
{
    const std::vector<std::string> names = {"x.post_norm.weight", "x.pre_norm.weight", "x.post_form.weight"};
    ShortName name(names[0], listOf(names));
    EXPECT_EQ(name.wordParts(), (std::vector<std::size_t>{0, 1, 2}));
    EXPECT_FALSE(name.cutPart(1, 1, 5)) << "p…norm is pre_norm as well";
    EXPECT_FALSE(name.cutPart(1, 3, 7)) << "pos…rm is post_form as well";
    EXPECT_EQ(name.text(), names[0]);
    EXPECT_TRUE(name.cutPart(1, 2, 5));
    EXPECT_EQ(name.text(), "x.po…norm.weight");
    EXPECT_FALSE(name.isUnambiguousAs("x.po…rm.weight"));
    EXPECT_TRUE(name.isUnambiguousAs("…ost_norm…"));
    EXPECT_TRUE(name.cutPart(1, 0, 0));
    EXPECT_EQ(name.text(), names[0]);
}

} // namespace
} // namespace loupe
