#pragma once

#include "insight/families/family_needs.h"
#include "insight/families/family_table.h"
#include "insight/families/gguf_needs.h"
#include "insight/families/hybrid_needs.h"

namespace loupe {

inline constexpr ModelFamily hybridFamilies[]{
    // Language models without attention.
    {.id = "mamba2",
        .title = "Mamba-2",
        .kind = ModelKind::StateSpace,
        .isUniform = true,
        .configTypes = "mamba2",
        .ggufTypes = "mamba2",
        .all = {"mixer.A_log", "mixer.in_proj.weight", "mixer.dt_bias"},
        .none = {"mixer.q_proj.weight|self_attn"},
        .shapes = {{{"mixer.A_log", ModelFamily::Shape::rank, 1}}},
        .needs = {mamba2Needs}},
    {.id = "mamba",
        .title = "Mamba",
        .kind = ModelKind::StateSpace,
        .isUniform = true,
        .tiesHead = true,
        .configTypes = "mamba falcon_mamba",
        .ggufTypes = "mamba",
        .all = {"mixer.A_log", "mixer.x_proj.weight", "mixer.dt_proj.weight"},
        .needs = {mambaNeeds},
        .ggufNeeds = {mambaGguf}},
    {.id = "rwkv",
        .title = "RWKV",
        .kind = ModelKind::StateSpace,
        .configTypes = "rwkv rwkv5 rwkv6 rwkv7",
        .ggufTypes = "rwkv6 rwkv7",
        .all = {"att.receptance.weight|attention.receptance.weight", "ffn.key.weight|feed_forward.key.weight"}},

    // Layers with attention, and others with a state or a convolution.
    {.id = "lfm2",
        .title = "LFM2",
        .isUniform = true,
        .tiesHead = true,
        .configTypes = "lfm2",
        .all = {"operator_norm.weight", "conv.in_proj.weight", "feed_forward.w1.weight"},
        .none = {"feed_forward.experts"},
        .needs = {lfm2Needs}},
    {.id = "jamba",
        .title = "Jamba",
        .isUniform = true,
        .configTypes = "jamba",
        .all = {"mamba.dt_layernorm.weight", "pre_ff_layernorm.weight|pre_moe_layernorm.weight",
            "self_attn.q_proj.weight", "final_layernorm.weight"},
        .needs = {jambaNeeds, jambaFeedForward, attentionNeeds}},
    {.id = "recurrent-gemma",
        .title = "RecurrentGemma",
        .isUniform = true,
        .feedForwardParts = 2,
        .tiesHead = true,
        .configTypes = "recurrent_gemma",
        .all = {"temporal_block.rg_lru.recurrent_param", "temporal_pre_norm.weight", "mlp_block.gate_proj.weight"},
        .needs = {recurrentGemmaNeeds}},
    {.id = "granite-hybrid",
        .title = "Granite 4",
        .isUniform = true,
        .configTypes = "granitemoehybrid",
        .all = {"shared_mlp.input_linear.weight", "shared_mlp.output_linear.weight", "input_layernorm.weight",
            "mamba.in_proj.weight|self_attn.q_proj.weight"},
        .needs = {outerNeeds, graniteHybridNeeds, graniteHybridExperts, twoNorms}},
};

} // namespace loupe
