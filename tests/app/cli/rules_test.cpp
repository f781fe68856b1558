// `tloupe diff --rules`, --list-rules and --suggest-rules.

#include "app/cli/process.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* llamaConfig =
    R"({"model_type": "llama", "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 4})";

/// A pair from tests/data/rules, with a configuration next to A.
class RulesVerbTest : public testing::Test {
protected:
    void use(const std::string& preset, std::string_view config = {})
    {
        for (const char* const side : {"a", "b"}) {
            std::filesystem::create_directory(m_folder.path() / side);
            std::filesystem::copy_file(dataPath("rules/" + preset + '.' + side + ".safetensors"),
                m_folder.path() / side / "model.safetensors", std::filesystem::copy_options::overwrite_existing);
        }
        if (!config.empty())
            m_folder.write("a/config.json", config);
    }

    Outcome diff(const std::vector<std::string>& extra) const
    {
        std::vector<std::string> words{"diff", "a/model.safetensors", "b/model.safetensors"};
        words.insert(words.end(), extra.begin(), extra.end());
        return tloupe(words, m_folder.path());
    }

    TemporaryFolder m_folder;
};

TEST_F(RulesVerbTest, APresetFindsBothTheSameWithTheHeadsOfTheConfiguration)
{
    use("hf-llama-to-gguf", llamaConfig);
    EXPECT_EQ(diff({}).status, 1);
    const Outcome outcome = diff({"--rules", "hf-llama-to-gguf"});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("same: 27 identical, 27 renamed"));
    EXPECT_THAT(outcome.error, HasSubstr("the rules leave out 2 tensors"));
}

TEST_F(RulesVerbTest, JsonAndCsvNameBothSides)
{
    use("phi3-to-split", llamaConfig);
    const json document = diff({"--json", "--rules", "phi3-to-split"}).json();
    EXPECT_EQ(document["same"], true);
    for (const json& tensor : document["tensors"])
        EXPECT_EQ(tensor["bits_per_weight"], (json{32.0, 32.0})) << tensor["name"]; // a part has only its share
    std::map<std::string, std::string> names;
    for (const json& tensor : document["tensors"])
        names[tensor["name_b"].is_null() ? "" : tensor["name_b"].get<std::string>()] = tensor["name"];
    EXPECT_EQ(names["model.layers.1.self_attn.k_proj.weight"], "model.layers.1.self_attn.qkv_proj.weight[slot 4:6]");
    EXPECT_EQ(names["model.layers.1.mlp.up_proj.weight"], "model.layers.1.mlp.gate_up_proj.weight[two 1:2]");
    EXPECT_THAT(diff({"--csv", "--rules", "phi3-to-split"}).out,
        HasSubstr("model.layers.1.self_attn.qkv_proj.weight[slot 4:6]"));
}

TEST_F(RulesVerbTest, TheReportNamesBothSides)
{
    use("gpt2-to-gguf");
    EXPECT_EQ(diff({"--rules", "gpt2-to-gguf", "--html", "report.html"}).status, 0);
    const std::string report = readFile(m_folder.path() / "report.html");
    EXPECT_THAT(report, HasSubstr("transformer.h.0.mlp.c_fc.weight[transposed]"));
    EXPECT_THAT(report, HasSubstr("blk.0.ffn_up.weight"));
}

TEST_F(RulesVerbTest, WithoutTheNumberOfHeadsItSaysWhatIsMissing)
{
    use("bloom-to-gguf");
    const Outcome outcome = diff({"--rules", "bloom-to-gguf"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.error, HasSubstr("a rule cannot be applied: \"transformer.h.0.self_attention."));
    EXPECT_THAT(outcome.error, HasSubstr("the rule fails for 3 other matches, too")) << "weight and bias of 2 layers";
    EXPECT_THAT(
        outcome.error, HasSubstr("the sizes of heads and head_dim are not known, expected one of them in \"sizes\""));
}

TEST_F(RulesVerbTest, ARecipeIsWrittenAndFollowed)
{
    use("bloom-to-gguf");
    json recipe = json::parse(tloupe({"diff", "--list-rules", "--rules", "bloom-to-gguf"}).out);
    recipe["sizes"]["heads"] = 4;
    m_folder.write("rules.json", recipe.dump(1));
    const Outcome outcome = diff({"--rules", "rules.json"});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
}

TEST_F(RulesVerbTest, AMalformedRecipeIsRefusedWithItsLine)
{
    use("moe-to-mlx");
    m_folder.write("rules.json", "{\"tensorloupe_rearrangement\": 1,\n \"rules\": [{\"a\": \"x\"}]}");
    const Outcome outcome = diff({"--rules", "rules.json"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, HasSubstr("rules.json: line 2: a rule has no \"b\""));
    EXPECT_THAT(diff({"--rules", "moe-to-mlc"}).error, HasSubstr("is moe-to-mlx meant?"));
}

TEST_F(RulesVerbTest, ListsWhatItKnows)
{
    const Outcome outcome = tloupe({"diff", "--list-rules"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("hf-llama-to-gguf "));
    const json list = tloupe({"diff", "--list-rules", "--json"}).json();
    std::vector<std::string> names;
    for (const json& entry : list)
        names.push_back(entry["name"]);
    EXPECT_THAT(names, Contains("gpt-oss-to-gguf"));
    EXPECT_EQ(tloupe({"diff", "--list-rules", "--rules", "none"}).status, 2);
    EXPECT_EQ(tloupe({"diff", "--rules", "moe-to-mlx"}).status, 2); // A and B are missing
}

TEST_F(RulesVerbTest, WhatCannotGoTogetherIsRefused)
{
    use("moe-to-mlx");
    EXPECT_EQ(diff({"--rules", "moe-to-mlx", "--part", "1/2", "-o", "x"}).status, 2);
    EXPECT_EQ(diff({"--rules", "moe-to-mlx", "--export-difference", "x.safetensors"}).status, 2);
}

TEST_F(RulesVerbTest, SuggestionsAreRulesUnderWhichBothAreTheSame)
{
    const std::pair<const char*, const char*> cases[]{{"hf-llama-to-gguf", llamaConfig}, {"phi3-to-split", llamaConfig},
        {"conv1d-to-linear", ""}, {"gpt2-to-gguf", ""}, {"moe-to-mlx", ""}, {"moe-to-stacked", ""},
        {"mixtral-to-stacked", ""}, {"open-clip-to-hf", ""}, {"neox-to-gguf", ""}};
    for (const auto& [preset, config] : cases) {
        SCOPED_TRACE(preset);
        std::filesystem::remove(m_folder.path() / "a/config.json");
        use(preset, config);
        const Outcome found = diff({"--suggest-rules", "found.json", "--force"});
        EXPECT_EQ(found.status, 0) << found.error;
        const json document = diff({"--json", "--rules", "found.json"}).json();
        for (const json& tensor : document["tensors"]) {
            const std::string name = tensor["name"].is_null() ? tensor["name_b"] : tensor["name"];
            // Tensors that the converters omit or add have no partner.
            const bool hasNone = name.find("inv_freq") != std::string::npos || name == "rope_freqs.weight"
                || name == "transformer.h.0.attn.bias" || name == "text_model.embeddings.position_ids";
            // qkv that is fused per head is not compared as a whole.
            const bool isInEachHead =
                std::string_view(preset) == "neox-to-gguf" && name.find("qkv") != std::string::npos;
            if (hasNone || isInEachHead || name.find("query_key_value") != std::string::npos)
                continue;
            EXPECT_EQ(tensor["status"], "identical") << name;
        }
    }
}

TEST_F(RulesVerbTest, NothingIsSuggestedWhereNothingIsTheSame)
{
    use("moe-to-mlx");
    std::filesystem::copy_file(dataPath("rules/vae-attention-to-diffusers.b.safetensors"),
        m_folder.path() / "b/model.safetensors", std::filesystem::copy_options::overwrite_existing);
    const Outcome outcome = diff({"--suggest-rules", "-"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.error, HasSubstr("no rule was found"));
    EXPECT_EQ(outcome.out, "");
}

} // namespace

} // namespace loupe::test
