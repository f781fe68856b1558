// Properties that are derived because the configuration does not state them.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace loupe {
namespace {

using test::ModelHeader;

class UnstatedTest : public testing::Test {
protected:
    ModelReport examined(const ModelHeader& model)
    {
        const auto opened = openCheckpoint(model.write(folder.path() / std::to_string(++m_models)));
        EXPECT_TRUE(opened);
        return opened ? examineModel(**opened) : ModelReport();
    }

private:
    test::TemporaryFolder folder;
    int m_models = 0;
};

TEST_F(UnstatedTest, LayersBeforeThoseWithExperts)
{
    const struct {
        ModelHeader model;
        std::uint64_t dense;
    } models[]{{test::deepseekV3(), 3}, {test::deepseekV2Lite(), 1}, {test::olmoe(), 0}, {test::llama3(), 0}};
    for (const auto& [model, dense] : models)
        EXPECT_EQ(examined(model).architecture.denseLayers, dense);
}

/// Layers numbered from 1 although the configuration counts from 0, and a stack numbered from 1 next to one numbered
/// from 0.
TEST_F(UnstatedTest, TheFirstLayerIsMissedInUnknownFamilies)
{
    ModelHeader counted = test::llamaLike("brand-new", {8, 64, 4, 2, 16, 128, 100, 512});
    counted.remove("layers.0.");
    ModelHeader beside = test::llamaLike("", {8, 64, 4, 2, 16, 128, 100, 512}).withoutConfig();
    beside.each(1, 7, "other.blocks.#.attn.q.weight", {64, 64})
        .each(1, 7, "other.blocks.#.attn.k.weight", {64, 64})
        .each(1, 7, "other.blocks.#.attn.v.weight", {64, 64})
        .each(1, 7, "other.blocks.#.attn.o.weight", {64, 64})
        .each(0, 7, "model.layers.#.self_attn.sinks", {4})
        .each(0, 7, "model.layers.#.self_attn.q_norm.weight", {16});
    for (const ModelHeader& model : {counted, beside}) {
        const ModelReport report = examined(model);
        EXPECT_TRUE(std::ranges::any_of(report.findings.list(), [](const Finding& finding) {
            return finding.code == "layers-missing" && finding.severity == Severity::Error;
        }));
    }
}

/// A head that the configuration asks for, where only the embedding has an axis for the vocabulary.
TEST_F(UnstatedTest, TheHeadIsMissedInUnknownFamilies)
{
    const auto brandNew = [](bool isTied) {
        ModelHeader model = test::llamaLike("brand-new", {8, 64, 4, 2, 16, 128, 1000, 512});
        model.set("architectures", nlohmann::json{"BrandNewForCausalLM"}).set("tie_word_embeddings", isTied);
        return model.remove("lm_head");
    };
    const struct {
        const char* what;
        ModelHeader model;
        bool isMissing;
    } models[]{{"without", brandNew(false), true}, {"tied", brandNew(true), false},
        {"of another name", brandNew(false).add("model.out.weight", {1000, 64}), false},
        {"of a base model", brandNew(false).set("architectures", nlohmann::json{"BrandNewModel"}), false},
        {"by custom code",
            brandNew(false).set("auto_map", nlohmann::json{{"AutoModelForCausalLM", "modeling.BrandNewForCausalLM"}}),
            false},
        {"a part", brandNew(false).set("num_hidden_layers", 12), false},
        {"nothing said", brandNew(false).set("tie_word_embeddings", nullptr), false}};
    for (const auto& [what, model, isMissing] : models) {
        const ModelReport report = examined(model);
        const auto found = std::ranges::find(report.findings.list(), "model-incomplete", &Finding::code);
        EXPECT_EQ(found != report.findings.list().end() && found->severity == Severity::Error, isMissing) << what;
    }
}

/// The default of transformers if the configuration does not say whether the head is tied.
TEST_F(UnstatedTest, HeadsAreTiedAsTheirFamiliesHaveThem)
{
    const auto without = [](ModelHeader model, const char* architecture) {
        model.set("tie_word_embeddings", nullptr).remove("lm_head").remove("embed_out");
        return model.set("architectures", architecture ? nlohmann::json{architecture} : nlohmann::json());
    };
    const struct {
        ModelHeader model;
        std::optional<Severity> severity;
    } models[]{{without(test::llama3(), "LlamaForCausalLM"), Severity::Error},
        {without(test::llama3(), nullptr), Severity::Warning}, {without(test::llama3(), "LlamaModel"), std::nullopt},
        {without(test::mixtral(), "MixtralForCausalLM"), Severity::Error},
        {without(test::gptOss20b(), "GptOssForCausalLM"), Severity::Error},
        {without(test::pythia160m(), "GPTNeoXForCausalLM"), Severity::Error},
        {without(test::starcoder2(), "Starcoder2ForCausalLM"), std::nullopt},
        {without(test::gemma2(), "Gemma2ForCausalLM"), std::nullopt},
        {without(test::opt125m(), "OPTForCausalLM"), std::nullopt}};
    for (const auto& [model, severity] : models) {
        const ModelReport report = examined(model);
        const auto found = std::ranges::find(report.findings.list(), "model-incomplete", &Finding::code);
        const bool isFound = found != report.findings.list().end();
        EXPECT_EQ(isFound ? std::optional(found->severity) : std::nullopt, severity);
        EXPECT_EQ(report.architecture.hasTiedHead.value_or(false), !severity && report.model.family->id != "llama");
    }
}

} // namespace
} // namespace loupe
