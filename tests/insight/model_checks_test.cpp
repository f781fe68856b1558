// Faults that are put into sound models.

#include "insight/model_checks.h"

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"
#include "insight/named_sizes.h"

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

TEST_F(ModelChecksTest, EachFaultHasAFinding)
{
    using enum Severity;
    const auto small = [] { return test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}); };
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
        {"vocabulary-padded", Note, small().set("vocab_size", 90), "more rows"},
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
        {"model-incomplete", Error, small().remove("embed_tokens"), "no tensor has the name \"embed_tokens\""},
        {"model-incomplete", Error, small().remove("model.norm"), "no tensor has the name \"norm\""},
        {"model-incomplete", Error, small().remove("up_proj"), "no tensor has the name \"mlp.up_proj\""},
        {"model-incomplete", Error, small().remove("up_proj").withoutConfig(),
            "of the family Llama, Mistral or alike has"},
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
    // A classifier and an encoder of texts have none.
    for (const char* const task : {"LlamaForSequenceClassification", "LlamaModel"})
        EXPECT_TRUE(check(model.set("tie_word_embeddings", false).set("architectures", {task})).empty()) << task;
}

TEST_F(ModelChecksTest, OneStrayBiasMakesNoOtherFamily)
{
    const auto findings = check(
        test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512}).add("model.layers.2.self_attn.q_proj.bias", {64}));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings.front().code, "layer-has-more");
}

TEST_F(ModelChecksTest, HealthyOnesThatAreNotAllAlike)
{
    // The first layers dense, the others with experts; blocks of which the first has more; vision beside language.
    for (const ModelHeader& model : {test::deepseekV3(), test::t5Small(), test::clipBase32()})
        EXPECT_TRUE(check(model).empty());
    ModelHeader withVision = test::llamaLike("llama", {8, 64, 4, 2, 16, 128, 100, 512});
    withVision.each(0, 26, "vision_tower.encoder.layers.#.self_attn.q_proj.weight", {1152, 1152})
        .each(0, 26, "vision_tower.encoder.layers.#.mlp.gate_proj.weight", {4304, 1152});
    EXPECT_TRUE(check(withVision).empty());
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
