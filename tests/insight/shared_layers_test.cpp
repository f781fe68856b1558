// Models whose configuration counts groups of shared layers, and draft models for another model.

#include "insight/recognition_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe {
namespace {

using test::ModelHeader;

class SharedLayersTest : public test::RecognitionTest { };

/// ALBERT as transformers saves it, with one layer in each group.
ModelHeader albert(int groups)
{
    const std::string layer = "albert.encoder.albert_layer_groups.#.albert_layers.0.";
    ModelHeader model;
    model.add("albert.embeddings.word_embeddings.weight", {100, 16})
        .add("albert.encoder.embedding_hidden_mapping_in.weight", {64, 16})
        .each(0, groups - 1, layer + "attention.query.weight", {64, 64})
        .each(0, groups - 1, layer + "attention.key.weight", {64, 64})
        .each(0, groups - 1, layer + "attention.value.weight", {64, 64})
        .each(0, groups - 1, layer + "attention.dense.weight", {64, 64})
        .each(0, groups - 1, layer + "ffn.weight", {256, 64})
        .each(0, groups - 1, layer + "ffn_output.weight", {64, 256});
    return model.config({{"model_type", "albert"}, {"num_hidden_layers", 12}, {"num_hidden_groups", groups},
        {"hidden_size", 64}, {"num_attention_heads", 4}});
}

TEST_F(SharedLayersTest, GroupsAreCountedNotTheirRuns)
{
    for (const ModelHeader& model : {albert(1), albert(3), albert(1).set("num_hidden_groups", nullptr)}) {
        const ModelReport report = examine(model);
        EXPECT_TRUE(report.findings.list().empty()) << report.findings.list().front().message;
    }
    const ModelReport lacking = examine(albert(3).set("num_hidden_groups", 4));
    EXPECT_TRUE(std::ranges::any_of(
        lacking.findings.list(), [](const Finding& finding) { return finding.code == "layers-missing"; }));
}

/// EAGLE and EAGLE-3 with Llama's configuration. The first lacks some norms; the second reads two concatenated states.
TEST_F(SharedLayersTest, DraftModelsAreNotHeldToTheirFamily)
{
    const test::DecoderSizes sizes{1, 64, 4, 2, 16, 128, 100, 512};
    ModelHeader eagle =
        test::llamaLike("llama", sizes).remove("input_layernorm").remove("model.norm").remove("lm_head");
    eagle.add("fc.weight", {64, 128}).set("architectures", {"LlamaForCausalLM"});
    ModelHeader eagle3 = test::llamaLike("llama", sizes).remove("model.layers.").remove("model.embed_tokens");
    eagle3.add("fc.weight", {64, 192})
        .add("midlayer.self_attn.q_proj.weight", {64, 128})
        .add("midlayer.self_attn.k_proj.weight", {32, 128})
        .add("midlayer.self_attn.v_proj.weight", {32, 128})
        .add("midlayer.self_attn.o_proj.weight", {64, 64})
        .add("midlayer.hidden_norm.weight", {64})
        .set("architectures", {"LlamaForCausalLMEagle3"});
    for (const ModelHeader& model : {eagle, eagle3}) {
        const ModelReport report = examine(model);
        EXPECT_EQ(report.model.unknownType, RecognizedModel::draftType);
        EXPECT_FALSE(test::hasFault(report)) << report.findings.list().front().message;
    }
    EXPECT_EQ(familyOf(examine(test::llamaLike("llama", sizes).add("fc.weight", {64, 64}))), "llama");
}

} // namespace
} // namespace loupe
