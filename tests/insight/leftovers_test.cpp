// Scales and zero points whose weight is missing do not count as the weight.

#include "insight/leftovers.h"
#include "insight/recognition_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe {
namespace {

using test::ModelHeader;

class LeftoversTest : public test::RecognitionTest { };

TEST_F(LeftoversTest, CodesUnderAnyNameAreTheWeight)
{
    for (const char* const codes :
        {"o_proj.weight", "o_proj.qweight", "o_proj.weight_packed", "o_proj.W_q", "o_proj", "o_proj_blocks"})
        EXPECT_TRUE(mayBeCodesOf("o_proj.weight_scale", codes)) << codes;
    for (const char* const other : {"o_proj.bias", "o_proj.qzeros", "o_proj.weight_scale", "o_proj2.weight", "o_pro"})
        EXPECT_FALSE(mayBeCodesOf("o_proj.weight_scale", other)) << other;
    EXPECT_TRUE(mayBeCodesOf("experts.gate_up_proj_scales", "experts.gate_up_proj"));
    EXPECT_TRUE(mayBeCodesOf("experts.gate_up_proj_scale_inv", "experts.gate_up_proj"));
    for (const char* const other : {"experts.gate_up_proj_bias", "experts.down_proj", "experts.gate_up_proj_scales"})
        EXPECT_FALSE(mayBeCodesOf("experts.gate_up_proj_scales", other)) << other;
    EXPECT_FALSE(isOfCodes("self_attn.k_scale"));
    EXPECT_FALSE(isOfCodes("layer_scales"));
    EXPECT_FALSE(isOfCodes("layer_scale.weight"));
}

TEST_F(LeftoversTest, AWeightIsMissedThoughItsScaleIsLeft)
{
    constexpr int layers = 8;
    const test::DecoderSizes sizes{layers, 64, 4, 2, 16, 128, 100, 512};
    const std::string module = "model.layers.#.self_attn.o_proj.";
    for (const char* const left : {"weight_scale", "weight_scale_inv", "scales", "qzeros", "g_idx", "input_scale"}) {
        ModelHeader all = test::llamaLike("llama", sizes).remove("o_proj").each(0, layers - 1, module + left, {64, 1});
        ModelHeader one = test::llamaLike("llama", sizes);
        one.remove("layers.2.self_attn.o_proj").each(2, 2, module + left, {64, 1});
        const std::pair<ModelHeader, std::string> models[]{{all, "model-incomplete"}, {one, "layer-incomplete"}};
        for (const auto& model : models) {
            const ModelReport report = examine(model.first);
            EXPECT_TRUE(std::ranges::any_of(report.findings.list(), [&](const Finding& finding) {
                return finding.code == model.second && finding.severity == Severity::Error;
            })) << left;
        }
    }
}

/// Blocks and exponents of gpt-oss' experts, as published.
TEST_F(LeftoversTest, BlocksOfExpertsAreMissedThoughTheirScalesAreLeft)
{
    const std::string experts = "model.layers.#.mlp.experts.";
    ModelHeader whole = test::llamaLike("gpt_oss", {8, 64, 4, 2, 16, 64, 100, 512});
    whole.remove(".mlp.").set("quantization_config", {{"quant_method", "mxfp4"}}).set("num_local_experts", 4);
    whole.each(0, 7, "model.layers.#.mlp.router.weight", {4, 64})
        .each(0, 7, "model.layers.#.mlp.router.bias", {4})
        .each(0, 7, "model.layers.#.self_attn.sinks", {4});
    for (const std::string module : {"gate_up_proj", "down_proj"}) {
        const std::uint64_t rows = module == "down_proj" ? 64 : 128;
        whole.each(0, 7, experts + module + "_blocks", {4, rows, 2, 16}, "U8")
            .each(0, 7, experts + module + "_scales", {4, rows, 2}, "U8")
            .each(0, 7, experts + module + "_bias", {4, rows});
    }
    const auto isIncomplete = [](const Finding& finding) {
        return finding.code == "layer-incomplete" && finding.severity == Severity::Error;
    };
    EXPECT_TRUE(std::ranges::none_of(examine(whole).findings.list(), isIncomplete));
    for (const char* const blocks :
        {"layers.3.mlp.experts.gate_up_proj_blocks", "layers.7.mlp.experts.down_proj_blocks"})
        EXPECT_TRUE(std::ranges::any_of(examine(ModelHeader(whole).remove(blocks)).findings.list(), isIncomplete))
            << blocks;
}

} // namespace
} // namespace loupe
