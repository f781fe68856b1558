#include "analysis/statistics/health.h"
#include "analysis/statistics/health_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace loupe {
namespace {

TEST(HealthRules, KnowTheNamesOfWhatIsUsuallyConstant)
{
    for (const char* const name : {"model.norm.weight", "h.0.attn.bias", "h.0.ln_1.weight", "ln_f.weight", "bn1.weight",
             "model.layers.0.input_layernorm.weight", "bert/encoder/LayerNorm/gamma", "encoder.norm2.0.weight",
             "layers.3.q_norm.weight", "blocks.1.norms.0.weight", "rnn.bias_ih_l0", "relative_attention_bias.weight",
             "bn.running_var", "q_proj.weight_scale", "q_proj.weight_scale_inv", "q_proj.scales", "layer_scale.weight",
             "q_proj.qzeros", "q_proj.zero_point", "h.0.attn.causal_mask", "dense/kernel/Adam_1", "state.4.exp_avg_sq",
             "optimizer.0.momentum_buffer", "q_proj.lora_B.weight", "q_proj.lora_B.my_adapter.weight",
             "lora_unet_down.lora_up.weight", "control_model.zero_convs.0.0.weight", "MODEL.NORM.WEIGHT"})
        EXPECT_TRUE(isUsuallyConstant(name)) << name;
}

TEST(HealthRules, DoNotTakePartsOfWordsForThem)
{
    for (const char* const name : {"", ".", "12", "q_proj.weight", "multi_scale_attn.q_proj.weight",
             "upscale.conv.weight", "enormous.weight", "mask_decoder.iou_head.weight", "mask_downscaling.0.weight",
             "adamant.weight", "alphabeta.weight", "norm.mlp.fc.weight", "unbiased.weight",
             "q_proj.lora_A.default.weight", "normal.weight", "normalizing_flow.weight"})
        EXPECT_FALSE(isUsuallyConstant(name)) << name;
    EXPECT_FALSE(isUsuallyConstant(std::string(100'000, '.')));
}

TEST(HealthFindings, WhatAScanDoesNotRepeatStays)
{
    const auto about = [](std::string_view code, const char* tensor, std::uint64_t offset) {
        return Finding{.code = code, .message = "odd", .offset = offset, .tensor = tensor, .aboutTensor = true};
    };
    Findings ofScales;
    for (const Finding& finding : {about("scale-zero", "a", 8), about("scale-zero", "b", 16),
             about("zero-point-wrap", "a", 8), about("scales-unread", "", 0)})
        ofScales.add(finding);
    Findings ofScan;
    ofScan.add(about("scale-zero", "a", 8));
    const Findings others = notFoundByScan(ofScales, ofScan);
    std::vector<std::string> left;
    for (const Finding& finding : others.list())
        left.push_back(std::string(finding.code) + ' ' + finding.tensor);
    EXPECT_EQ(left, (std::vector<std::string>{"scale-zero b", "zero-point-wrap a"}));
}

} // namespace
} // namespace loupe
