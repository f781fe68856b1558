// The required tensors of each family, and the findings if a model lacks one.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_table.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace loupe {
namespace {

using test::ggufModel;
using test::hasFault;
using test::KnownModel;
using test::knownModels;

class NeedsTest : public testing::Test {
protected:
    test::TemporaryFolder folder;
};

/// Removes the tensors whose names contain one of `choices`.
std::shared_ptr<const Checkpoint> without(const Checkpoint& model, std::string_view choices)
{
    const auto isLacking = [&](const Tensor& tensor) {
        return anyChoice(choices, [&](std::string_view part) { return hasNumberedPart(tensor.name, part); });
    };
    auto rest = std::make_shared<Checkpoint>(model);
    std::erase_if(rest->tensors, isLacking);
    return rest;
}

std::vector<std::string_view> partsOf(const ModelNeeds& groups)
{
    std::vector<std::string_view> parts;
    for (const auto& group : groups) {
        for (const ModelNeed& need : group)
            parts.push_back(need.parts);
    }
    return parts;
}

/// transformers 5 stores the experts of a layer in one tensor.
TEST_F(NeedsTest, SeparateExpertsMayBeStacked)
{
    constexpr std::string_view separate = ".experts.#.gate_proj";
    std::size_t seen = 0;
    for (const ModelFamily& family : modelFamilies()) {
        for (const std::string_view parts : partsOf(family.needs)) {
            anyChoice(parts, [&](std::string_view choice) {
                if (!choice.ends_with(separate))
                    return false;
                const std::string_view begin = choice.substr(0, choice.size() - separate.size());
                const std::string stacked = std::string(begin) + ".experts.gate_up_proj";
                EXPECT_TRUE(anyChoice(parts, [&](std::string_view other) { return other == stacked; }))
                    << family.id << ": " << parts;
                ++seen;
                return false;
            });
        }
    }
    EXPECT_GT(seen, 5U);
}

TEST_F(NeedsTest, WhatEachModelOfAFamilyHasIsMissed)
{
    std::set<std::string> families;
    for (const KnownModel& known : knownModels()) {
        constexpr std::size_t most = 20'000; // larger models take too long
        if (known.header.size() > most)
            continue;
        const auto opened = openCheckpoint(known.header.write(folder.path() / known.name));
        ASSERT_TRUE(opened);
        const NameRoles roles(**opened);
        const ModelReport report = examineModel(**opened);
        for (const std::string_view part : partsOf(report.model.family->needs)) {
            if (!roles.has(part))
                continue; // the configuration does not require it
            const auto lacking = without(**opened, part);
            const NameRoles left(*lacking);
            Findings findings;
            EXPECT_EQ(checkNeeds(left, LayerStacks(left), report, findings), "") << known.name << " without " << part;
            ASSERT_EQ(findings.list().size(), 1U) << known.name << " without " << part;
            EXPECT_EQ(findings.list().front().code, "model-incomplete");
            families.insert(known.family);
        }
    }
    EXPECT_EQ(families.size(), 40U);
}

/// Does not use the list of needs: removes each role of a published model from all layers, which must be reported.
TEST_F(NeedsTest, EachRoleThatIsMissingEverywhereIsMissed)
{
    // Masks, heads that may share the embedding's weights, and tensors that only some models of a family have.
    const std::vector<std::string> unneeded{"h.#.attn.bias", "lm_head.weight", "lm_head.bias", "embed_out.weight",
        "pooler.dense.weight", "pooler.dense.bias", "final_logits_bias"};
    for (const KnownModel& known : knownModels()) {
        constexpr std::size_t most = 20'000;
        if (known.header.size() > most)
            continue;
        const auto opened = openCheckpoint(known.header.write(folder.path() / known.name));
        ASSERT_TRUE(opened);
        const NameRoles roles(**opened);
        for (const NameRoles::Role& role : roles.list()) {
            const bool isWhisper = role.name == "model.encoder.embed_positions.weight" && known.family == "whisper";
            if (isWhisper || std::ranges::find(unneeded, role.name) != unneeded.end())
                continue; // Whisper computes these positions
            auto lacking = std::make_shared<Checkpoint>(**opened);
            lacking->tensors.clear();
            for (std::uint32_t i = 0; i < (*opened)->tensors.size(); ++i) {
                if (roles.list()[roles.of(i)].name != role.name)
                    lacking->tensors.push_back((*opened)->tensors[i]);
            }
            EXPECT_TRUE(hasFault(examineModel(*lacking))) << known.name << " without " << role.name;
        }
    }
}

TEST_F(NeedsTest, ModelsInGgufAreHeldToTheNamesThere)
{
    const std::string attention = "attn_norm attn_q attn_k attn_v attn_output ";
    const std::string biases = "attn_q.bias attn_k.bias attn_v.bias ";
    const std::string gated = "ffn_gate ffn_up ffn_down ";
    const std::string experts = "ffn_gate_inp ffn_gate_exps ffn_up_exps ffn_down_exps ";
    const std::string joined = "attn_norm attn_qkv attn_output ";
    const struct {
        const char* architecture;
        std::string outer;
        std::string blocks;
    } models[]{
        {"llama", "token_embd output_norm output", attention + "ffn_norm " + gated},
        {"llama", "token_embd output_norm", attention + "ffn_norm " + experts}, // Mixtral
        {"qwen2", "token_embd output_norm", attention + biases + "ffn_norm " + gated},
        {"gemma", "token_embd output_norm", attention + "ffn_norm " + gated},
        {"qwen3", "token_embd output_norm", attention + "attn_q_norm attn_k_norm ffn_norm " + gated},
        {"qwen3moe", "token_embd output_norm output", attention + "attn_q_norm attn_k_norm ffn_norm " + experts},
        {"qwen2moe", "token_embd output_norm output",
            attention + biases + "ffn_norm ffn_gate_inp_shexp ffn_gate_shexp ffn_up_shexp ffn_down_shexp " + experts},
        {"gemma2", "token_embd output_norm", attention + "post_attention_norm ffn_norm post_ffw_norm " + gated},
        {"gemma3", "token_embd output_norm",
            attention + "attn_q_norm attn_k_norm post_attention_norm ffn_norm post_ffw_norm " + gated},
        {"olmo2", "token_embd output_norm output",
            "attn_q attn_k attn_v attn_output attn_q_norm attn_k_norm post_attention_norm post_ffw_norm " + gated},
        {"gpt-oss", "token_embd output_norm output", attention + "attn_sinks post_attention_norm " + experts},
        {"deepseek2", "token_embd output_norm output",
            "attn_norm attn_q_a attn_q_a_norm attn_q_b attn_kv_a_mqa attn_kv_a_norm attn_k_b attn_v_b attn_output "
            "ffn_norm "
                + experts},
        {"deepseek2", "token_embd output_norm output",
            "attn_norm attn_q attn_kv_a_mqa attn_kv_a_norm attn_kv_b attn_output ffn_norm " + gated},
        {"phi3", "token_embd output_norm output", joined + "ffn_norm ffn_up ffn_down"},
        {"phi2", "token_embd output_norm output", joined + "ffn_up ffn_down"},
        {"falcon", "token_embd output_norm", joined + "ffn_up ffn_down"},
        {"gptneox", "token_embd output_norm output", joined + "ffn_norm ffn_up ffn_down"},
        {"mpt", "token_embd output_norm", joined + "ffn_norm ffn_up ffn_down"},
        {"gpt2", "token_embd position_embd output_norm", joined + "ffn_norm ffn_up ffn_down"},
        {"bloom", "token_embd token_embd_norm output_norm", joined + "ffn_norm ffn_up ffn_down"},
        {"qwen", "token_embd output_norm output", joined + "attn_qkv.bias ffn_norm " + gated},
        {"chatglm", "token_embd output_norm output", joined + "attn_qkv.bias ffn_norm ffn_up ffn_down"},
        {"olmo", "token_embd output", "attn_q attn_k attn_v attn_output " + gated},
        {"bitnet", "token_embd output_norm", attention + "attn_sub_norm ffn_norm ffn_sub_norm " + gated},
        {"mamba", "token_embd output_norm", "attn_norm ssm_in ssm_conv1d ssm_x ssm_dt ssm_a ssm_d ssm_out"},
    };
    for (const auto& one : models) {
        SCOPED_TRACE(std::string(one.architecture) + ": " + one.blocks);
        const auto model = ggufModel(one.architecture, one.outer, one.blocks);
        if (one.blocks.find("ffn_gate_inp") != std::string::npos)
            model->metadata->emplace_back(std::string(one.architecture) + ".expert_count", "8");
        const ModelReport whole = examineModel(*model);
        EXPECT_FALSE(hasFault(whole)) << whole.findings.list().front().message;
        ASSERT_TRUE(whole.model.family);
        EXPECT_FALSE(whole.model.family->ggufNeeds.front().empty());
        const NameRoles roles(*model);
        for (const std::string_view part : partsOf(whole.model.family->ggufNeeds)) {
            if (!roles.has(part))
                continue; // the metadata does not require it
            const ModelReport lacking = examineModel(*without(*model, part));
            EXPECT_TRUE(std::ranges::any_of(lacking.findings.list(), [](const Finding& finding) {
                return finding.code == "model-incomplete";
            })) << part;
        }
        // The adapter's metadata states the model's architecture, too.
        const ModelReport adapter = examineModel(*ggufModel(one.architecture, "", one.blocks, ".lora_a"));
        EXPECT_FALSE(hasFault(adapter));
        EXPECT_THAT(adapter.notChecked, testing::IsEmpty());
    }
}

} // namespace
} // namespace loupe
