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

inline constexpr std::string_view gptJNeeds[]{
    "wte", "ln_f", "attn.q_proj", "attn.k_proj", "attn.v_proj", "attn.out_proj", "mlp.fc_in", "mlp.fc_out", "ln_1"};
inline constexpr std::string_view falconNeeds[]{"word_embeddings", "ln_f", "self_attention.query_key_value",
    "self_attention.dense", "mlp.dense_h_to_4h", "mlp.dense_4h_to_h", "input_layernorm|ln_attn"};
inline constexpr std::string_view mptNeeds[]{
    "wte", "norm_f", "attn.Wqkv", "attn.out_proj", "ffn.up_proj", "ffn.down_proj", "norm_1", "norm_2"};
inline constexpr std::string_view optNeeds[]{"embed_tokens", "embed_positions", "self_attn.q_proj", "self_attn.k_proj",
    "self_attn.v_proj", "self_attn.out_proj", "self_attn_layer_norm", "fc1", "fc2", "final_layer_norm"};
inline constexpr std::string_view gptOssNeeds[]{"embed_tokens", "norm", "self_attn.q_proj", "self_attn.k_proj",
    "self_attn.v_proj", "self_attn.o_proj", "self_attn.sinks", "mlp.router",
    "mlp.experts.gate_up_proj|mlp.experts.gate_up_proj_blocks|mlp.experts.gate_proj",
    "mlp.experts.down_proj|mlp.experts.down_proj_blocks", "input_layernorm", "post_attention_layernorm"};
inline constexpr std::string_view llamaMetaNeeds[]{"tok_embeddings", "norm", "attention.wq", "attention.wk",
    "attention.wv", "attention.wo", "feed_forward.w1", "feed_forward.w2", "feed_forward.w3", "attention_norm",
    "ffn_norm"};
inline constexpr std::string_view mambaNeeds[]{"embeddings|embedding|embed_tokens", "norm_f", "mixer.in_proj",
    "mixer.conv1d", "mixer.x_proj", "mixer.dt_proj", "mixer.A_log", "mixer.D", "mixer.out_proj", "layers.#.norm"};
inline constexpr std::string_view mamba2Needs[]{"embeddings|embedding|embed_tokens", "norm_f", "mixer.in_proj",
    "mixer.conv1d", "mixer.dt_bias", "mixer.A_log", "mixer.D", "mixer.norm", "mixer.out_proj", "layers.#.norm"};
inline constexpr std::string_view bertNeeds[]{"embeddings.word_embeddings", "embeddings.token_type_embeddings",
    "embeddings.LayerNorm", "attention.self.query", "attention.self.key", "attention.self.value",
    "attention.output.dense", "attention.output.LayerNorm", "intermediate.dense|mlp.gated_layers|mlp.up_gated_layer",
    "layer.#.output.dense|mlp.wo|mlp.down_layer", "layer.#.output.LayerNorm|mlp.layernorm|layer_norm_2"};
inline constexpr std::string_view distilbertNeeds[]{"embeddings.word_embeddings", "embeddings.position_embeddings",
    "embeddings.LayerNorm", "attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin",
    "sa_layer_norm", "ffn.lin1", "ffn.lin2", "output_layer_norm"};
inline constexpr std::string_view t5Needs[]{"shared|embed_tokens", "encoder.block.#.layer.#.SelfAttention.q",
    "encoder.block.#.layer.#.SelfAttention.k", "encoder.block.#.layer.#.SelfAttention.v",
    "encoder.block.#.layer.#.SelfAttention.o", "encoder.block.#.layer.#.layer_norm", "encoder.final_layer_norm",
    "DenseReluDense.wi|DenseReluDense.wi_0", "DenseReluDense.wo", "decoder.block.#.layer.#.SelfAttention.q",
    "decoder.block.#.layer.#.EncDecAttention.q", "decoder.block.#.layer.#.EncDecAttention.k",
    "decoder.block.#.layer.#.EncDecAttention.v", "decoder.block.#.layer.#.EncDecAttention.o",
    "decoder.final_layer_norm"};
inline constexpr std::string_view t5EncoderNeeds[]{"shared|embed_tokens", "SelfAttention.q", "SelfAttention.k",
    "SelfAttention.v", "SelfAttention.o", "block.#.layer.#.layer_norm", "DenseReluDense.wi|DenseReluDense.wi_0",
    "DenseReluDense.wo", "final_layer_norm"};
// In the names of transformers, of the files that OpenAI publishes (mlp.0 and mlp.2), and of MLX.
inline constexpr std::string_view whisperNeeds[]{"encoder.conv1", "encoder.conv2",
    "decoder.embed_tokens|decoder.token_embedding", "decoder.embed_positions|decoder.positional_embedding",
    "self_attn.q_proj|attn.query", "self_attn.k_proj|attn.key", "self_attn.v_proj|attn.value",
    "self_attn.out_proj|attn.out", "encoder_attn.q_proj|cross_attn.query", "encoder_attn.k_proj|cross_attn.key",
    "encoder_attn.v_proj|cross_attn.value", "encoder_attn.out_proj|cross_attn.out", "fc1|mlp.#|mlp1", "fc2|mlp.#|mlp2",
    "encoder.layer_norm|encoder.ln_post", "decoder.layer_norm|decoder.ln"};
inline constexpr std::string_view clipTextNeeds[]{"text_model.embeddings.token_embedding",
    "text_model.embeddings.position_embedding", "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj",
    "self_attn.out_proj", "mlp.fc1", "mlp.fc2", "layer_norm1", "layer_norm2", "text_model.final_layer_norm"};
inline constexpr std::string_view vitNeeds[]{"embeddings.cls_token", "embeddings.position_embeddings",
    "embeddings.patch_embeddings.projection", "attention.attention.query", "attention.attention.key",
    "attention.attention.value", "attention.output.dense", "intermediate.dense", "layer.#.output.dense",
    "layernorm_before", "layernorm_after"};

} // namespace loupe
