// Each test puts a fault into a sound model.

#include "insight/model_checks.h"

#include "formats/opening/open_checkpoint.h"
#include "insight/more_models.h"
#include "insight/named_sizes.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace loupe {
namespace {

using test::ModelHeader;

class ModelChecksTest : public testing::Test {
protected:
    std::vector<Finding> check(const ModelHeader& model)
    {
        const auto opened = openCheckpoint(model.write(folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(opened);
        return examineModel(**opened).findings.list();
    }
    test::TemporaryFolder folder;

private:
    int m_next = 0;
};

struct Fault {
    std::string code;
    Severity severity;
    ModelHeader model;
    std::string said; ///< part of the message
    std::string tensor = {};
};

/// Removes the tensors whose names contain both parts.
ModelHeader removedFrom(ModelHeader model, const std::string& one, const std::string& other)
{
    return model.removeIf([&](const std::string& name) {
        return name.find(one) != std::string::npos && name.find(other) != std::string::npos;
    });
}

TEST_F(ModelChecksTest, EachFaultHasAFinding)
{
    using enum Severity;
    const auto small = [] { return test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}); };
    const auto unknown = [&] { return small().set("model_type", "brand-new"); };
    const auto smallQwen3Next = [] { return test::smallQwen3Next(12); };
    const std::string query = "model.layers.3.self_attn.q_proj.weight";
    const std::string down2 = "model.layers.2.mlp.down_proj.weight";
    const std::string gate2 = "model.layers.2.mlp.gate_proj.weight";
    const std::string norm2 = "model.layers.2.input_layernorm.weight";
    const std::vector<Fault> faults{
        {"layers-missing", Error, small().remove("layers.5.").set("num_hidden_layers", 7),
            "1 layer of \"model.layers\" is missing (5)"},
        {"layer-incomplete", Error, small().remove("layers.5.mlp.up_proj"),
            "layer 5 of \"model.layers\" lacks \"mlp.up_proj.weight\", which 7 other layers have"},
        {"layer-incomplete", Error, small().remove("layers.5.mlp.up_proj").remove("layers.2.mlp.up_proj"),
            "layers 2 and 5 of \"model.layers\" lack"},
        {"config-contradicts", Error, small().set("num_hidden_layers", 12),
            "layers 12 (config.json: num_hidden_layers), the tensors say 8"},
        {"config-contradicts", Error, small().set("vocab_size", 120), "vocabulary 120"},
        {"config-contradicts", Error, small().set("vocab_size", 90), "it needs one row per token"},
        {"config-contradicts", Error, test::t5Small().set("vocab_size", 32000), "vocabulary 32,000"},
        {"projection-shape", Error, small().remove("layers.3.self_attn.q_proj").add(query, {32, 64}),
            "4 attention heads of 16", query},
        {"projection-shape", Error, small().set("num_key_value_heads", 4), "4 key heads of 16",
            "model.layers.0.self_attn.k_proj.weight"},
        {"head-shape", Warning, small().remove("lm_head").add("lm_head.weight", {104, 64}), "[104, 64]",
            "lm_head.weight"},
        {"experts-missing", Error, test::qwen3Moe().remove("layers.7.mlp.experts.127."),
            "layer 7 of \"model.layers\" has 127 of 128 experts"},
        {"experts-missing", Error, test::qwen3Moe().remove("mlp.experts.127."),
            "no layer of \"model.layers\" has more than 127 of 128 experts"},
        {"model-incomplete", Error, small().remove("lm_head"), "the head \"lm_head.weight\" is missing"},
        {"model-incomplete", Error, small().remove("embed_tokens"), "no tensor is named \"embed_tokens\""},
        {"model-incomplete", Error, small().remove("model.norm"), "no tensor is named \"norm\""},
        {"model-incomplete", Error, small().remove("up_proj"), "no tensor is named \"mlp.up_proj\""},
        {"model-incomplete", Error, small().remove("up_proj").withoutConfig(),
            "of the family Llama, Mistral or similar has"},
        {"projection-shape", Error, small().remove("layers.2.mlp.down_proj").add(down2, {128, 64}),
            "axis 0 should be 64: the hidden size, and axis 1 should be 128: the feed-forward size", down2},
        {"projection-shape", Error, small().remove("layers.2.mlp.down_proj").add(down2, {64, 100}),
            "axis 1 should be 128: the feed-forward size", down2},
        {"projection-shape", Error, small().remove("layers.2.mlp.gate_proj").add(gate2, {100, 64}),
            "axis 0 should be 128: the feed-forward size", gate2},
        {"projection-shape", Error, small().remove("layers.2.input_layernorm").add(norm2, {32}),
            "axis 0 should be 64: the hidden size", norm2},
        {"projection-shape", Error, small().remove("model.norm").add("model.norm.weight", {32}),
            "axis 0 should be 64: the hidden size", "model.norm.weight"},
        {"projection-shape", Error, small().withoutConfig().remove("layers.2.input_layernorm").add(norm2, {32}),
            "axis 0 should be 64: the hidden size", norm2},
        {"projection-shape", Error, small().withoutConfig().remove("layers.2.mlp.gate_proj").add(gate2, {100, 64}),
            "7 other tensors of its role have [128, 64]", gate2},
        {"layer-has-more", Warning, small().add("model.layers.2.self_attn.q_proj.bias", {64}),
            "layer 2 of \"model.layers\" has \"self_attn.q_proj.bias\", which 7 other layers lack"},
        {"config-unreadable", Error, small().withoutConfig().beside("config.json", R"({"a":)"),
            "\"config.json\" cannot be read: "},
        {"config-unreadable", Error, small().withoutConfig().beside("config.json", "[1]"),
            "expected a JSON object (byte 0)"},
        {"model-incomplete", Error, test::qwen2Moe().remove("mlp.experts."), "\"mlp.experts.#.gate_proj\""},
        {"model-incomplete", Error, removedFrom(test::qwen2Moe(), "mlp.experts.", ".gate_proj"),
            "\"mlp.experts.#.gate_proj\""},
        {"model-incomplete", Error, test::qwen2Moe().remove("mlp.shared_expert."), "\"mlp.shared_expert.gate_proj\""},
        {"model-incomplete", Error, test::deepseekV2Lite().remove("mlp.shared_experts."), "\"mlp.shared_experts."},
        {"model-incomplete", Error, test::deepseekV2Lite().remove("mlp.experts."), "\"mlp.experts.#.gate_proj\""},
        {"model-incomplete", Error, test::deepseekV2Lite().remove("layers.0.mlp.gate_proj"), "\"mlp.gate_proj\""},
        {"model-incomplete", Error, test::mixtral().remove(".w3."), "\"block_sparse_moe.experts.#.w3\""},
        {"model-incomplete", Error, test::qwen2().remove("q_proj.bias"), "\"self_attn.q_proj.bias\""},
        {"model-incomplete", Error, test::glm4().remove(".bias"), "with this configuration has"},
        {"model-incomplete", Error, test::opt125m().remove("model.decoder.final_layer_norm"), "\"final_layer_norm\""},
        {"model-incomplete", Error, test::stableLm2().set("qk_layernorm", true), "\"self_attn.q_layernorm\""},
        {"model-incomplete", Error,
            test::bertLike("bert", 30522, 512, 2)
                .remove("embeddings.LayerNorm")
                .add("embeddings.LayerNorm.beta", {768}),
            "\"embeddings.LayerNorm\""},
        {"model-incomplete", Error, test::bartBase().remove("model.shared"), "\"shared\""},
        {"model-incomplete", Error, test::clipBase32().remove("visual_projection"), "\"visual_projection\""},
        {"model-incomplete", Error, smallQwen3Next().remove("conv1d"), "\"linear_attn.conv1d\""},
        {"model-incomplete", Error, smallQwen3Next().remove("model.norm"), "\"norm\""},
        {"model-incomplete", Error, test::smallLlama4().remove("feed_forward.experts."),
            "\"feed_forward.experts.gate_up_proj\""},
        {"model-incomplete", Error, test::smallLlama4().remove("shared_expert.up_proj"),
            "\"feed_forward.shared_expert.up_proj\""},
        {"model-incomplete", Error, test::smallGlm4Moe().remove("shared_experts."), "\"mlp.shared_experts."},
        {"model-incomplete", Error, test::smallGlm4Moe().remove("q_proj.bias"), "\"self_attn.q_proj.bias\""},
        {"model-incomplete", Error, test::smallGlm4Moe().remove("e_score"), "\"mlp.gate.e_score_correction_bias\""},
        {"layer-incomplete", Error, smallQwen3Next().remove("layers.5.linear_attn.conv1d"), "layer 5 of"},
        {"layer-incomplete", Error, unknown().remove("layers.5.mlp.up_proj"), "layer 5 of"},
        {"layer-incomplete", Note, unknown().remove("layers.0.mlp.up_proj"), "It may belong to the model"},
        {"layers-missing", Error, unknown().remove("layers.5."), "1 layer of \"model.layers\" is missing (5)"},
        {"layers-missing", Note, unknown().remove("layers.7."), "but the configuration has 8 layers"},
        {"experts-missing", Error, test::olmoe().set("model_type", "brand-new").remove("layers.7.mlp.experts.63."),
            "layer 7 of \"model.layers\" has 63 of 64 experts"},
        {"config-contradicts", Error, small().set("head_dim", nullptr).set("num_attention_heads", 6),
            "6 attention heads (config.json: num_attention_heads) do not divide the 64 rows"},
        {"config-contradicts", Error, small().set("head_dim", nullptr).set("num_attention_heads", 5),
            "5 attention heads (config.json: num_attention_heads) are not a multiple of 2 key and value heads"},
        {"model-incomplete", Error, test::bartBase().set("architectures", {"BartForSequenceClassification"}),
            "\"classification_head.dense\""},
        {"model-incomplete", Error, test::falcon7b().set("parallel_attn", false).set("alibi", true),
            "\"post_attention_layernorm\""},
        {"config-family", Warning, test::gpt2().set("model_type", "llama"), "GPT-2"},
    };
    for (const Fault& fault : faults) {
        SCOPED_TRACE(fault.code + ": " + fault.said);
        const auto findings = check(fault.model);
        const auto found = std::ranges::find_if(findings, [&](const Finding& finding) {
            return finding.code == fault.code && finding.message.find(fault.said) != std::string::npos;
        });
        if (found == findings.end()) {
            ADD_FAILURE() << "no finding";
            for (const Finding& finding : findings)
                std::cerr << finding.code << ": " << finding.message << '\n';
            continue;
        }
        EXPECT_EQ(found->severity, fault.severity);
        EXPECT_EQ(found->tensor, fault.tensor);
    }
}

TEST_F(ModelChecksTest, AMissingHeadIsNotTied)
{
    const auto reportOf = [&](const ModelHeader& model, const std::string& name) {
        const auto opened = openCheckpoint(model.write(folder.path() / name));
        EXPECT_TRUE(opened);
        return examineModel(**opened);
    };
    ModelHeader model = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}).remove("lm_head");
    EXPECT_FALSE(reportOf(model, "untied").architecture.hasTiedHead);
    EXPECT_TRUE(reportOf(model.set("tie_word_embeddings", true), "tied").architecture.hasTiedHead.value_or(false));
    // A classifier and a text encoder have no such head.
    model.set("tie_word_embeddings", false);
    EXPECT_TRUE(check(model.set("architectures", {"LlamaModel"})).empty());
    model.set("architectures", {"LlamaForSequenceClassification"});
    EXPECT_FALSE(check(model).empty());
    EXPECT_TRUE(check(model.add("score.weight", {2, 64})).empty());
    ModelHeader bart = test::bartBase().set("architectures", {"BartForSequenceClassification"});
    bart.add("classification_head.dense.weight", {768, 768}).add("classification_head.dense.bias", {768});
    bart.add("classification_head.out_proj.weight", {3, 768}).add("classification_head.out_proj.bias", {3});
    EXPECT_TRUE(check(bart).empty());
}

TEST_F(ModelChecksTest, OneStrayBiasMakesNoOtherFamily)
{
    const auto findings = check(
        test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}).add("model.layers.2.self_attn.q_proj.bias", {64}));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings.front().code, "layer-has-more");
}

/// A Llama without norms has the tensors of OLMo, whose norms have no weights.
TEST_F(ModelChecksTest, LostNormsMakeNoOtherFamily)
{
    auto model = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512});
    const auto findings = check(model.remove("norm"));
    EXPECT_NE(std::ranges::find(findings, "model-incomplete", &Finding::code), findings.end());
    EXPECT_EQ(std::ranges::find(findings, "config-family", &Finding::code), findings.end());
}

TEST_F(ModelChecksTest, HealthyOnesThatAreNotAllAlike)
{
    // Models with dense first layers and experts in the others, with more tensors in the first block, or with an image
    // encoder next to the language model.
    for (const ModelHeader& model : {test::deepseekV3(), test::t5Small(), test::clipBase32()})
        EXPECT_TRUE(check(model).empty());
    ModelHeader withVision = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512});
    withVision.each(0, 26, "vision_tower.encoder.layers.#.self_attn.q_proj.weight", {1152, 1152})
        .each(0, 26, "vision_tower.encoder.layers.#.mlp.gate_proj.weight", {4304, 1152});
    EXPECT_TRUE(check(withVision).empty());
}

/// Mixes of layer kinds as in hybrid models. None of these models is in the table, so the tensors and the configuration
/// decide.
TEST_F(ModelChecksTest, UnknownModelsOfSeveralKindsOfLayersAreSound)
{
    const auto llama = [](int layers) { return test::llamaLike("brand-new", {layers, 64, 4, 2, 16, 128, 100, 512}); };
    const std::string layer = "model.layers.";
    ModelHeader jamba = llama(16); // attention in every eighth layer, experts in every second one
    ModelHeader shared = llama(12); // the last layers reuse the keys and values of earlier ones
    ModelHeader sparse = llama(12); // every sixth layer has no values of its own
    ModelHeader pruned = llama(12).set("block_configs", nlohmann::json::array()); // lists the layers' contents
    nlohmann::json blocks = nlohmann::json::array();
    for (int i = 0; i < 16; ++i) {
        const std::string begin = layer + std::to_string(i) + '.';
        if (i % 8 != 4)
            jamba.remove(begin + "self_attn.")
                .add(begin + "mamba.in_proj.weight", {256, 64})
                .add(begin + "mamba.D", {128});
        if (i % 2 == 1) {
            jamba.remove(begin + "mlp.").add(begin + "feed_forward.router.weight", {4, 64});
            jamba.each(0, 3, begin + "feed_forward.experts.#.gate_proj.weight", {128, 64});
        }
        if (i >= 8)
            shared.remove(begin + "self_attn.k_proj").remove(begin + "self_attn.v_proj");
        if (i % 6 == 5)
            sparse.remove(begin + "self_attn.v_proj");
        const bool isBare = i == 3 || i == 4 || i == 7;
        if (isBare)
            pruned.remove(begin + "self_attn.");
        if (i < 12)
            blocks.push_back({{"attention", {{"no_op", isBare}}}});
    }
    pruned.set("block_configs", blocks);
    ModelHeader unet; // stages of increasing width, some with attention
    for (int i = 0; i < 12; ++i) {
        const std::string begin = "input_blocks." + std::to_string(i) + ".";
        const std::uint64_t width = std::uint64_t{320} << i / 4;
        unet.add(begin + "0.in_layers.2.weight", {width, width, 3, 3})
            .add(begin + "0.out_layers.3.weight", {width, width, 3, 3});
        unet.add(begin + "0.emb_layers.1.weight", {width, 1280}).add(begin + "0.emb_layers.1.bias", {width});
        if (i != 2)
            unet.add(begin + "1.proj_in.weight", {width, width});
    }
    ModelHeader sequence; // convolutions and norms, with activations between them
    for (const int i : {0, 1, 3, 4, 6, 7, 9, 10, 12, 13})
        sequence.add("features." + std::to_string(i) + ".weight", {64})
            .add("features." + std::to_string(i) + ".bias", {64});
    const std::pair<const char*, ModelHeader> models[]{{"alike", llama(12)},
        {"attention, state space and experts", jamba}, {"shared keys", shared}, {"each sixth", sparse},
        {"listed", pruned}, {"U-Net", unet}, {"sequence", sequence}};
    for (const auto& [name, model] : models) {
        for (const Finding& finding : check(model))
            EXPECT_EQ(finding.severity, Severity::Note) << name << ": " << finding.message;
    }
    // A tensor that the pruned model lacks is missing unless the configuration says otherwise.
    const auto findings = check(pruned.remove("layers.9.mlp.up_proj"));
    EXPECT_TRUE(std::ranges::any_of(findings, [](const Finding& one) { return one.severity == Severity::Error; }));
}

TEST_F(ModelChecksTest, WhatWasNotLookedAtIsSaid)
{
    using testing::ElementsAre;
    using testing::HasSubstr;
    using testing::IsEmpty;
    const auto saidOf = [&](const ModelHeader& model, const std::string& name) {
        const auto opened = openCheckpoint(model.write(folder.path() / name));
        EXPECT_TRUE(opened);
        return examineModel(**opened).notChecked;
    };
    const auto llama = [] { return test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}); };
    EXPECT_THAT(saidOf(llama(), "known"), IsEmpty());
    EXPECT_THAT(
        saidOf(llama().set("model_type", "brand-new"), "unknown"), ElementsAre(HasSubstr("(the family is unknown)")));
    EXPECT_THAT(saidOf(ModelHeader().add("a", {2}), "nothing"),
        ElementsAre(HasSubstr("no layers have similar tensors"), HasSubstr("(the family is unknown)")));
    EXPECT_THAT(saidOf(test::bertLike("bert", 30522, 512, 2).set("auto_map", {{"AutoModel", "x.Y"}}), "own code"),
        ElementsAre(HasSubstr("custom code")));
    EXPECT_THAT(saidOf(llama().remove("self_attn").remove("mlp"), "piece"), ElementsAre(HasSubstr("less than half")));
    // Nothing is missing from adapters and from what trains models. What a U-Net must have is not known.
    const std::string query = "base_model.model.model.layers.#.self_attn.q_proj.";
    const std::pair<const char*, ModelHeader> others[]{
        {"adapter",
            ModelHeader().each(0, 7, query + "lora_A.weight", {8, 64}).each(0, 7, query + "lora_B.weight", {64, 8})},
        {"textual inversion", ModelHeader().add("emb_params", {4, 768})},
        {"optimizer",
            ModelHeader().each(0, 7, "state.#.exp_avg", {64, 64}).each(0, 7, "state.#.exp_avg_sq", {64, 64})}};
    for (const auto& [name, model] : others)
        EXPECT_THAT(saidOf(model, name), IsEmpty()) << name;
    const std::pair<const char*, ModelHeader> generators[]{
        {"image autoencoder",
            ModelHeader()
                .each(0, 3, "encoder.down_blocks.#.resnets.0.conv1.weight", {128, 128, 3, 3})
                .add("decoder.conv_in.weight", {512, 4, 3, 3})},
        {"image generator", ModelHeader().each(0, 18, "double_blocks.#.img_attn.norm.key_norm.scale", {128})}};
    for (const auto& [name, model] : generators)
        EXPECT_THAT(saidOf(model, name), ElementsAre(HasSubstr("are not known"))) << name;
}

TEST_F(ModelChecksTest, RowsThatALoaderPadsAreExpected)
{
    // The original Mamba rounds the vocabulary size up.
    const auto mamba = test::mamba130m().set("vocab_size", 50277);
    EXPECT_FALSE(check(mamba).empty());
    EXPECT_TRUE(check(ModelHeader(mamba).set("pad_vocab_size_multiple", 8)).empty());
}

TEST_F(ModelChecksTest, SpellingsOfSoundModels)
{
    const auto llama = [](bool tied = false) {
        return test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512, tied});
    };
    const auto biased = [] {
        constexpr test::DecoderSizes sizes{8, 64, 4, 2, 16, 128, 100, 512};
        return test::withBiases(test::llamaLike("llama", sizes), sizes).set("attention_bias", true);
    };
    const auto encoder = [] { return test::t5Small().remove("decoder.").set("architectures", {"T5EncoderModel"}); };
    const std::pair<const char*, ModelHeader> models[]{{"tied", llama(true)},
        {"tied, with a copy", llama(true).add("lm_head.weight", {100, 64})},
        {"classifier",
            llama()
                .remove("lm_head")
                .add("score.weight", {2, 64})
                .set("architectures", {"LlamaForSequenceClassification"})},
        {"base model", llama().remove("lm_head").set("architectures", {"LlamaModel"})},
        {"own code", llama().set("auto_map", {{"AutoModel", "x.Y"}})}, {"encoder of T5", encoder()},
        {"Qwen3-Next", test::smallQwen3Next(12)},
        {"Qwen3-Next with later tokens",
            test::smallQwen3Next(12).add("mtp.norm.weight", {64}).add("mtp.fc.weight", {64, 128})},
        {"OPT behind its norms",
            test::opt125m().remove("model.decoder.final_layer_norm").set("do_layer_norm_before", false)},
        {"OPT without parameters in its norms",
            test::opt125m().remove("layer_norm").set("layer_norm_elementwise_affine", false)},
        {"Llama with biases", biased().each(0, 7, "model.layers.#.self_attn.o_proj.bias", {64})},
        {"Llama with biases of queries, keys and values", biased()}, {"Mixtral without a window", test::mixtral()},
        // AutoGPTQ gives all projections a bias.
        {"Qwen2 of AutoGPTQ", test::qwen2().each(0, 27, "model.layers.#.self_attn.o_proj.bias", {3584})}};
    for (const auto& [name, model] : models) {
        for (const Finding& finding : check(model))
            EXPECT_EQ(finding.severity, Severity::Note) << name << ": " << finding.message;
    }
}

TEST_F(ModelChecksTest, TheSizeOfAHeadFollowsFromTheirNumber)
{
    ModelHeader model = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}).set("head_dim", nullptr);
    const auto opened = openCheckpoint(model.write(folder.path() / "sizes"));
    ASSERT_TRUE(opened);
    EXPECT_EQ(namedSizes(**opened)["head_dim"], 16U);
}

TEST_F(ModelChecksTest, AShardAloneIsNotHeldToWhatOthersHave)
{
    const auto written = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512})
                             .remove("layers.6.")
                             .remove("layers.7.")
                             .remove("layers.5.mlp.down_proj")
                             .remove("lm_head")
                             .write(folder.path() / "shard");
    const auto shard = written / "model-00001-of-00002.safetensors";
    std::filesystem::rename(written / "model.safetensors", shard);
    std::ofstream(written / "model.safetensors.index.json") << R"({"weight_map":{}})";
    const auto opened = openCheckpoint(shard);
    ASSERT_TRUE(opened);
    ASSERT_TRUE((*opened)->wholeModel);
    const ModelReport report = examineModel(**opened);
    EXPECT_TRUE(report.findings.list().empty()) << report.findings.list().front().message;
    EXPECT_EQ(report.architecture.find(ArchitectureFigure::Layers), 8U) << "as the configuration says";
    EXPECT_FALSE(report.architecture.hasTiedHead);

    // Without the embedding, Gemma has the names of Llama. Image generators count their blocks, too.
    const std::pair<const char*, ModelHeader> others[]{
        {"gemma",
            test::llamaLike("gemma", {8, 64, 4, 2, 16, 128, 256'000, 512}).remove("embed_tokens").remove("lm_head")},
        {"image generator",
            ModelHeader()
                .each(0, 7, "transformer_blocks.#.img_mod.1.weight", {64, 16})
                .each(0, 7, "transformer_blocks.#.txt_mod.1.weight", {64, 16})
                .each(0, 7, "transformer_blocks.#.attn.add_q_proj.weight", {16, 16})
                .add("txt_norm.weight", {16})
                .set("_class_name", "QwenImageTransformer2DModel")
                .set("num_layers", 60)}};
    for (const auto& [name, model] : others) {
        const auto folderOfOne = model.write(folder.path() / name);
        const auto first = folderOfOne / "model-00001-of-00009.safetensors";
        std::filesystem::rename(folderOfOne / "model.safetensors", first);
        const auto piece = openCheckpoint(first);
        ASSERT_TRUE(piece);
        EXPECT_TRUE(examineModel(**piece).findings.list().empty()) << name;
    }
}

TEST_F(ModelChecksTest, AMissingShardIsNotSaidToLackWhatEachModelHas)
{
    const auto written = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512})
                             .remove("lm_head")
                             .remove("model.norm")
                             .write(folder.path() / "half");
    std::filesystem::rename(written / "model.safetensors", written / "model-00001-of-00002.safetensors");
    std::ofstream(written / "model.safetensors.index.json")
        << R"({"weight_map":{"model.embed_tokens.weight":"model-00001-of-00002.safetensors",)"
        << R"("model.norm.weight":"model-00002-of-00002.safetensors"}})";
    const auto opened = openCheckpoint(written);
    ASSERT_TRUE(opened);
    const auto isOfShard = [](const Finding& finding) { return finding.code == "shard-missing"; };
    EXPECT_TRUE(std::ranges::any_of((*opened)->findings.list(), isOfShard));
    const auto isIncomplete = [](const Finding& finding) { return finding.code == "model-incomplete"; };
    EXPECT_TRUE(std::ranges::none_of(examineModel(**opened).findings.list(), isIncomplete));
}

TEST_F(ModelChecksTest, NamesThatAreNoModelCostNoTime)
{
    ModelHeader model;
    for (int i = 0; i < 20'000; ++i)
        model.add("model.layers.0.x" + std::to_string(i) + "y.weight", {1});
    EXPECT_TRUE(check(model).empty());
}

} // namespace
} // namespace loupe
