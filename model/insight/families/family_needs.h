#pragma once

#include "insight/families/family_table.h"

namespace loupe {

// The tensors that every model of a family has, in groups that families share. A fused projection counts as each of the
// projections that it contains.

// Models with the names of Llama.
inline constexpr ModelNeed outerNeeds[]{{.parts = "embed_tokens", .isOuter = true}, {.parts = "norm", .isOuter = true}};
inline constexpr ModelNeed attentionNeeds[]{{"self_attn.q_proj|self_attn.qkv_proj"},
    {"self_attn.k_proj|self_attn.qkv_proj"}, {"self_attn.v_proj|self_attn.qkv_proj"}, {"self_attn.o_proj"}};
inline constexpr ModelNeed statedBiases[]{
    {.parts = "self_attn.q_proj.bias|self_attn.qkv_proj.bias", .key = "attention_bias"},
    {.parts = "self_attn.k_proj.bias|self_attn.qkv_proj.bias", .key = "attention_bias"},
    {.parts = "self_attn.v_proj.bias|self_attn.qkv_proj.bias", .key = "attention_bias"}};
inline constexpr ModelNeed usualBiases[]{
    {.parts = "self_attn.q_proj.bias|self_attn.qkv_proj.bias", .key = "qkv_bias", .isUsual = true},
    {.parts = "self_attn.k_proj.bias|self_attn.qkv_proj.bias", .key = "qkv_bias", .isUsual = true},
    {.parts = "self_attn.v_proj.bias|self_attn.qkv_proj.bias", .key = "qkv_bias", .isUsual = true}};
inline constexpr ModelNeed headNorms[]{{"self_attn.q_norm"}, {"self_attn.k_norm"}};
inline constexpr ModelNeed oneNorm[]{{"input_layernorm"}};
inline constexpr ModelNeed twoNorms[]{{"input_layernorm"}, {"post_attention_layernorm"}};
inline constexpr ModelNeed normBiases[]{
    {.parts = "norm.bias", .isOuter = true}, {"input_layernorm.bias"}, {"post_attention_layernorm.bias"}};
inline constexpr ModelNeed gatedNeeds[]{
    {"mlp.gate_proj|mlp.gate_up_proj"}, {"mlp.up_proj|mlp.gate_up_proj"}, {"mlp.down_proj"}};
inline constexpr ModelNeed gemma2Norms[]{
    {"post_attention_layernorm"}, {"pre_feedforward_layernorm"}, {"post_feedforward_layernorm"}};
inline constexpr ModelNeed olmo2Norms[]{{"post_attention_layernorm"}, {"post_feedforward_layernorm"}};
inline constexpr ModelNeed glm4Norms[]{{"post_self_attn_layernorm"}, {"post_mlp_layernorm"}};

// Experts are stored individually, stacked, or under "switch_mlp".
inline constexpr ModelNeed expertsNeeds[]{{.parts = "mlp.gate", .key = "num_experts", .isUsual = true},
    {.parts = "mlp.experts.#.gate_proj|mlp.experts.gate_up_proj|mlp.experts.gate_proj|mlp.switch_mlp.gate_proj",
        .key = "num_experts",
        .isUsual = true},
    {.parts = "mlp.experts.#.up_proj|mlp.experts.gate_up_proj|mlp.experts.up_proj|mlp.switch_mlp.up_proj",
        .key = "num_experts",
        .isUsual = true},
    {.parts = "mlp.experts.#.down_proj|mlp.experts.down_proj|mlp.switch_mlp.down_proj",
        .key = "num_experts",
        .isUsual = true},
    {.parts = "mlp.gate_proj|mlp.gate_up_proj", .key = "mlp_only_layers"},
    {.parts = "mlp.up_proj|mlp.gate_up_proj", .key = "mlp_only_layers"},
    {.parts = "mlp.down_proj", .key = "mlp_only_layers"}};
inline constexpr ModelNeed sharedExpertNeeds[]{{.parts = "mlp.shared_expert_gate"},
    {.parts = "mlp.shared_expert.gate_proj|mlp.shared_expert.gate_up_proj",
        .key = "shared_expert_intermediate_size",
        .isUsual = true},
    {.parts = "mlp.shared_expert.up_proj|mlp.shared_expert.gate_up_proj",
        .key = "shared_expert_intermediate_size",
        .isUsual = true},
    {.parts = "mlp.shared_expert.down_proj", .key = "shared_expert_intermediate_size", .isUsual = true}};
inline constexpr ModelNeed mixtralNeeds[]{{"block_sparse_moe.gate|mlp.gate"},
    {"block_sparse_moe.experts.#.w1|mlp.experts.gate_up_proj|block_sparse_moe.switch_mlp.gate_proj"},
    {"block_sparse_moe.experts.#.w3|mlp.experts.gate_up_proj|block_sparse_moe.switch_mlp.up_proj"},
    {"block_sparse_moe.experts.#.w2|mlp.experts.down_proj|block_sparse_moe.switch_mlp.down_proj"}};
inline constexpr ModelNeed graniteMoeNeeds[]{{"block_sparse_moe.router"},
    {"block_sparse_moe.input_linear|block_sparse_moe.switch_mlp.gate_proj"},
    {"block_sparse_moe.output_linear|block_sparse_moe.switch_mlp.down_proj"}};
// Routed and shared experts, preceded by dense layers.
inline constexpr ModelNeed deepseekExperts[]{{.parts = "mlp.gate", .key = "n_routed_experts"},
    {.parts = "mlp.experts.#.gate_proj|mlp.experts.gate_up_proj|mlp.switch_mlp.gate_proj", .key = "n_routed_experts"},
    {.parts = "mlp.experts.#.up_proj|mlp.experts.gate_up_proj|mlp.switch_mlp.up_proj", .key = "n_routed_experts"},
    {.parts = "mlp.experts.#.down_proj|mlp.experts.down_proj|mlp.switch_mlp.down_proj", .key = "n_routed_experts"},
    {.parts = "mlp.shared_experts.gate_proj|mlp.shared_experts.gate_up_proj", .key = "n_shared_experts"},
    {.parts = "mlp.shared_experts.up_proj|mlp.shared_experts.gate_up_proj", .key = "n_shared_experts"},
    {.parts = "mlp.shared_experts.down_proj", .key = "n_shared_experts"},
    {.parts = "mlp.gate_proj|mlp.gate_up_proj", .key = "first_k_dense_replace"},
    {.parts = "mlp.up_proj|mlp.gate_up_proj", .key = "first_k_dense_replace"},
    {.parts = "mlp.down_proj", .key = "first_k_dense_replace"}};
// Any feed-forward part, dense or of experts.
inline constexpr ModelNeed someFeedForward[]{{"gate_proj|gate_up_proj"}, {"up_proj|gate_up_proj"}, {"down_proj"}};
inline constexpr ModelNeed correctedRouter[]{{.parts = "mlp.gate.e_score_correction_bias", .key = "n_routed_experts"}};
// A multi-token prediction layer. Published models may omit it, so it is checked only if some of its tensors exist.
inline constexpr ModelNeed predictionLayer[]{{.parts = "eh_proj", .where = "enorm|hnorm|shared_head"},
    {.parts = "enorm", .where = "eh_proj|hnorm|shared_head"}, {.parts = "hnorm", .where = "eh_proj|enorm|shared_head"},
    {.parts = "shared_head.norm", .where = "eh_proj|enorm|hnorm"}};
inline constexpr ModelNeed latentAttention[]{{"self_attn.q_proj|self_attn.q_a_proj"},
    {"self_attn.q_proj|self_attn.q_a_layernorm"}, {"self_attn.q_proj|self_attn.q_b_proj"},
    {"self_attn.kv_a_proj_with_mqa"}, {"self_attn.kv_a_layernorm"}, {"self_attn.kv_b_proj|self_attn.embed_q"},
    {"self_attn.o_proj"}};
inline constexpr ModelNeed gptOssNeeds[]{{"self_attn.sinks"}, {"self_attn.q_proj.bias"}, {"self_attn.k_proj.bias"},
    {"self_attn.v_proj.bias"}, {"self_attn.o_proj.bias"}, {"mlp.router"}, {"mlp.router.bias|mlp.router.linear.bias"},
    {"mlp.experts.gate_up_proj|mlp.experts.gate_up_proj_blocks|mlp.experts.gate_proj|mlp.experts.gate_up_projs.#"
     "|mlp.experts.#.gate_proj|mlp.experts.#.gate_up_proj"},
    {"mlp.experts.down_proj|mlp.experts.down_proj_blocks|mlp.experts.down_projs.#|mlp.experts.#.down_proj"},
    {"mlp.experts.gate_up_proj_bias|mlp.experts.gate_proj.bias|mlp.experts.gate_up_projs.#.bias"
     "|mlp.experts.#.gate_proj.bias|mlp.experts.#.gate_up_proj.bias|mlp.experts.gate_up_proj.bias"},
    {"mlp.experts.down_proj_bias|mlp.experts.down_proj.bias|mlp.experts.down_projs.#.bias"
     "|mlp.experts.#.down_proj.bias"}};
inline constexpr ModelNeed llama4Needs[]{{"feed_forward.router"},
    {"feed_forward.experts.gate_up_proj|feed_forward.experts.#.gate_proj|feed_forward.experts.gate_proj"
     "|feed_forward.experts.#.gate_up_proj"},
    {"feed_forward.experts.gate_up_proj|feed_forward.experts.#.up_proj|feed_forward.experts.up_proj"
     "|feed_forward.experts.#.gate_up_proj"},
    {"feed_forward.experts.down_proj|feed_forward.experts.#.down_proj"}, {"feed_forward.shared_expert.gate_proj"},
    {"feed_forward.shared_expert.up_proj"}, {"feed_forward.shared_expert.down_proj"}};
// Layers with linear attention, interleaved with layers with full attention.
inline constexpr ModelNeed linearAttention[]{{"linear_attn.in_proj_qkvz"}, {"linear_attn.in_proj_ba"},
    {"linear_attn.conv1d"}, {"linear_attn.dt_bias"}, {"linear_attn.A_log"}, {"linear_attn.norm"},
    {"linear_attn.out_proj"}};

// Language models with their own naming schemes.
inline constexpr ModelNeed cohereHeadNorms[]{
    {.parts = "self_attn.q_norm", .key = "use_qk_norm"}, {.parts = "self_attn.k_norm", .key = "use_qk_norm"}};
inline constexpr ModelNeed outputBias[]{{.parts = "self_attn.o_proj.bias", .key = "attention_bias"}};
inline constexpr ModelNeed nemotronNeeds[]{{"mlp.up_proj"}, {"mlp.down_proj"},
    {.parts = "mlp.up_proj.bias", .key = "mlp_bias"}, {.parts = "mlp.down_proj.bias", .key = "mlp_bias"}};
inline constexpr ModelNeed stableLmNeeds[]{{.parts = "norm.bias", .isOuter = true}, {"input_layernorm"},
    {"input_layernorm.bias"}, {.parts = "post_attention_layernorm", .unless = "use_parallel_residual"},
    {.parts = "post_attention_layernorm.bias", .unless = "use_parallel_residual"},
    {.parts = "self_attn.q_proj.bias", .key = "use_qkv_bias"},
    {.parts = "self_attn.k_proj.bias", .key = "use_qkv_bias"},
    {.parts = "self_attn.v_proj.bias", .key = "use_qkv_bias"},
    {.parts = "self_attn.q_layernorm", .key = "qk_layernorm"},
    {.parts = "self_attn.k_layernorm", .key = "qk_layernorm"}};
inline constexpr ModelNeed starcoder2Needs[]{{"mlp.c_fc"}, {"mlp.c_proj"},
    {.parts = "mlp.c_fc.bias", .key = "use_bias", .isUsual = true},
    {.parts = "mlp.c_proj.bias", .key = "use_bias", .isUsual = true},
    {.parts = "self_attn.q_proj.bias", .key = "use_bias", .isUsual = true},
    {.parts = "self_attn.k_proj.bias", .key = "use_bias", .isUsual = true},
    {.parts = "self_attn.v_proj.bias", .key = "use_bias", .isUsual = true},
    {.parts = "self_attn.o_proj.bias", .key = "use_bias", .isUsual = true}};
inline constexpr ModelNeed internLm2Needs[]{{.parts = "tok_embeddings", .isOuter = true},
    {.parts = "norm", .isOuter = true}, {"attention.wqkv"}, {"attention.wo"}, {"feed_forward.w1"}, {"feed_forward.w2"},
    {"feed_forward.w3"}, {"attention_norm"}, {"ffn_norm"}};
inline constexpr ModelNeed phiNeeds[]{{.parts = "embed_tokens", .isOuter = true},
    {.parts = "final_layernorm", .isOuter = true}, {.parts = "final_layernorm.bias", .isOuter = true},
    {"self_attn.q_proj"}, {"self_attn.k_proj"}, {"self_attn.v_proj"}, {"self_attn.dense"}, {"mlp.fc1"}, {"mlp.fc2"},
    {"input_layernorm"}, {"self_attn.q_proj.bias"}, {"self_attn.k_proj.bias"}, {"self_attn.v_proj.bias"},
    {"self_attn.dense.bias"}, {"mlp.fc1.bias"}, {"mlp.fc2.bias"}, {"input_layernorm.bias"}};
inline constexpr ModelNeed gpt2Needs[]{{.parts = "wte", .isOuter = true}, {.parts = "wpe", .isOuter = true},
    {.parts = "ln_f", .isOuter = true}, {.parts = "ln_f.bias", .isOuter = true}, {"attn.c_attn"}, {"attn.c_proj"},
    {"mlp.c_fc"}, {"mlp.c_proj"}, {"ln_1"}, {"ln_2"}, {"attn.c_attn.bias"}, {"attn.c_proj.bias"}, {"mlp.c_fc.bias"},
    {"mlp.c_proj.bias"}, {"ln_1.bias"}, {"ln_2.bias"}};
inline constexpr ModelNeed neoxNeeds[]{{.parts = "embed_in", .isOuter = true},
    {.parts = "final_layer_norm", .isOuter = true}, {.parts = "final_layer_norm.bias", .isOuter = true},
    {"attention.query_key_value"}, {"attention.dense"}, {"mlp.dense_h_to_4h"}, {"mlp.dense_4h_to_h"},
    {"input_layernorm"}, {"post_attention_layernorm"}, {"mlp.dense_h_to_4h.bias"}, {"mlp.dense_4h_to_h.bias"},
    {"input_layernorm.bias"}, {"post_attention_layernorm.bias"},
    {.parts = "attention.query_key_value.bias", .key = "attention_bias", .isUsual = true},
    {.parts = "attention.dense.bias", .key = "attention_bias", .isUsual = true}};
inline constexpr ModelNeed bloomNeeds[]{{.parts = "word_embeddings", .isOuter = true},
    {.parts = "word_embeddings_layernorm", .isOuter = true},
    {.parts = "word_embeddings_layernorm.bias", .isOuter = true}, {.parts = "ln_f", .isOuter = true},
    {.parts = "ln_f.bias", .isOuter = true}, {"self_attention.query_key_value"}, {"self_attention.dense"},
    {"mlp.dense_h_to_4h"}, {"mlp.dense_4h_to_h"}, {"input_layernorm"}, {"post_attention_layernorm"},
    {"self_attention.query_key_value.bias"}, {"self_attention.dense.bias"}, {"mlp.dense_h_to_4h.bias"},
    {"mlp.dense_4h_to_h.bias"}, {"input_layernorm.bias"}, {"post_attention_layernorm.bias"}};
inline constexpr ModelNeed gptJNeeds[]{{.parts = "wte", .isOuter = true}, {.parts = "ln_f", .isOuter = true},
    {.parts = "ln_f.bias", .isOuter = true}, {"attn.q_proj"}, {"attn.k_proj"}, {"attn.v_proj"}, {"attn.out_proj"},
    {"mlp.fc_in"}, {"mlp.fc_out"}, {"ln_1"}, {"mlp.fc_in.bias"}, {"mlp.fc_out.bias"}, {"ln_1.bias"}};
inline constexpr ModelNeed falconNeeds[]{{.parts = "word_embeddings", .isOuter = true},
    {.parts = "ln_f", .isOuter = true}, {.parts = "ln_f.bias", .isOuter = true}, {"self_attention.query_key_value"},
    {"self_attention.dense"}, {"mlp.dense_h_to_4h"}, {"mlp.dense_4h_to_h"}, {"input_layernorm|ln_attn"},
    {"input_layernorm.bias|ln_attn.bias"}, {.parts = "ln_mlp", .where = "ln_attn"},
    {.parts = "post_attention_layernorm", .key = "alibi", .unless = "parallel_attn"},
    {.parts = "post_attention_layernorm.bias", .key = "alibi", .unless = "parallel_attn"},
    {.parts = "ln_mlp.bias", .where = "ln_attn"}, {.parts = "self_attention.query_key_value.bias", .key = "bias"},
    {.parts = "self_attention.dense.bias", .key = "bias"}, {.parts = "mlp.dense_h_to_4h.bias", .key = "bias"},
    {.parts = "mlp.dense_4h_to_h.bias", .key = "bias"}};
inline constexpr ModelNeed mptNeeds[]{{.parts = "wte", .isOuter = true}, {.parts = "norm_f", .isOuter = true},
    {"attn.Wqkv"}, {"attn.out_proj"}, {"ffn.up_proj"}, {"ffn.down_proj"}, {"norm_1"}, {"norm_2"}};
inline constexpr ModelNeed optNeeds[]{{.parts = "embed_tokens", .isOuter = true},
    {.parts = "embed_positions", .isOuter = true},
    {.parts = "project_in", .key = "word_embed_proj_dim", .notAs = "hidden_size", .isOuter = true},
    {.parts = "project_out", .key = "word_embed_proj_dim", .notAs = "hidden_size", .isOuter = true},
    {.parts = "final_layer_norm",
        .key = "do_layer_norm_before",
        .andKey = "layer_norm_elementwise_affine",
        .unless = "_remove_final_layer_norm",
        .isOuter = true,
        .isUsual = true},
    {.parts = "final_layer_norm.bias",
        .key = "do_layer_norm_before",
        .andKey = "layer_norm_elementwise_affine",
        .unless = "_remove_final_layer_norm",
        .isOuter = true,
        .isUsual = true},
    {"self_attn.q_proj"}, {"self_attn.k_proj"}, {"self_attn.v_proj"}, {"self_attn.out_proj"}, {"fc1"}, {"fc2"},
    {.parts = "self_attn_layer_norm", .key = "layer_norm_elementwise_affine", .isUsual = true},
    {.parts = "self_attn_layer_norm.bias", .key = "layer_norm_elementwise_affine", .isUsual = true},
    {.parts = "layers.#.final_layer_norm", .key = "layer_norm_elementwise_affine", .isUsual = true},
    {.parts = "layers.#.final_layer_norm.bias", .key = "layer_norm_elementwise_affine", .isUsual = true},
    {.parts = "self_attn.q_proj.bias", .key = "enable_bias", .isUsual = true},
    {.parts = "self_attn.k_proj.bias", .key = "enable_bias", .isUsual = true},
    {.parts = "self_attn.v_proj.bias", .key = "enable_bias", .isUsual = true},
    {.parts = "self_attn.out_proj.bias", .key = "enable_bias", .isUsual = true},
    {.parts = "fc1.bias", .key = "enable_bias", .isUsual = true},
    {.parts = "fc2.bias", .key = "enable_bias", .isUsual = true}};
inline constexpr ModelNeed llamaMetaNeeds[]{{.parts = "tok_embeddings", .isOuter = true},
    {.parts = "norm", .isOuter = true}, {"attention.wq"}, {"attention.wk"}, {"attention.wv"}, {"attention.wo"},
    {"feed_forward.w1"}, {"feed_forward.w2"}, {"feed_forward.w3"}, {"attention_norm"}, {"ffn_norm"}};

inline constexpr ModelNeed outputBiasBeside[]{{.parts = "self_attn.o_proj.bias", .key = "attention_out_bias"}};
inline constexpr ModelNeed apertusNeeds[]{{"mlp.up_proj"}, {"mlp.down_proj"}, {"attention_layernorm"},
    {"feedforward_layernorm"}, {.parts = "self_attn.q_norm", .key = "qk_norm", .isUsual = true},
    {.parts = "self_attn.k_norm", .key = "qk_norm", .isUsual = true}};
inline constexpr ModelNeed ernieExperts[]{{.parts = "mlp.gate", .key = "moe_num_experts"},
    {.parts = "mlp.experts.#.gate_proj|mlp.experts.gate_up_proj|mlp.switch_mlp.gate_proj", .key = "moe_num_experts"},
    {.parts = "mlp.experts.#.up_proj|mlp.experts.gate_up_proj|mlp.switch_mlp.up_proj", .key = "moe_num_experts"},
    {.parts = "mlp.experts.#.down_proj|mlp.experts.down_proj|mlp.switch_mlp.down_proj", .key = "moe_num_experts"},
    {.parts = "mlp.shared_experts.gate_proj", .key = "moe_num_shared_experts"},
    {.parts = "mlp.shared_experts.up_proj", .key = "moe_num_shared_experts"},
    {.parts = "mlp.shared_experts.down_proj", .key = "moe_num_shared_experts"},
    {.parts = "mlp.gate_proj", .key = "moe_layer_start_index"},
    {.parts = "mlp.up_proj", .key = "moe_layer_start_index"},
    {.parts = "mlp.down_proj", .key = "moe_layer_start_index"}};
inline constexpr ModelNeed baichuanAttention[]{{"self_attn.W_pack"}, {"self_attn.o_proj"}};
inline constexpr ModelNeed gptNeoNeeds[]{{.parts = "wte", .isOuter = true}, {.parts = "wpe", .isOuter = true},
    {.parts = "ln_f", .isOuter = true}, {.parts = "ln_f.bias", .isOuter = true}, {"attn.attention.q_proj"},
    {"attn.attention.k_proj"}, {"attn.attention.v_proj"}, {"attn.attention.out_proj"}, {"attn.attention.out_proj.bias"},
    {"mlp.c_fc"}, {"mlp.c_proj"}, {"mlp.c_fc.bias"}, {"mlp.c_proj.bias"}, {"ln_1"}, {"ln_2"}, {"ln_1.bias"},
    {"ln_2.bias"}};
// Its norms have no weights.
inline constexpr ModelNeed embeddingAlone[]{{.parts = "embed_tokens", .isOuter = true}};
inline constexpr ModelNeed bitnetNorms[]{{"self_attn.attn_sub_norm"}, {"mlp.ffn_sub_norm"}};
inline constexpr ModelNeed bitnetLlamaNorms[]{{"self_attn.inner_attn_ln"}, {"mlp.ffn_layernorm"}};
inline constexpr ModelNeed qwenNeeds[]{{.parts = "wte", .isOuter = true}, {.parts = "ln_f", .isOuter = true},
    {"attn.c_attn"}, {"attn.c_attn.bias"}, {"attn.c_proj"}, {"ln_1"}, {"ln_2"}, {"mlp.w1"}, {"mlp.w2"}, {"mlp.c_proj"}};
inline constexpr ModelNeed chatGlmNeeds[]{{.parts = "embedding.word_embeddings", .isOuter = true},
    {.parts = "encoder.final_layernorm", .key = "post_layer_norm", .isOuter = true, .isUsual = true},
    {.parts = "output_layer|classifier_head", .isOuter = true}, {"self_attention.query_key_value"},
    {"self_attention.dense"}, {"mlp.dense_h_to_4h"}, {"mlp.dense_4h_to_h"}, {"input_layernorm"},
    {"post_attention_layernorm"}, {.parts = "self_attention.query_key_value.bias", .key = "add_qkv_bias"},
    {.parts = "self_attention.dense.bias", .key = "add_bias_linear"},
    {.parts = "mlp.dense_h_to_4h.bias", .key = "add_bias_linear"},
    {.parts = "mlp.dense_4h_to_h.bias", .key = "add_bias_linear"}};
inline constexpr ModelNeed statedHeadBias[]{{.parts = "lm_head.bias", .key = "lm_head_bias", .isOuter = true}};

} // namespace loupe
