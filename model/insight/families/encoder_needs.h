#pragma once

#include "insight/families/family_table.h"

namespace loupe {

// Required tensors (see family_needs.h) of text, image and speech encoders and of the parts that connect them.

inline constexpr ModelNeed bertEmbeddings[]{{.parts = "embeddings.word_embeddings", .isOuter = true},
    {.parts = "embeddings.position_embeddings", .isOuter = true},
    {.parts = "embeddings.token_type_embeddings", .isOuter = true}, {.parts = "embeddings.LayerNorm", .isOuter = true},
    {.parts = "embeddings.LayerNorm.bias|embeddings.LayerNorm.beta", .isOuter = true}};
inline constexpr ModelNeed bertProjections[]{{"attention.self.query"}, {"attention.self.key"}, {"attention.self.value"},
    {"attention.self.query.bias"}, {"attention.self.key.bias"}, {"attention.self.value.bias"}};
inline constexpr ModelNeed bertLayers[]{{"attention.output.dense"}, {"attention.output.LayerNorm"},
    {"intermediate.dense"}, {"layer.#.output.dense"}, {"layer.#.output.LayerNorm"}, {"attention.output.dense.bias"},
    {"attention.output.LayerNorm.bias|attention.output.LayerNorm.beta"}, {"intermediate.dense.bias"},
    {"layer.#.output.dense.bias"}, {"layer.#.output.LayerNorm.bias|layer.#.output.LayerNorm.beta"}};
inline constexpr ModelNeed electraNeeds[]{
    {.parts = "embeddings_project", .key = "embedding_size", .notAs = "hidden_size", .isOuter = true},
    {.parts = "embeddings_project.bias", .key = "embedding_size", .notAs = "hidden_size", .isOuter = true}};
inline constexpr ModelNeed albertNeeds[]{{.parts = "encoder.embedding_hidden_mapping_in", .isOuter = true},
    {.parts = "encoder.embedding_hidden_mapping_in.bias", .isOuter = true}, {"attention.query"}, {"attention.key"},
    {"attention.value"}, {"attention.dense"}, {"attention.LayerNorm"}, {"ffn"}, {"ffn_output"},
    {"full_layer_layer_norm"}, {"attention.query.bias"}, {"attention.key.bias"}, {"attention.value.bias"},
    {"attention.dense.bias"}, {"attention.LayerNorm.bias"}, {"ffn.bias"}, {"ffn_output.bias"},
    {"full_layer_layer_norm.bias"}};
inline constexpr ModelNeed debertaNeeds[]{{.parts = "embeddings.word_embeddings", .isOuter = true},
    {.parts = "embeddings.LayerNorm", .isOuter = true}, {.parts = "embeddings.LayerNorm.bias", .isOuter = true},
    {.parts = "embeddings.position_embeddings", .key = "position_biased_input", .isOuter = true},
    {.parts = "embeddings.token_type_embeddings", .key = "type_vocab_size", .isOuter = true},
    {.parts = "encoder.rel_embeddings", .key = "relative_attention", .isOuter = true},
    {.parts = "encoder.conv.conv", .key = "conv_kernel_size", .isOuter = true}, {"attention.self.query_proj"},
    {"attention.self.key_proj"}, {"attention.self.value_proj"}, {"attention.self.query_proj.bias"},
    {"attention.self.key_proj.bias"}, {"attention.self.value_proj.bias"}};
inline constexpr ModelNeed mpnetNeeds[]{{.parts = "embeddings.word_embeddings", .isOuter = true},
    {.parts = "embeddings.position_embeddings", .isOuter = true}, {.parts = "embeddings.LayerNorm", .isOuter = true},
    {.parts = "embeddings.LayerNorm.bias", .isOuter = true},
    {.parts = "encoder.relative_attention_bias.weight", .isOuter = true}, {"attention.attn.q"}, {"attention.attn.k"},
    {"attention.attn.v"}, {"attention.attn.o"}, {"attention.LayerNorm"}, {"intermediate.dense"},
    {"layer.#.output.dense"}, {"layer.#.output.LayerNorm"}, {"attention.attn.q.bias"}, {"attention.attn.k.bias"},
    {"attention.attn.v.bias"}, {"attention.attn.o.bias"}, {"attention.LayerNorm.bias"}, {"intermediate.dense.bias"},
    {"layer.#.output.dense.bias"}, {"layer.#.output.LayerNorm.bias"}};
// Encoders of images have other embeddings.
inline constexpr ModelNeed nomicBertNeeds[]{
    {.parts = "embeddings.word_embeddings", .unless = "img_size", .isOuter = true},
    {.parts = "embeddings.token_type_embeddings", .key = "type_vocab_size", .unless = "img_size", .isOuter = true},
    {.parts = "emb_ln", .unless = "img_size", .isOuter = true},
    {.parts = "emb_ln.bias", .unless = "img_size", .isOuter = true}, {"attn.Wqkv"}, {"attn.out_proj"}, {"norm1"},
    {"norm2"}, {"norm1.bias"}, {"norm2.bias"}, {"mlp.fc1|mlp.fc11"}, {"mlp.fc1|mlp.fc12"}, {"mlp.fc2"},
    {.parts = "attn.Wqkv.bias", .key = "qkv_proj_bias"}, {.parts = "attn.out_proj.bias", .key = "qkv_proj_bias"},
    {.parts = "mlp.fc1.bias|mlp.fc11.bias", .key = "mlp_fc1_bias"},
    {.parts = "mlp.fc1.bias|mlp.fc12.bias", .key = "mlp_fc1_bias"}, {.parts = "mlp.fc2.bias", .key = "mlp_fc2_bias"}};
// ESM-2. The norms are before the parts of a layer, and at the end of the encoder.
inline constexpr ModelNeed esmNeeds[]{{.parts = "embeddings.word_embeddings", .isOuter = true},
    {.parts = "embeddings.layer_norm", .key = "emb_layer_norm_before", .isOuter = true},
    {.parts = "embeddings.layer_norm.bias", .key = "emb_layer_norm_before", .isOuter = true},
    {.parts = "encoder.emb_layer_norm_after", .isOuter = true},
    {.parts = "encoder.emb_layer_norm_after.bias", .isOuter = true}, {"attention.LayerNorm"},
    {"attention.output.dense"}, {"intermediate.dense"}, {"layer.#.output.dense"}, {"layer.#.LayerNorm"},
    {"attention.LayerNorm.bias"}, {"attention.output.dense.bias"}, {"intermediate.dense.bias"},
    {"layer.#.output.dense.bias"}, {"layer.#.LayerNorm.bias"}};
inline constexpr ModelNeed longformerNeeds[]{{"attention.self.query_global"}, {"attention.self.key_global"},
    {"attention.self.value_global"}, {"attention.self.query_global.bias"}, {"attention.self.key_global.bias"},
    {"attention.self.value_global.bias"}};
inline constexpr ModelNeed xlnetNeeds[]{{.parts = "word_embedding", .isOuter = true},
    {.parts = "mask_emb", .isOuter = true}, {"rel_attn.q"}, {"rel_attn.k"}, {"rel_attn.v"}, {"rel_attn.o"},
    {"rel_attn.r"}, {"rel_attn.r_r_bias"}, {"rel_attn.r_s_bias"}, {"rel_attn.r_w_bias"}, {"rel_attn.seg_embed"},
    {"rel_attn.layer_norm"}, {"rel_attn.layer_norm.bias"}, {"ff.layer_norm"}, {"ff.layer_norm.bias"}, {"ff.layer_1"},
    {"ff.layer_1.bias"}, {"ff.layer_2"}, {"ff.layer_2.bias"}};
inline constexpr ModelNeed modernBertNeeds[]{{.parts = "embeddings.tok_embeddings", .isOuter = true},
    {.parts = "embeddings.norm", .isOuter = true}, {.parts = "final_norm", .isOuter = true}, {"attn.Wqkv"}, {"attn.Wo"},
    {"attn_norm"}, {"mlp_norm"}, {"mlp.Wi"}, {"mlp.Wo"}, {.parts = "attn.Wqkv.bias", .key = "attention_bias"},
    {.parts = "attn.Wo.bias", .key = "attention_bias"}, {.parts = "mlp.Wi.bias", .key = "mlp_bias"},
    {.parts = "mlp.Wo.bias", .key = "mlp_bias"}, {.parts = "embeddings.norm.bias", .key = "norm_bias", .isOuter = true},
    {.parts = "final_norm.bias", .key = "norm_bias", .isOuter = true}, {.parts = "attn_norm.bias", .key = "norm_bias"},
    {.parts = "mlp_norm.bias", .key = "norm_bias"}};
inline constexpr ModelNeed distilbertNeeds[]{{.parts = "embeddings.word_embeddings", .isOuter = true},
    {.parts = "embeddings.position_embeddings", .isOuter = true}, {.parts = "embeddings.LayerNorm", .isOuter = true},
    {.parts = "embeddings.LayerNorm.bias", .isOuter = true}, {"attention.q_lin"}, {"attention.k_lin"},
    {"attention.v_lin"}, {"attention.out_lin"}, {"sa_layer_norm"}, {"ffn.lin1"}, {"ffn.lin2"}, {"output_layer_norm"},
    {"attention.q_lin.bias"}, {"attention.k_lin.bias"}, {"attention.v_lin.bias"}, {"attention.out_lin.bias"},
    {"sa_layer_norm.bias"}, {"ffn.lin1.bias"}, {"ffn.lin2.bias"}, {"output_layer_norm.bias"}};

// Gated feed-forward parts have wi_0 and wi_1, others wi. The parts of a block are numbered.
inline constexpr ModelNeed t5EncoderNeeds[]{{.parts = "shared|embed_tokens", .isOuter = true},
    {"encoder.block.#.layer.0.SelfAttention.q"}, {"encoder.block.#.layer.0.SelfAttention.k"},
    {"encoder.block.#.layer.0.SelfAttention.v"}, {"encoder.block.#.layer.0.SelfAttention.o"},
    {"encoder.block.#.layer.0.SelfAttention.relative_attention_bias.weight"}, {"encoder.block.#.layer.0.layer_norm"},
    {"encoder.block.#.layer.1.DenseReluDense.wi|encoder.block.#.layer.1.DenseReluDense.wi_0"},
    {"encoder.block.#.layer.1.DenseReluDense.wi|encoder.block.#.layer.1.DenseReluDense.wi_1"},
    {"encoder.block.#.layer.1.DenseReluDense.wo"}, {"encoder.block.#.layer.1.layer_norm"},
    {.parts = "encoder.final_layer_norm", .isOuter = true}};
inline constexpr ModelNeed t5DecoderNeeds[]{{"decoder.block.#.layer.0.SelfAttention.q"},
    {"decoder.block.#.layer.0.SelfAttention.k"}, {"decoder.block.#.layer.0.SelfAttention.v"},
    {"decoder.block.#.layer.0.SelfAttention.o"},
    {"decoder.block.#.layer.0.SelfAttention.relative_attention_bias.weight"}, {"decoder.block.#.layer.0.layer_norm"},
    {"decoder.block.#.layer.1.EncDecAttention.q"}, {"decoder.block.#.layer.1.EncDecAttention.k"},
    {"decoder.block.#.layer.1.EncDecAttention.v"}, {"decoder.block.#.layer.1.EncDecAttention.o"},
    {"decoder.block.#.layer.1.layer_norm"},
    {"decoder.block.#.layer.2.DenseReluDense.wi|decoder.block.#.layer.2.DenseReluDense.wi_0"},
    {"decoder.block.#.layer.2.DenseReluDense.wi|decoder.block.#.layer.2.DenseReluDense.wi_1"},
    {"decoder.block.#.layer.2.DenseReluDense.wo"}, {"decoder.block.#.layer.2.layer_norm"},
    {.parts = "decoder.final_layer_norm", .isOuter = true}};

// In the names of transformers, of OpenAI's own files (mlp.0 and mlp.2), and of MLX, which computes the encoder's
// positions. Keys have no bias.
inline constexpr ModelNeed whisperEncoderNeeds[]{
    {"encoder.embed_positions|encoder.positional_embedding|encoder.blocks"}, {"encoder.conv1"}, {"encoder.conv2"},
    {"encoder.conv1.bias"}, {"encoder.conv2.bias"}, {"encoder.layers.#.self_attn.q_proj|encoder.blocks.#.attn.query"},
    {"encoder.layers.#.self_attn.k_proj|encoder.blocks.#.attn.key"},
    {"encoder.layers.#.self_attn.v_proj|encoder.blocks.#.attn.value"},
    {"encoder.layers.#.self_attn.out_proj|encoder.blocks.#.attn.out"},
    {"encoder.layers.#.self_attn_layer_norm|encoder.blocks.#.attn_ln"},
    {"encoder.layers.#.fc1|encoder.blocks.#.mlp.0|encoder.blocks.#.mlp1"},
    {"encoder.layers.#.fc2|encoder.blocks.#.mlp.2|encoder.blocks.#.mlp2"},
    {"encoder.layers.#.final_layer_norm|encoder.blocks.#.mlp_ln"},
    {"encoder.layers.#.self_attn.q_proj.bias|encoder.blocks.#.attn.query.bias"},
    {"encoder.layers.#.self_attn.v_proj.bias|encoder.blocks.#.attn.value.bias"},
    {"encoder.layers.#.self_attn.out_proj.bias|encoder.blocks.#.attn.out.bias"},
    {"encoder.layers.#.self_attn_layer_norm.bias|encoder.blocks.#.attn_ln.bias"},
    {"encoder.layers.#.fc1.bias|encoder.blocks.#.mlp.0.bias|encoder.blocks.#.mlp1.bias"},
    {"encoder.layers.#.fc2.bias|encoder.blocks.#.mlp.2.bias|encoder.blocks.#.mlp2.bias"},
    {"encoder.layers.#.final_layer_norm.bias|encoder.blocks.#.mlp_ln.bias"},
    {.parts = "encoder.layer_norm|encoder.ln_post", .isOuter = true},
    {.parts = "encoder.layer_norm.bias|encoder.ln_post.bias", .isOuter = true}};
inline constexpr ModelNeed whisperDecoderNeeds[]{
    {.parts = "decoder.embed_tokens|decoder.token_embedding", .isOuter = true},
    {.parts = "decoder.embed_positions|decoder.positional_embedding", .isOuter = true},
    {"decoder.layers.#.self_attn.q_proj|decoder.blocks.#.attn.query"},
    {"decoder.layers.#.self_attn.k_proj|decoder.blocks.#.attn.key"},
    {"decoder.layers.#.self_attn.v_proj|decoder.blocks.#.attn.value"},
    {"decoder.layers.#.self_attn.out_proj|decoder.blocks.#.attn.out"},
    {"decoder.layers.#.self_attn_layer_norm|decoder.blocks.#.attn_ln"}, {"encoder_attn.q_proj|cross_attn.query"},
    {"encoder_attn.k_proj|cross_attn.key"}, {"encoder_attn.v_proj|cross_attn.value"},
    {"encoder_attn.out_proj|cross_attn.out"}, {"encoder_attn_layer_norm|cross_attn_ln"},
    {"decoder.layers.#.fc1|decoder.blocks.#.mlp.0|decoder.blocks.#.mlp1"},
    {"decoder.layers.#.fc2|decoder.blocks.#.mlp.2|decoder.blocks.#.mlp2"},
    {"decoder.layers.#.final_layer_norm|decoder.blocks.#.mlp_ln"},
    {"decoder.layers.#.self_attn.q_proj.bias|decoder.blocks.#.attn.query.bias"},
    {"decoder.layers.#.self_attn.v_proj.bias|decoder.blocks.#.attn.value.bias"},
    {"decoder.layers.#.self_attn.out_proj.bias|decoder.blocks.#.attn.out.bias"},
    {"decoder.layers.#.self_attn_layer_norm.bias|decoder.blocks.#.attn_ln.bias"},
    {"encoder_attn.q_proj.bias|cross_attn.query.bias"}, {"encoder_attn.v_proj.bias|cross_attn.value.bias"},
    {"encoder_attn.out_proj.bias|cross_attn.out.bias"}, {"encoder_attn_layer_norm.bias|cross_attn_ln.bias"},
    {"decoder.layers.#.fc1.bias|decoder.blocks.#.mlp.0.bias|decoder.blocks.#.mlp1.bias"},
    {"decoder.layers.#.fc2.bias|decoder.blocks.#.mlp.2.bias|decoder.blocks.#.mlp2.bias"},
    {"decoder.layers.#.final_layer_norm.bias|decoder.blocks.#.mlp_ln.bias"},
    {.parts = "decoder.layer_norm|decoder.ln", .isOuter = true},
    {.parts = "decoder.layer_norm.bias|decoder.ln.bias", .isOuter = true}};

// Only one of the tied embeddings is stored. It may be the head.
inline constexpr ModelNeed bartEncoderNeeds[]{{.parts = "shared|embed_tokens|lm_head", .isOuter = true},
    {"encoder.layers.#.self_attn.q_proj"}, {"encoder.layers.#.self_attn.k_proj"}, {"encoder.layers.#.self_attn.v_proj"},
    {"encoder.layers.#.self_attn.out_proj"}, {"encoder.layers.#.self_attn_layer_norm"}, {"encoder.layers.#.fc1"},
    {"encoder.layers.#.fc2"}, {"encoder.layers.#.final_layer_norm"}, {"encoder.layers.#.self_attn.q_proj.bias"},
    {"encoder.layers.#.self_attn.k_proj.bias"}, {"encoder.layers.#.self_attn.v_proj.bias"},
    {"encoder.layers.#.self_attn.out_proj.bias"}, {"encoder.layers.#.self_attn_layer_norm.bias"},
    {"encoder.layers.#.fc1.bias"}, {"encoder.layers.#.fc2.bias"}, {"encoder.layers.#.final_layer_norm.bias"}};
inline constexpr ModelNeed bartDecoderNeeds[]{{"decoder.layers.#.self_attn.q_proj"},
    {"decoder.layers.#.self_attn.k_proj"}, {"decoder.layers.#.self_attn.v_proj"},
    {"decoder.layers.#.self_attn.out_proj"}, {"decoder.layers.#.self_attn_layer_norm"}, {"encoder_attn.q_proj"},
    {"encoder_attn.k_proj"}, {"encoder_attn.v_proj"}, {"encoder_attn.out_proj"}, {"encoder_attn_layer_norm"},
    {"decoder.layers.#.fc1"}, {"decoder.layers.#.fc2"}, {"decoder.layers.#.final_layer_norm"},
    {"decoder.layers.#.self_attn.q_proj.bias"}, {"decoder.layers.#.self_attn.k_proj.bias"},
    {"decoder.layers.#.self_attn.v_proj.bias"}, {"decoder.layers.#.self_attn.out_proj.bias"},
    {"decoder.layers.#.self_attn_layer_norm.bias"}, {"encoder_attn.q_proj.bias"}, {"encoder_attn.k_proj.bias"},
    {"encoder_attn.v_proj.bias"}, {"encoder_attn.out_proj.bias"}, {"encoder_attn_layer_norm.bias"},
    {"decoder.layers.#.fc1.bias"}, {"decoder.layers.#.fc2.bias"}, {"decoder.layers.#.final_layer_norm.bias"}};
inline constexpr ModelNeed bartPositions[]{
    {.parts = "encoder.embed_positions", .isOuter = true}, {.parts = "decoder.embed_positions", .isOuter = true}};
inline constexpr ModelNeed bartEmbeddingNorms[]{{.parts = "encoder.layernorm_embedding", .isOuter = true},
    {.parts = "encoder.layernorm_embedding.bias", .isOuter = true},
    {.parts = "decoder.layernorm_embedding", .isOuter = true},
    {.parts = "decoder.layernorm_embedding.bias", .isOuter = true}};
inline constexpr ModelNeed mbartNorms[]{{.parts = "encoder.layer_norm", .isOuter = true},
    {.parts = "encoder.layer_norm.bias", .isOuter = true}, {.parts = "decoder.layer_norm", .isOuter = true},
    {.parts = "decoder.layer_norm.bias", .isOuter = true}};

// wav2vec 2.0 and HuBERT. The norm of the first convolution is of groups; in larger models, each one has a norm.
inline constexpr ModelNeed speechEncoderNeeds[]{{"feature_extractor.conv_layers.#.conv"},
    {"feature_extractor.conv_layers.#.layer_norm"}, {"feature_extractor.conv_layers.#.layer_norm.bias"},
    {.parts = "feature_extractor.conv_layers.#.conv.bias", .key = "conv_bias"},
    {.parts = "feature_projection.layer_norm", .key = "feat_proj_layer_norm", .isOuter = true, .isUsual = true},
    {.parts = "feature_projection.layer_norm.bias", .key = "feat_proj_layer_norm", .isOuter = true, .isUsual = true},
    {.parts = "feature_projection.projection", .isOuter = true},
    {.parts = "feature_projection.projection.bias", .isOuter = true},
    {"encoder.pos_conv_embed.conv.weight_g|encoder.pos_conv_embed.conv.parametrizations.weight.original0"
     "|encoder.pos_conv_embed.conv.weight"},
    {"encoder.pos_conv_embed.conv.weight_v|encoder.pos_conv_embed.conv.parametrizations.weight.original1"
     "|encoder.pos_conv_embed.conv.weight"},
    {.parts = "encoder.pos_conv_embed.conv.bias", .isOuter = true}, {.parts = "encoder.layer_norm", .isOuter = true},
    {.parts = "encoder.layer_norm.bias", .isOuter = true}, {"encoder.layers.#.attention.q_proj"},
    {"encoder.layers.#.attention.k_proj"}, {"encoder.layers.#.attention.v_proj"},
    {"encoder.layers.#.attention.out_proj"}, {"encoder.layers.#.layer_norm"},
    {"encoder.layers.#.feed_forward.intermediate_dense"}, {"encoder.layers.#.feed_forward.output_dense"},
    {"encoder.layers.#.final_layer_norm"}, {"encoder.layers.#.attention.q_proj.bias"},
    {"encoder.layers.#.attention.k_proj.bias"}, {"encoder.layers.#.attention.v_proj.bias"},
    {"encoder.layers.#.attention.out_proj.bias"}, {"encoder.layers.#.layer_norm.bias"},
    {"encoder.layers.#.feed_forward.intermediate_dense.bias"}, {"encoder.layers.#.feed_forward.output_dense.bias"},
    {"encoder.layers.#.final_layer_norm.bias"}};

inline constexpr ModelNeed clipTextNeeds[]{{.parts = "text_model.embeddings.token_embedding", .isOuter = true},
    {.parts = "text_model.embeddings.position_embedding", .isOuter = true}, {"self_attn.q_proj"}, {"self_attn.k_proj"},
    {"self_attn.v_proj"}, {"self_attn.out_proj"}, {"mlp.fc1"}, {"mlp.fc2"}, {"layer_norm1"}, {"layer_norm2"},
    {"self_attn.q_proj.bias"}, {"self_attn.k_proj.bias"}, {"self_attn.v_proj.bias"}, {"self_attn.out_proj.bias"},
    {"mlp.fc1.bias"}, {"mlp.fc2.bias"}, {"layer_norm1.bias"}, {"layer_norm2.bias"},
    {.parts = "text_model.final_layer_norm", .isOuter = true},
    {.parts = "text_model.final_layer_norm.bias", .isOuter = true}};
inline constexpr ModelNeed clipVisionLayers[]{{.parts = "vision_model.embeddings.patch_embedding", .isOuter = true},
    {.parts = "vision_model.embeddings.position_embedding", .isOuter = true},
    {"vision_model.encoder.layers.#.self_attn.q_proj"}, {"vision_model.encoder.layers.#.self_attn.k_proj"},
    {"vision_model.encoder.layers.#.self_attn.v_proj"}, {"vision_model.encoder.layers.#.self_attn.out_proj"},
    {"vision_model.encoder.layers.#.mlp.fc1"}, {"vision_model.encoder.layers.#.mlp.fc2"},
    {"vision_model.encoder.layers.#.layer_norm1"}, {"vision_model.encoder.layers.#.layer_norm2"},
    {"vision_model.encoder.layers.#.self_attn.q_proj.bias"}, {"vision_model.encoder.layers.#.self_attn.k_proj.bias"},
    {"vision_model.encoder.layers.#.self_attn.v_proj.bias"}, {"vision_model.encoder.layers.#.self_attn.out_proj.bias"},
    {"vision_model.encoder.layers.#.mlp.fc1.bias"}, {"vision_model.encoder.layers.#.mlp.fc2.bias"},
    {"vision_model.encoder.layers.#.layer_norm1.bias"}, {"vision_model.encoder.layers.#.layer_norm2.bias"}};
// The name of the first norm is misspelled in transformers.
inline constexpr ModelNeed clipVisionNeeds[]{{.parts = "vision_model.embeddings.class_embedding", .isOuter = true},
    {.parts = "vision_model.pre_layrnorm", .isOuter = true},
    {.parts = "vision_model.pre_layrnorm.bias", .isOuter = true}};
inline constexpr ModelNeed clipProjections[]{{.parts = "text_projection", .isOuter = true},
    {.parts = "visual_projection", .isOuter = true}, {.parts = "logit_scale", .isOuter = true}};
inline constexpr ModelNeed vitNeeds[]{{.parts = "embeddings.cls_token", .isOuter = true},
    {.parts = "embeddings.position_embeddings", .isOuter = true},
    {.parts = "embeddings.patch_embeddings.projection", .isOuter = true}, {.parts = "layernorm", .isOuter = true},
    {.parts = "embeddings.patch_embeddings.projection.bias", .isOuter = true},
    {.parts = "layernorm.bias", .isOuter = true}, {"attention.attention.query"}, {"attention.attention.key"},
    {"attention.attention.value"}, {"attention.output.dense"}, {"attention.output.dense.bias"}};
inline constexpr ModelNeed vitLayers[]{{"intermediate.dense"}, {"layer.#.output.dense"}, {"layernorm_before"},
    {"layernorm_after"}, {"intermediate.dense.bias"}, {"layer.#.output.dense.bias"}, {"layernorm_before.bias"},
    {"layernorm_after.bias"}};
inline constexpr ModelNeed registers[]{{.parts = "embeddings.register_tokens", .isOuter = true}};
inline constexpr ModelNeed attentionBiases[]{
    {.parts = "attention.attention.query.bias", .key = "qkv_bias", .isUsual = true},
    {.parts = "attention.attention.key.bias", .key = "qkv_bias", .isUsual = true},
    {.parts = "attention.attention.value.bias", .key = "qkv_bias", .isUsual = true}};
inline constexpr ModelNeed dinoLayers[]{{.parts = "embeddings.mask_token", .isOuter = true}, {"norm1"}, {"norm2"},
    {"norm1.bias"}, {"norm2.bias"}, {"mlp.fc1|mlp.weights_in"}, {"mlp.fc2|mlp.weights_out"},
    {"mlp.fc1.bias|mlp.weights_in.bias"}, {"mlp.fc2.bias|mlp.weights_out.bias"}, {"layer_scale1.lambda1"},
    {"layer_scale2.lambda1"}};

} // namespace loupe
