#pragma once

#include "insight/families/family_table.h"

namespace loupe {

// The tensors of family_needs.h in GGUF names. In ggml-org/llama.cpp, tensor_mapping.py maps one to the other, and
// constants.py lists the tensors of each architecture. Heads that share the weights of the embedding are not stored.
inline constexpr ModelNeed llamaGguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_qkv"},
    {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"}, {"attn_output"}, {"ffn_norm"},
    {"ffn_gate|ffn_gate_exps|ffn_gate_up_exps"}, {"ffn_up|ffn_up_exps|ffn_gate_up_exps"}, {"ffn_down|ffn_down_exps"}};
inline constexpr ModelNeed qwen3Gguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_qkv"},
    {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"}, {"attn_q_norm"}, {"attn_k_norm"}, {"attn_output"}, {"ffn_norm"},
    {"ffn_gate"}, {"ffn_up"}, {"ffn_down"}};
inline constexpr ModelNeed expertsGguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_qkv"},
    {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"}, {"attn_output"}, {"ffn_norm"}, {"ffn_gate_inp"},
    {"ffn_gate_exps|ffn_gate_up_exps|ffn_gate.#"}, {"ffn_up_exps|ffn_gate_up_exps|ffn_up.#"},
    {"ffn_down_exps|ffn_down.#"}};
inline constexpr ModelNeed gptOssGguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_qkv"},
    {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"}, {"attn_output"}, {"attn_sinks"}, {"post_attention_norm|ffn_norm"},
    {"ffn_gate_inp"}, {"ffn_gate_exps|ffn_gate_up_exps"}, {"ffn_up_exps|ffn_gate_up_exps"}, {"ffn_down_exps"}};
inline constexpr ModelNeed gemma2Gguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q"}, {"attn_k"},
    {"attn_v"}, {"attn_output"}, {"post_attention_norm"}, {"ffn_norm"}, {"ffn_gate"}, {"ffn_up"}, {"ffn_down"},
    {"post_ffw_norm"}};
inline constexpr ModelNeed gemma3Gguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q"}, {"attn_k"},
    {"attn_v"}, {"attn_q_norm"}, {"attn_k_norm"}, {"attn_output"}, {"post_attention_norm"}, {"ffn_norm"}, {"ffn_gate"},
    {"ffn_up"}, {"ffn_down"}, {"post_ffw_norm"}};
inline constexpr ModelNeed olmo2Gguf[]{{"token_embd"}, {"output_norm"}, {"attn_q"}, {"attn_k"}, {"attn_v"},
    {"attn_q_norm"}, {"attn_k_norm"}, {"attn_output"}, {"post_attention_norm"}, {"ffn_gate"}, {"ffn_up"}, {"ffn_down"},
    {"post_ffw_norm"}};
inline constexpr ModelNeed deepseekGguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_q_b"},
    {"attn_kv_a_mqa"}, {"attn_kv_a_norm"}, {"attn_kv_b|attn_k_b"}, {"attn_output"}, {"ffn_norm"},
    {"ffn_gate|ffn_gate_exps|ffn_gate_up_exps"}, {"ffn_up|ffn_up_exps|ffn_gate_up_exps"}, {"ffn_down|ffn_down_exps"}};
// Gate and up are one matrix, or there is no gate.
inline constexpr ModelNeed phi3Gguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_qkv"},
    {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"}, {"attn_output"}, {"ffn_norm"}, {"ffn_up"}, {"ffn_down"}};
// Attention and the feed-forward part run in parallel after one norm.
inline constexpr ModelNeed parallelGguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_q|attn_qkv"},
    {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"}, {"attn_output"}, {"ffn_up"}, {"ffn_down"}};
inline constexpr ModelNeed gpt2Gguf[]{{"token_embd"}, {"position_embd"}, {"output_norm"}, {"attn_norm"}, {"attn_qkv"},
    {"attn_output"}, {"ffn_norm"}, {"ffn_up"}, {"ffn_down"}};
inline constexpr ModelNeed bloomGguf[]{{"token_embd"}, {"token_embd_norm"}, {"output_norm"}, {"attn_norm"},
    {"attn_qkv"}, {"attn_output"}, {"ffn_norm"}, {"ffn_up"}, {"ffn_down"}};
inline constexpr ModelNeed mambaGguf[]{{"token_embd"}, {"output_norm"}, {"attn_norm"}, {"ssm_in"}, {"ssm_conv1d"},
    {"ssm_x"}, {"ssm_dt"}, {"ssm_a"}, {"ssm_d"}, {"ssm_out"}};

// Its norms have no weights.
inline constexpr ModelNeed olmoGguf[]{{"token_embd"}, {"attn_q|attn_qkv"}, {"attn_k|attn_qkv"}, {"attn_v|attn_qkv"},
    {"attn_output"}, {"ffn_gate"}, {"ffn_up"}, {"ffn_down"}};

inline constexpr ModelNeed bitnetNormsGguf[]{{"attn_sub_norm"}, {"ffn_sub_norm"}};
inline constexpr ModelNeed biasesGguf[]{
    {"attn_q.bias|attn_qkv.bias"}, {"attn_k.bias|attn_qkv.bias"}, {"attn_v.bias|attn_qkv.bias"}};
inline constexpr ModelNeed headNormsGguf[]{{"attn_q_norm"}, {"attn_k_norm"}};
inline constexpr ModelNeed sharedExpertGguf[]{
    {"ffn_gate_inp_shexp"}, {"ffn_gate_shexp"}, {"ffn_up_shexp"}, {"ffn_down_shexp"}};
// Needed if the metadata states the counts. Older files have a tensor for each expert instead of stacked ones.
inline constexpr ModelNeed statedExpertsGguf[]{{.parts = "ffn_gate_inp", .key = "expert_count"},
    {.parts = "ffn_gate_exps|ffn_gate_up_exps|ffn_gate.#", .key = "expert_count"},
    {.parts = "ffn_up_exps|ffn_gate_up_exps|ffn_up.#", .key = "expert_count"},
    {.parts = "ffn_down_exps|ffn_down.#", .key = "expert_count"},
    {.parts = "ffn_gate_shexp", .key = "expert_shared_count"}, {.parts = "ffn_up_shexp", .key = "expert_shared_count"},
    {.parts = "ffn_down_shexp", .key = "expert_shared_count"},
    {.parts = "ffn_gate", .key = "leading_dense_block_count"}, {.parts = "ffn_up", .key = "leading_dense_block_count"},
    {.parts = "ffn_down", .key = "leading_dense_block_count"}};

} // namespace loupe
