// Which modules of adapters fit a base, and why others do not.

#include "adapters/base_fit.h"

#include "adapters/merge.h"
#include "adapters/shaped_adapters.h"
#include "saving/recipe/output_format.h"

#include <gmock/gmock.h>

namespace loupe::test {
namespace {

using testing::HasSubstr;

TEST_F(MadeAdapters, FindTheTextEncodersOfOpenClip)
{
    const std::string layer = "transformer.resblocks.3.";
    const std::string path = "text_model_encoder_layers_3_";
    for (const auto& [prefix, encoder] :
        {std::pair<std::string, std::string>("conditioner.embedders.1.model.", "lora_te2_"),
            std::pair<std::string, std::string>("cond_stage_model.model.", "lora_te_")}) {
        const auto base =
            open({{prefix + layer + "attn.in_proj_weight", {12, 4}}, {prefix + layer + "attn.out_proj.weight", {4, 4}},
                {prefix + layer + "mlp.c_fc.weight", {16, 4}}, {prefix + layer + "mlp.c_proj.weight", {4, 16}}});
        const struct {
            std::string module;
            std::uint64_t inputs;
            std::uint64_t outputs;
            std::uint32_t tensor;
            std::uint64_t firstRow = 0;
        } cases[]{
            {"self_attn_q_proj", 4, 4, 0, 0},
            {"self_attn_k_proj", 4, 4, 0, 4},
            {"self_attn_v_proj", 4, 4, 0, 8},
            {"self_attn_out_proj", 4, 4, 1},
            {"mlp_fc1", 4, 16, 2},
            {"mlp_fc2", 16, 4, 3},
        };
        for (const auto& one : cases) {
            const std::string name = encoder + path + one.module;
            SCOPED_TRACE(name);
            const auto adapter = readAdapter(
                open({{name + ".lora_down.weight", {2, one.inputs}}, {name + ".lora_up.weight", {one.outputs, 2}}}));
            ASSERT_TRUE(adapter);
            const auto targets = fitToBase(*adapter, *base);
            EXPECT_EQ(targets.front().why, "");
            ASSERT_EQ(targets.front().fit, Fit::Fits);
            EXPECT_EQ(base->tensors[*targets.front().tensor].name, base->tensors[one.tensor].name);
            EXPECT_EQ(targets.front().firstRow, one.firstRow);
            EXPECT_EQ(targets.front().rows, one.outputs);
        }
    }
}

TEST_F(MadeAdapters, SayWhyAModuleDoesNotFit)
{
    const auto base = open({{"model.q.weight", {4, 6}}, {"a.k.weight", {4, 4}}, {"model.b.k.weight", {4, 4}},
        {"module.b.k.weight", {4, 4}}, {"transformer.h.weight", {4, 6}},
        {"model.diffusion_model.input_blocks.4.1.proj_in.weight", {4, 4}},
        {"transformer_blocks.0.attn.to_q.weight", {4, 4}}});
    const struct {
        std::vector<Shape> tensors;
        Fit fit;
        std::string said;
    } cases[]{
        {{{"base_model.model.model.q.lora_A.weight", {2, 6}}, {"base_model.model.model.q.lora_B.weight", {4, 2}}},
            Fit::Fits, ""},
        {{{"model.q.lora_A.weight", {2, 7}}, {"model.q.lora_B.weight", {4, 2}}}, Fit::ShapeClash,
            "the base has [4, 6]"},
        {{{"model.v.lora_A.weight", {2, 6}}, {"model.v.lora_B.weight", {4, 2}}}, Fit::NotInBase, "no module"},
        {{{"b.k.lora_A.weight", {2, 4}}, {"b.k.lora_B.weight", {4, 2}}}, Fit::NotInBase, "several modules"},
        {{{"lora_unet_double_blocks_0_img_attn_qkv.lora_down.weight", {2, 4}},
             {"lora_unet_double_blocks_0_img_attn_qkv.lora_up.weight", {12, 2}}},
            Fit::NotInBase, "names of diffusers"},
        {{{"diffusion_model.joint_blocks.0.x_block.attn.qkv.lora_A.weight", {2, 4}},
             {"diffusion_model.joint_blocks.0.x_block.attn.qkv.lora_B.weight", {12, 2}}},
            Fit::NotInBase, "names of diffusers"},
        {{{"diffusion_model.joint_blocks.1.x_block.attn.qkv.lora_A.weight", {2, 4}},
             {"diffusion_model.joint_blocks.1.x_block.attn.qkv.lora_B.weight", {12, 2}}},
            Fit::NotInBase, "no module of this name"},
        {{{"a.k.lora_A.weight", {2, 4}}, {"a.k.lora_B.weight", {4, 2}}}, Fit::Fits, ""},
        {{{"lora_unet_a_k.lora_down.weight", {2, 4}}, {"lora_unet_a_k.lora_up.weight", {4, 2}}}, Fit::Fits, ""},
        {{{"lora_unet_down_blocks_1_attentions_0_proj_in.lora_down.weight", {2, 4}},
             {"lora_unet_down_blocks_1_attentions_0_proj_in.lora_up.weight", {4, 2}}},
            Fit::Fits, ""},
        {{{"h.lora_A.weight", {2, 6}}, {"h.lora_B.weight", {4, 2}}}, Fit::Fits, ""},
        {{{"a.k.lora_A.weight", {2, 4}}, {"a.k.lora_B.weight", {4, 2}}, {"a.k.lora_B.bias", {4}}}, Fit::NotInBase,
            "no bias"},
        {{{"a.k.lora_A.weight", {2, 4}}, {"a.k.lora_B.weight", {4, 2}}, {"a.k.lora_magnitude_vector", {3}}},
            Fit::ShapeClash, "one number for each output"},
        {{{"diffusion_model.a.k.diff", {4, 3}}}, Fit::ShapeClash, "expected [4, 4]"},
        {{{"a.k.lora_A.weight", {2, 4}}}, Fit::Unsupported, "has no factor B (up)"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.tensors.front().name);
        const auto adapter = readAdapter(open(one.tensors));
        ASSERT_TRUE(adapter);
        const auto targets = fitToBase(*adapter, *base);
        ASSERT_EQ(targets.size(), 1U);
        EXPECT_EQ(targets.front().fit, one.fit) << targets.front().why;
        EXPECT_THAT(targets.front().why, HasSubstr(one.said));
    }
}

/// As PEFT does it: Conv1D has [in, out], every other layer [out, in].
TEST_F(MadeAdapters, FitTransposedOnlyWhereTheBaseStoresInputsFirst)
{
    const auto lora = [](const std::string& path, std::uint64_t outputs, std::uint64_t inputs) {
        return std::vector<Shape>{{"base_model.model." + path + ".lora_A.weight", {4, inputs}},
            {"base_model.model." + path + ".lora_B.weight", {outputs, 4}}};
    };
    const auto join = [](std::vector<Shape> one, const std::vector<Shape>& other) {
        one.insert(one.end(), other.begin(), other.end());
        return one;
    };
    const std::vector<Shape> loha{{"lora_unet_a.hada_w1_a", {36, 2}}, {"lora_unet_a.hada_w1_b", {2, 24}},
        {"lora_unet_a.hada_w2_a", {36, 2}}, {"lora_unet_a.hada_w2_b", {2, 24}}};
    const std::vector<Shape> lokr{{"base_model.model.a.lokr_w1", {6, 4}}, {"base_model.model.a.lokr_w2", {6, 6}}};
    const std::vector<Shape> kohya{{"lora_unet_a.lora_down.weight", {4, 24}}, {"lora_unet_a.lora_up.weight", {36, 4}}};
    const std::vector<Shape> embedding{
        {"base_model.model.e.lora_embedding_A", {4, 50}}, {"base_model.model.e.lora_embedding_B", {8, 4}}};
    const std::vector<Shape> wide{{"a.weight", {24, 36}}};
    const std::vector<Shape> gpt2{{"h.0.attn.c_attn.weight", {8, 24}}, {"h.0.attn.c_proj.weight", {8, 8}},
        {"h.0.mlp.c_fc.weight", {8, 32}}, {"lm_head.weight", {50, 8}}};
    const std::vector<Shape> qwen{{"h.0.attn.c_attn.weight", {24, 8}}, {"h.0.attn.c_proj.weight", {8, 8}}};
    std::vector<Shape> besideClip = gpt2;
    besideClip.push_back({"visual.transformer.resblocks.0.mlp.c_fc.weight", {32, 8}});
    const std::string plain = R"({"peft_type": "LORA", "r": 4, "lora_alpha": 4, "fan_in_fan_out": false})";
    const std::string said = R"({"peft_type": "LORA", "r": 4, "lora_alpha": 4, "fan_in_fan_out": true})";
    const std::string of = "transformer.h.0.attn.";
    const struct {
        const char* about;
        std::string config;
        std::vector<Shape> factors;
        std::vector<Shape> base;
        Fit fit;
        bool isTransposed = false;
        std::string why = {};
    } cases[]{
        {"straight", plain, lora("a", 24, 36), wide, Fit::Fits},
        {"turned", plain, lora("a", 36, 24), wide, Fit::ShapeClash, false,
            "the update is [36, 24], the base has [24, 36]: it fits only transposed, so it was made for another model"},
        {"turned, as the settings say", said, lora("a", 36, 24), wide, Fit::ShapeClash, false, "only transposed"},
        {"straight, against the settings", said, lora("a", 24, 36), wide, Fit::Fits},
        {"another shape", said, lora("a", 36, 25), wide, Fit::ShapeClash, false, "the base has [24, 36]"},
        {"LoHa", plain, loha, wide, Fit::ShapeClash, false, "only transposed, so it was made for another model"},
        {"LoKr", plain, lokr, wide, Fit::ShapeClash, false, "only transposed"},
        {"kohya", plain, kohya, wide, Fit::ShapeClash, false, "only transposed"},
        {"square", plain, lora("s", 8, 8), {{"s.weight", {8, 8}}}, Fit::Fits},
        {"linear square, against the settings", said, lora("s", 8, 8), {{"s.weight", {8, 8}}}, Fit::Fits},
        {"Conv1D, as the settings say", said, lora(of + "c_attn", 24, 8), gpt2, Fit::Fits, true},
        {"Conv1D", plain, lora(of + "c_attn", 24, 8), gpt2, Fit::Fits, true},
        {"Conv1D, straight", plain, lora(of + "c_attn", 8, 24), gpt2, Fit::ShapeClash, false, "which is [in, out]"},
        {"square Conv1D", plain, lora(of + "c_proj", 8, 8), gpt2, Fit::Fits, true},
        {"linear head beside Conv1D", said, lora("lm_head", 50, 8), gpt2, Fit::Fits},
        {"square Conv1D beside a linear head", said, join(lora(of + "c_proj", 8, 8), lora("lm_head", 50, 8)), gpt2,
            Fit::Fits, true},
        {"linear layers of these names", plain, lora(of + "c_attn", 24, 8), qwen, Fit::Fits},
        {"linear squares of these names", plain, lora(of + "c_proj", 8, 8), qwen, Fit::Fits},
        {"squares beside linear layers, against the settings", said,
            join(lora(of + "c_proj", 8, 8), lora(of + "c_attn", 24, 8)), qwen, Fit::Fits},
        {"Conv1D beside a linear tower", plain, lora(of + "c_attn", 24, 8), besideClip, Fit::Fits, true},
        {"square Conv1D beside a linear tower", plain, lora(of + "c_proj", 8, 8), besideClip, Fit::Fits, true},
        {"linear tower beside Conv1D", plain, lora("visual.transformer.resblocks.0.mlp.c_fc", 32, 8), besideClip,
            Fit::Fits},
        {"embedding", plain, embedding, {{"e.weight", {50, 8}}}, Fit::Fits, true},
        {"embedding, straight", plain, embedding, {{"e.weight", {8, 50}}}, Fit::ShapeClash, false,
            "which is [in, out]"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.about);
        auto adapter = readAdapter(openWith(one.config, one.factors));
        ASSERT_TRUE(adapter);
        const auto base = openBase(one.base);
        const auto shared = std::make_shared<const Adapter>(std::move(*adapter));
        const auto targets = fitToBase(*shared, *base);
        EXPECT_EQ(targets.front().fit, one.fit);
        EXPECT_EQ(targets.front().isTransposed, one.isTransposed);
        EXPECT_THAT(targets.front().why, HasSubstr(one.why));
        const auto merged = mergeRecipe(shared, targets, base, 1, *findOutputFormat("safetensors")->checkpoint);
        EXPECT_EQ(merged.has_value(), one.fit == Fit::Fits);
    }
}

} // namespace
} // namespace loupe::test
