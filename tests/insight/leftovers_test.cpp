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
    EXPECT_FALSE(isOfCodes("self_attn.k_scale"));
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

} // namespace
} // namespace loupe
