#pragma once

#include "insight/families/family_table.h"

namespace loupe {

// Required tensors (see family_needs.h) of models with a state, and of those that have layers with and without
// attention.

inline constexpr ModelNeed mambaNeeds[]{{.parts = "embeddings|embedding|embed_tokens", .isOuter = true},
    {.parts = "norm_f", .isOuter = true}, {"mixer.in_proj"}, {"mixer.conv1d"}, {"mixer.x_proj"}, {"mixer.dt_proj"},
    {"mixer.dt_proj.bias"}, {.parts = "mixer.conv1d.bias", .key = "use_conv_bias", .isUsual = true},
    {.parts = "mixer.in_proj.bias", .key = "use_bias"}, {.parts = "mixer.out_proj.bias", .key = "use_bias"},
    {"mixer.A_log"}, {"mixer.D"}, {"mixer.out_proj"}, {"layers.#.norm"}};
inline constexpr ModelNeed mamba2Needs[]{{.parts = "embeddings|embedding|embed_tokens", .isOuter = true},
    {.parts = "norm_f", .isOuter = true}, {"mixer.in_proj"}, {"mixer.conv1d"},
    {.parts = "mixer.conv1d.bias", .key = "use_conv_bias", .isUsual = true},
    {.parts = "mixer.in_proj.bias", .key = "use_bias"}, {.parts = "mixer.out_proj.bias", .key = "use_bias"},
    {"mixer.dt_bias"}, {"mixer.A_log"}, {"mixer.D"}, {"mixer.norm"}, {"mixer.out_proj"}, {"layers.#.norm"}};

inline constexpr ModelNeed lfm2Needs[]{{.parts = "embed_tokens", .isOuter = true},
    {.parts = "embedding_norm", .isOuter = true}, {"operator_norm"}, {"ffn_norm"}, {"feed_forward.w1"},
    {"feed_forward.w2"}, {"feed_forward.w3"}, {"self_attn.q_proj"}, {"self_attn.k_proj"}, {"self_attn.v_proj"},
    {"self_attn.out_proj"}, {"self_attn.q_layernorm"}, {"self_attn.k_layernorm"}, {"conv.conv"}, {"conv.in_proj"},
    {"conv.out_proj"}};
inline constexpr ModelNeed jambaNeeds[]{{.parts = "embed_tokens", .isOuter = true},
    {.parts = "final_layernorm", .isOuter = true}, {"input_layernorm"}, {"pre_ff_layernorm|pre_moe_layernorm"},
    {"mamba.in_proj"}, {"mamba.conv1d"}, {.parts = "mamba.conv1d.bias", .key = "mamba_conv_bias", .isUsual = true},
    {"mamba.x_proj"}, {"mamba.dt_proj"}, {"mamba.dt_proj.bias"}, {"mamba.A_log"}, {"mamba.D"}, {"mamba.out_proj"},
    {"mamba.dt_layernorm"}, {"mamba.b_layernorm"}, {"mamba.c_layernorm"}, {"gate_proj|gate_up_proj"},
    {"up_proj|gate_up_proj"}, {"down_proj"}};
inline constexpr std::string_view ofDense = "feed_forward.gate_proj|feed_forward.up_proj|feed_forward.down_proj";
inline constexpr std::string_view ofExperts =
    "feed_forward.router|feed_forward.experts.#.up_proj|feed_forward.experts.gate_up_proj"
    "|feed_forward.experts.down_proj";
inline constexpr ModelNeed jambaFeedForward[]{{.parts = "feed_forward.gate_proj", .where = ofDense},
    {.parts = "feed_forward.up_proj", .where = ofDense}, {.parts = "feed_forward.down_proj", .where = ofDense},
    {.parts = "feed_forward.router", .where = ofExperts},
    {.parts = "feed_forward.experts.#.gate_proj|feed_forward.experts.gate_up_proj|feed_forward.switch_mlp.gate_proj",
        .where = ofExperts},
    {.parts = "feed_forward.experts.#.up_proj|feed_forward.experts.gate_up_proj|feed_forward.switch_mlp.up_proj",
        .where = ofExperts},
    {.parts = "feed_forward.experts.#.down_proj|feed_forward.experts.down_proj|feed_forward.switch_mlp.down_proj",
        .where = ofExperts}};
inline constexpr ModelNeed recurrentGemmaNeeds[]{{.parts = "embed_tokens", .isOuter = true},
    {.parts = "final_norm", .isOuter = true}, {"temporal_pre_norm"}, {"channel_pre_norm"}, {"mlp_block.gate_proj"},
    {"mlp_block.up_proj"}, {"mlp_block.down_proj"}, {"mlp_block.gate_proj.bias"}, {"mlp_block.up_proj.bias"},
    {"mlp_block.down_proj.bias"}, {"temporal_block.linear_x"}, {"temporal_block.linear_y"},
    {"temporal_block.linear_out"}, {"temporal_block.linear_x.bias"}, {"temporal_block.linear_y.bias"},
    {"temporal_block.linear_out.bias"}, {"temporal_block.conv_1d"}, {"temporal_block.conv_1d.bias"},
    {"temporal_block.rg_lru.recurrent_param"}, {"temporal_block.rg_lru.input_gate_weight"},
    {"temporal_block.rg_lru.input_gate_bias"}, {"temporal_block.rg_lru.recurrent_gate_weight"},
    {"temporal_block.rg_lru.recurrent_gate_bias"}, {"temporal_block.q_proj"}, {"temporal_block.k_proj"},
    {"temporal_block.v_proj"}, {"temporal_block.o_proj"}, {"temporal_block.o_proj.bias"},
    {.parts = "temporal_block.q_proj.bias", .key = "attention_bias"},
    {.parts = "temporal_block.k_proj.bias", .key = "attention_bias"},
    {.parts = "temporal_block.v_proj.bias", .key = "attention_bias"}};
inline constexpr std::string_view ofMamba = "mamba.in_proj|mamba.out_proj|mamba.A_log";
inline constexpr std::string_view ofAttention = "self_attn.q_proj|self_attn.k_proj|self_attn.v_proj|self_attn.o_proj";
inline constexpr ModelNeed graniteHybridNeeds[]{{"shared_mlp.input_linear|mlp.gate_proj"},
    {"shared_mlp.output_linear|mlp.down_proj"}, {.parts = "mamba.in_proj", .where = ofMamba},
    {.parts = "mamba.conv1d", .where = ofMamba},
    {.parts = "mamba.conv1d.bias", .key = "mamba_conv_bias", .where = ofMamba},
    {.parts = "mamba.dt_bias", .where = ofMamba}, {.parts = "mamba.A_log", .where = ofMamba},
    {.parts = "mamba.D", .where = ofMamba}, {.parts = "mamba.norm", .where = ofMamba},
    {.parts = "mamba.out_proj", .where = ofMamba}, {.parts = "self_attn.q_proj", .where = ofAttention},
    {.parts = "self_attn.k_proj", .where = ofAttention}, {.parts = "self_attn.v_proj", .where = ofAttention},
    {.parts = "self_attn.o_proj", .where = ofAttention}};
inline constexpr ModelNeed graniteHybridExperts[]{{.parts = "block_sparse_moe.router", .key = "num_local_experts"},
    {.parts = "block_sparse_moe.input_linear|block_sparse_moe.switch_mlp.gate_proj", .key = "num_local_experts"},
    {.parts = "block_sparse_moe.output_linear|block_sparse_moe.switch_mlp.down_proj", .key = "num_local_experts"}};

} // namespace loupe
