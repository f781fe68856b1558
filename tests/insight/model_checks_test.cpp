// Faults that are put into sound models.

#include "insight/model_checks.h"

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"

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

TEST_F(ModelChecksTest, NamesThatAreNoModelCostNoTime)
{
    ModelHeader model;
    for (int i = 0; i < 20'000; ++i)
        model.add("model.layers.0.x" + std::to_string(i) + "y.weight", {1});
    EXPECT_TRUE(check(model).empty());
}

} // namespace
} // namespace loupe
