#pragma once

#include <string_view>

namespace loupe {

// The same as in family_needs.h in the names of GGUF: tensor_mapping.py of ggml-org/llama.cpp makes one of the other,
// and constants.py lists what each architecture has. Heads that share the weights of the embedding are not stored.
inline constexpr std::string_view llamaGguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_qkv",
    "attn_k|attn_qkv", "attn_v|attn_qkv", "attn_output", "ffn_norm", "ffn_gate|ffn_gate_exps|ffn_gate_up_exps",
    "ffn_up|ffn_up_exps|ffn_gate_up_exps", "ffn_down|ffn_down_exps"};
inline constexpr std::string_view qwen3Gguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_qkv",
    "attn_k|attn_qkv", "attn_v|attn_qkv", "attn_q_norm", "attn_k_norm", "attn_output", "ffn_norm", "ffn_gate", "ffn_up",
    "ffn_down"};
inline constexpr std::string_view expertsGguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_qkv",
    "attn_k|attn_qkv", "attn_v|attn_qkv", "attn_output", "ffn_norm", "ffn_gate_inp",
    "ffn_gate_exps|ffn_gate_up_exps|ffn_gate", "ffn_up_exps|ffn_gate_up_exps|ffn_up", "ffn_down_exps|ffn_down"};
inline constexpr std::string_view gptOssGguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_qkv",
    "attn_k|attn_qkv", "attn_v|attn_qkv", "attn_output", "attn_sinks", "post_attention_norm|ffn_norm", "ffn_gate_inp",
    "ffn_gate_exps|ffn_gate_up_exps", "ffn_up_exps|ffn_gate_up_exps", "ffn_down_exps"};
inline constexpr std::string_view gemma2Gguf[]{"token_embd", "output_norm", "attn_norm", "attn_q", "attn_k", "attn_v",
    "attn_output", "post_attention_norm", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down", "post_ffw_norm"};
inline constexpr std::string_view gemma3Gguf[]{"token_embd", "output_norm", "attn_norm", "attn_q", "attn_k", "attn_v",
    "attn_q_norm", "attn_k_norm", "attn_output", "post_attention_norm", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down",
    "post_ffw_norm"};
inline constexpr std::string_view olmo2Gguf[]{"token_embd", "output_norm", "attn_q", "attn_k", "attn_v", "attn_q_norm",
    "attn_k_norm", "attn_output", "post_attention_norm", "ffn_gate", "ffn_up", "ffn_down", "post_ffw_norm"};
inline constexpr std::string_view deepseekGguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_q_b",
    "attn_kv_a_mqa", "attn_kv_a_norm", "attn_kv_b|attn_k_b", "attn_output", "ffn_norm",
    "ffn_gate|ffn_gate_exps|ffn_gate_up_exps", "ffn_up|ffn_up_exps|ffn_gate_up_exps", "ffn_down|ffn_down_exps"};
// Gate and up are one matrix, or there is no gate.
inline constexpr std::string_view phi3Gguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_qkv",
    "attn_k|attn_qkv", "attn_v|attn_qkv", "attn_output", "ffn_norm", "ffn_up", "ffn_down"};
// Attention and feed-forward part run beside each other, behind one norm.
inline constexpr std::string_view parallelGguf[]{"token_embd", "output_norm", "attn_norm", "attn_q|attn_qkv",
    "attn_k|attn_qkv", "attn_v|attn_qkv", "attn_output", "ffn_up", "ffn_down"};
inline constexpr std::string_view gpt2Gguf[]{"token_embd", "position_embd", "output_norm", "attn_norm", "attn_qkv",
    "attn_output", "ffn_norm", "ffn_up", "ffn_down"};
inline constexpr std::string_view bloomGguf[]{"token_embd", "token_embd_norm", "output_norm", "attn_norm", "attn_qkv",
    "attn_output", "ffn_norm", "ffn_up", "ffn_down"};
inline constexpr std::string_view mambaGguf[]{
    "token_embd", "output_norm", "attn_norm", "ssm_in", "ssm_conv1d", "ssm_x", "ssm_dt", "ssm_a", "ssm_d", "ssm_out"};

} // namespace loupe
