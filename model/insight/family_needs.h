#pragma once

#include <string_view>

namespace loupe {

// What each model of a family has, outside of layers and in most of them. Fused projections count for their parts.
inline constexpr std::string_view llamaNeeds[]{"embed_tokens", "norm", "self_attn.q_proj|self_attn.qkv_proj",
    "self_attn.k_proj|self_attn.qkv_proj", "self_attn.v_proj|self_attn.qkv_proj", "self_attn.o_proj",
    "mlp.gate_proj|mlp.gate_up_proj", "mlp.up_proj|mlp.gate_up_proj", "mlp.down_proj", "input_layernorm",
    "post_attention_layernorm"};
inline constexpr std::string_view qwen3Needs[]{"embed_tokens", "norm", "self_attn.q_proj|self_attn.qkv_proj",
    "self_attn.k_proj|self_attn.qkv_proj", "self_attn.v_proj|self_attn.qkv_proj", "self_attn.o_proj",
    "self_attn.q_norm", "self_attn.k_norm", "mlp.gate_proj|mlp.gate_up_proj", "mlp.up_proj|mlp.gate_up_proj",
    "mlp.down_proj", "input_layernorm", "post_attention_layernorm"};
inline constexpr std::string_view gemma2Needs[]{"embed_tokens", "norm", "self_attn.q_proj|self_attn.qkv_proj",
    "self_attn.k_proj|self_attn.qkv_proj", "self_attn.v_proj|self_attn.qkv_proj", "self_attn.o_proj",
    "mlp.gate_proj|mlp.gate_up_proj", "mlp.up_proj|mlp.gate_up_proj", "mlp.down_proj", "input_layernorm",
    "post_attention_layernorm", "pre_feedforward_layernorm", "post_feedforward_layernorm"};
inline constexpr std::string_view olmo2Needs[]{"embed_tokens", "norm", "self_attn.q_proj|self_attn.qkv_proj",
    "self_attn.k_proj|self_attn.qkv_proj", "self_attn.v_proj|self_attn.qkv_proj", "self_attn.o_proj",
    "self_attn.q_norm", "self_attn.k_norm", "mlp.gate_proj|mlp.gate_up_proj", "mlp.up_proj|mlp.gate_up_proj",
    "mlp.down_proj", "post_attention_layernorm", "post_feedforward_layernorm"};
// Experts lie one by one, stacked, or under "switch_mlp".
inline constexpr std::string_view expertsNeeds[]{"embed_tokens", "norm", "self_attn.q_proj|self_attn.qkv_proj",
    "self_attn.k_proj|self_attn.qkv_proj", "self_attn.v_proj|self_attn.qkv_proj", "self_attn.o_proj",
    "mlp.gate|block_sparse_moe.gate", "gate_proj|gate_up_proj|w1", "up_proj|gate_up_proj|w3", "down_proj|w2",
    "input_layernorm", "post_attention_layernorm"};
inline constexpr std::string_view deepseekNeeds[]{"embed_tokens", "norm", "self_attn.q_proj|self_attn.q_b_proj",
    "self_attn.kv_a_proj_with_mqa", "self_attn.kv_b_proj|self_attn.embed_q", "self_attn.o_proj",
    "gate_proj|gate_up_proj", "up_proj|gate_up_proj", "down_proj", "input_layernorm", "post_attention_layernorm"};
inline constexpr std::string_view phiNeeds[]{"embed_tokens", "final_layernorm", "self_attn.q_proj", "self_attn.k_proj",
    "self_attn.v_proj", "self_attn.dense", "mlp.fc1", "mlp.fc2", "input_layernorm"};
inline constexpr std::string_view gpt2Needs[]{
    "wte", "wpe", "ln_f", "attn.c_attn", "attn.c_proj", "mlp.c_fc", "mlp.c_proj", "ln_1", "ln_2"};
inline constexpr std::string_view neoxNeeds[]{"embed_in", "final_layer_norm", "attention.query_key_value",
    "attention.dense", "mlp.dense_h_to_4h", "mlp.dense_4h_to_h", "input_layernorm", "post_attention_layernorm"};
inline constexpr std::string_view bloomNeeds[]{"word_embeddings", "word_embeddings_layernorm", "ln_f",
    "self_attention.query_key_value", "self_attention.dense", "mlp.dense_h_to_4h", "mlp.dense_4h_to_h",
    "input_layernorm", "post_attention_layernorm"};

} // namespace loupe
