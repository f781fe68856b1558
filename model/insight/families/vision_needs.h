#pragma once

#include "insight/families/encoder_needs.h"
#include "insight/families/family_table.h"

namespace loupe {

// Required tensors (see family_needs.h) of image encoders, and of their connectors to a language model. Names are those
// of transformers.

inline constexpr ModelNeed clipVisionEnd[]{{.parts = "vision_model.post_layernorm", .isOuter = true},
    {.parts = "vision_model.post_layernorm.bias", .isOuter = true}};
inline constexpr ModelNeed siglipVisionNeeds[]{
    {.parts = "vision_model.embeddings.patch_embedding.bias", .isOuter = true}};
inline constexpr ModelNeed siglipHead[]{
    {.parts = "vision_model.head.probe", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.attention.in_proj_weight", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.attention.in_proj_bias", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.attention.out_proj", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.attention.out_proj.bias", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.layernorm", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.layernorm.bias", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.mlp.fc1", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.mlp.fc1.bias", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.mlp.fc2", .key = "vision_use_head", .isOuter = true, .isUsual = true},
    {.parts = "vision_model.head.mlp.fc2.bias", .key = "vision_use_head", .isOuter = true, .isUsual = true}};
inline constexpr ModelNeed siglipProjections[]{{.parts = "text_model.head", .isOuter = true},
    {.parts = "text_model.head.bias", .isOuter = true}, {.parts = "logit_scale", .isOuter = true},
    {.parts = "logit_bias", .isOuter = true}};
// In the names of transformers and of MLX.
inline constexpr ModelNeed pixtralNeeds[]{
    {.parts = "vision_tower.patch_conv|vision_tower.vision_model.patch_conv", .isOuter = true},
    {.parts = "vision_tower.ln_pre|vision_tower.vision_model.ln_pre", .isOuter = true},
    {"vision_tower.transformer.layers.#.attention.q_proj|vision_tower.vision_model.transformer.layers.#.attention.q_"
     "proj"},
    {"vision_tower.transformer.layers.#.attention.k_proj|vision_tower.vision_model.transformer.layers.#.attention.k_"
     "proj"},
    {"vision_tower.transformer.layers.#.attention.v_proj|vision_tower.vision_model.transformer.layers.#.attention.v_"
     "proj"},
    {"vision_tower.transformer.layers.#.attention.o_proj|vision_tower.vision_model.transformer.layers.#.attention.o_"
     "proj"},
    {"vision_tower.transformer.layers.#.attention_norm|vision_tower.vision_model.transformer.layers.#.attention_norm"},
    {"vision_tower.transformer.layers.#.ffn_norm|vision_tower.vision_model.transformer.layers.#.ffn_norm"},
    {"vision_tower.transformer.layers.#.feed_forward.gate_proj|vision_tower.vision_model.transformer.layers.#.feed_"
     "forward.gate_proj"},
    {"vision_tower.transformer.layers.#.feed_forward.up_proj|vision_tower.vision_model.transformer.layers.#.feed_"
     "forward.up_proj"},
    {"vision_tower.transformer.layers.#.feed_forward.down_proj|vision_tower.vision_model.transformer.layers.#.feed_"
     "forward.down_proj"}};

// Qwen's encoders share one name, "vision_tower" in files of MLX, and differ in their norms and feed-forward parts.
inline constexpr ModelNeed qwenVisionNeeds[]{
    {.parts = "visual.patch_embed.proj|vision_tower.patch_embed.proj", .isOuter = true},
    {"visual.blocks.#.attn.qkv|vision_tower.blocks.#.attn.qkv"},
    {"visual.blocks.#.attn.qkv.bias|vision_tower.blocks.#.attn.qkv.bias"},
    {"visual.blocks.#.attn.proj|vision_tower.blocks.#.attn.proj"},
    {"visual.blocks.#.attn.proj.bias|vision_tower.blocks.#.attn.proj.bias"},
    {"visual.blocks.#.norm1|vision_tower.blocks.#.norm1"}, {"visual.blocks.#.norm2|vision_tower.blocks.#.norm2"}};
inline constexpr ModelNeed qwenMerger[]{{"visual.merger.ln_q|vision_tower.merger.ln_q"},
    {"visual.merger.mlp.0|vision_tower.merger.mlp.0"}, {"visual.merger.mlp.0.bias|vision_tower.merger.mlp.0.bias"},
    {"visual.merger.mlp.2|vision_tower.merger.mlp.2"}, {"visual.merger.mlp.2.bias|vision_tower.merger.mlp.2.bias"}};
inline constexpr ModelNeed qwen2VisionNeeds[]{{"visual.blocks.#.norm1.bias|vision_tower.blocks.#.norm1.bias"},
    {"visual.blocks.#.norm2.bias|vision_tower.blocks.#.norm2.bias"},
    {"visual.blocks.#.mlp.fc1|vision_tower.blocks.#.mlp.fc1"},
    {"visual.blocks.#.mlp.fc1.bias|vision_tower.blocks.#.mlp.fc1.bias"},
    {"visual.blocks.#.mlp.fc2|vision_tower.blocks.#.mlp.fc2"},
    {"visual.blocks.#.mlp.fc2.bias|vision_tower.blocks.#.mlp.fc2.bias"},
    {"visual.merger.ln_q.bias|vision_tower.merger.ln_q.bias"}};
inline constexpr ModelNeed qwen25VisionNeeds[]{{"visual.blocks.#.mlp.gate_proj|vision_tower.blocks.#.mlp.gate_proj"},
    {"visual.blocks.#.mlp.up_proj|vision_tower.blocks.#.mlp.up_proj"},
    {"visual.blocks.#.mlp.down_proj|vision_tower.blocks.#.mlp.down_proj"},
    {"visual.blocks.#.mlp.gate_proj.bias|vision_tower.blocks.#.mlp.gate_proj.bias"},
    {"visual.blocks.#.mlp.up_proj.bias|vision_tower.blocks.#.mlp.up_proj.bias"},
    {"visual.blocks.#.mlp.down_proj.bias|vision_tower.blocks.#.mlp.down_proj.bias"}};
inline constexpr ModelNeed qwen3VisionNeeds[]{
    {.parts = "visual.patch_embed.proj.bias|vision_tower.patch_embed.proj.bias", .isOuter = true},
    {.parts = "visual.pos_embed|vision_tower.pos_embed", .isOuter = true},
    {"visual.blocks.#.norm1.bias|vision_tower.blocks.#.norm1.bias"},
    {"visual.blocks.#.norm2.bias|vision_tower.blocks.#.norm2.bias"},
    {"visual.blocks.#.mlp.linear_fc1|vision_tower.blocks.#.mlp.linear_fc1"},
    {"visual.blocks.#.mlp.linear_fc1.bias|vision_tower.blocks.#.mlp.linear_fc1.bias"},
    {"visual.blocks.#.mlp.linear_fc2|vision_tower.blocks.#.mlp.linear_fc2"},
    {"visual.blocks.#.mlp.linear_fc2.bias|vision_tower.blocks.#.mlp.linear_fc2.bias"},
    {"visual.merger.norm|vision_tower.merger.norm"}, {"visual.merger.norm.bias|vision_tower.merger.norm.bias"},
    {"visual.merger.linear_fc1|vision_tower.merger.linear_fc1"},
    {"visual.merger.linear_fc1.bias|vision_tower.merger.linear_fc1.bias"},
    {"visual.merger.linear_fc2|vision_tower.merger.linear_fc2"},
    {"visual.merger.linear_fc2.bias|vision_tower.merger.linear_fc2.bias"},
    {.parts = "visual.deepstack_merger_list.#.norm|vision_tower.deepstack_merger_list.#.norm",
        .key = "vision_config.deepstack_visual_indexes"},
    {.parts = "visual.deepstack_merger_list.#.norm.bias|vision_tower.deepstack_merger_list.#.norm.bias",
        .key = "vision_config.deepstack_visual_indexes"},
    {.parts = "visual.deepstack_merger_list.#.linear_fc1|vision_tower.deepstack_merger_list.#.linear_fc1",
        .key = "vision_config.deepstack_visual_indexes"},
    {.parts = "visual.deepstack_merger_list.#.linear_fc1.bias|vision_tower.deepstack_merger_list.#.linear_fc1.bias",
        .key = "vision_config.deepstack_visual_indexes"},
    {.parts = "visual.deepstack_merger_list.#.linear_fc2|vision_tower.deepstack_merger_list.#.linear_fc2",
        .key = "vision_config.deepstack_visual_indexes"},
    {.parts = "visual.deepstack_merger_list.#.linear_fc2.bias|vision_tower.deepstack_merger_list.#.linear_fc2.bias",
        .key = "vision_config.deepstack_visual_indexes"}};

inline constexpr ModelNeed mllamaVisionOuter[]{{.parts = "vision_model.class_embedding", .isOuter = true},
    {.parts = "vision_model.patch_embedding", .isOuter = true},
    {.parts = "vision_model.gated_positional_embedding.gate", .isOuter = true},
    {.parts = "vision_model.gated_positional_embedding.embedding", .isOuter = true},
    {.parts = "vision_model.gated_positional_embedding.tile_embedding", .isOuter = true},
    {.parts = "vision_model.pre_tile_positional_embedding.gate", .isOuter = true},
    {.parts = "vision_model.pre_tile_positional_embedding.embedding", .isOuter = true},
    {.parts = "vision_model.post_tile_positional_embedding.gate", .isOuter = true},
    {.parts = "vision_model.post_tile_positional_embedding.embedding", .isOuter = true},
    {.parts = "vision_model.layernorm_pre", .isOuter = true},
    {.parts = "vision_model.layernorm_pre.bias", .isOuter = true},
    {.parts = "vision_model.layernorm_post", .isOuter = true},
    {.parts = "vision_model.layernorm_post.bias", .isOuter = true}};
inline constexpr ModelNeed mllamaVisionLayers[]{{"vision_model.transformer.layers.#.self_attn.q_proj"},
    {"vision_model.transformer.layers.#.self_attn.k_proj"}, {"vision_model.transformer.layers.#.self_attn.v_proj"},
    {"vision_model.transformer.layers.#.self_attn.o_proj"}, {"vision_model.transformer.layers.#.input_layernorm"},
    {"vision_model.transformer.layers.#.input_layernorm.bias"},
    {"vision_model.transformer.layers.#.post_attention_layernorm"},
    {"vision_model.transformer.layers.#.post_attention_layernorm.bias"}, {"vision_model.transformer.layers.#.mlp.fc1"},
    {"vision_model.transformer.layers.#.mlp.fc1.bias"}, {"vision_model.transformer.layers.#.mlp.fc2"},
    {"vision_model.transformer.layers.#.mlp.fc2.bias"}};
inline constexpr ModelNeed mllamaGlobalLayers[]{{"vision_model.global_transformer.layers.#.self_attn.q_proj"},
    {"vision_model.global_transformer.layers.#.self_attn.k_proj"},
    {"vision_model.global_transformer.layers.#.self_attn.v_proj"},
    {"vision_model.global_transformer.layers.#.self_attn.o_proj"},
    {"vision_model.global_transformer.layers.#.input_layernorm"},
    {"vision_model.global_transformer.layers.#.input_layernorm.bias"},
    {"vision_model.global_transformer.layers.#.post_attention_layernorm"},
    {"vision_model.global_transformer.layers.#.post_attention_layernorm.bias"},
    {"vision_model.global_transformer.layers.#.mlp.fc1"}, {"vision_model.global_transformer.layers.#.mlp.fc1.bias"},
    {"vision_model.global_transformer.layers.#.mlp.fc2"}, {"vision_model.global_transformer.layers.#.mlp.fc2.bias"},
    {"vision_model.global_transformer.layers.#.gate_attn"}, {"vision_model.global_transformer.layers.#.gate_ffn"}};

inline constexpr ModelNeed llama4Vision[]{{.parts = "vision_model.class_embedding", .isOuter = true},
    {.parts = "vision_model.positional_embedding_vlm", .isOuter = true},
    {.parts = "vision_model.patch_embedding.linear", .isOuter = true},
    {.parts = "vision_model.layernorm_pre", .isOuter = true},
    {.parts = "vision_model.layernorm_pre.bias", .isOuter = true},
    {.parts = "vision_model.layernorm_post", .isOuter = true},
    {.parts = "vision_model.layernorm_post.bias", .isOuter = true},
    {.parts = "vision_model.vision_adapter.mlp.fc1", .isOuter = true},
    {.parts = "vision_model.vision_adapter.mlp.fc2", .isOuter = true}, {"vision_model.model.layers.#.self_attn.q_proj"},
    {"vision_model.model.layers.#.self_attn.k_proj"}, {"vision_model.model.layers.#.self_attn.v_proj"},
    {"vision_model.model.layers.#.self_attn.o_proj"}, {"vision_model.model.layers.#.self_attn.q_proj.bias"},
    {"vision_model.model.layers.#.self_attn.k_proj.bias"}, {"vision_model.model.layers.#.self_attn.v_proj.bias"},
    {"vision_model.model.layers.#.self_attn.o_proj.bias"}, {"vision_model.model.layers.#.input_layernorm"},
    {"vision_model.model.layers.#.input_layernorm.bias"}, {"vision_model.model.layers.#.post_attention_layernorm"},
    {"vision_model.model.layers.#.post_attention_layernorm.bias"}, {"vision_model.model.layers.#.mlp.fc1"},
    {"vision_model.model.layers.#.mlp.fc1.bias"}, {"vision_model.model.layers.#.mlp.fc2"},
    {"vision_model.model.layers.#.mlp.fc2.bias"}};

// Connectors between the two parts. A language model that was extracted from such a model has none.
inline constexpr ModelNeed llavaProjector[]{
    {.parts = "multi_modal_projector.linear_1", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.linear_2", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.linear_1.bias",
        .key = "multimodal_projector_bias",
        .where = "vision_tower",
        .isOuter = true,
        .isUsual = true},
    {.parts = "multi_modal_projector.linear_2.bias",
        .key = "multimodal_projector_bias",
        .where = "vision_tower",
        .isOuter = true,
        .isUsual = true}};
inline constexpr ModelNeed imageNewline[]{{.parts = "image_newline", .where = "vision_tower", .isOuter = true}};
inline constexpr ModelNeed mistral3Projector[]{
    {.parts = "multi_modal_projector.linear_1", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.linear_2", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.norm", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.patch_merger.merging_layer", .where = "vision_tower", .isOuter = true}};
inline constexpr ModelNeed paligemmaProjector[]{
    {.parts = "multi_modal_projector.linear", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.linear.bias", .where = "vision_tower", .isOuter = true}};
inline constexpr ModelNeed gemma3Projector[]{
    {.parts = "multi_modal_projector.mm_input_projection_weight", .where = "vision_tower", .isOuter = true},
    {.parts = "multi_modal_projector.mm_soft_emb_norm", .where = "vision_tower", .isOuter = true},
    {.parts = "vision_model.post_layernorm", .where = "vision_tower", .isOuter = true},
    {.parts = "vision_model.post_layernorm.bias", .where = "vision_tower", .isOuter = true}};
inline constexpr ModelNeed idefics3Connector[]{
    {.parts = "connector.modality_projection.proj", .where = "vision_model", .isOuter = true}};
inline constexpr ModelNeed llama4Projector[]{
    {.parts = "multi_modal_projector.linear_1", .where = "vision_model", .isOuter = true}};
inline constexpr ModelNeed mllamaProjector[]{
    {.parts = "multi_modal_projector", .where = "vision_model", .isOuter = true},
    {.parts = "multi_modal_projector.bias", .where = "vision_model", .isOuter = true}};
// Layers with cross-attention to images, interleaved with Llama's layers.
inline constexpr ModelNeed mllamaCrossLayers[]{{"cross_attn.q_proj"}, {"cross_attn.k_proj"}, {"cross_attn.v_proj"},
    {"cross_attn.o_proj"}, {"cross_attn.q_norm"}, {"cross_attn.k_norm"}, {"cross_attn_attn_gate"},
    {"cross_attn_mlp_gate"}};
// Phi-3-vision keeps a CLIP encoder under this name.
inline constexpr ModelNeed phi3VisionNeeds[]{{.parts = "vision_embed_tokens.glb_GN", .isOuter = true},
    {.parts = "vision_embed_tokens.sub_GN", .isOuter = true}, {"vision_embed_tokens.img_projection.0"},
    {"vision_embed_tokens.img_projection.0.bias"}, {"vision_embed_tokens.img_projection.2"},
    {"vision_embed_tokens.img_projection.2.bias"}};

inline constexpr std::string_view ofNormBiases =
    "vision_model.encoder.layers.#.norm1.bias|vision_model.encoder.layers.#.norm2.bias";
inline constexpr ModelNeed internVision[]{{.parts = "vision_model.embeddings.class_embedding", .isOuter = true},
    {.parts = "vision_model.embeddings.position_embedding", .isOuter = true},
    {.parts = "vision_model.embeddings.patch_embedding", .isOuter = true},
    {.parts = "vision_model.embeddings.patch_embedding.bias", .isOuter = true},
    {"vision_model.encoder.layers.#.attn.qkv"},
    {.parts = "vision_model.encoder.layers.#.attn.qkv.bias", .key = "vision_config.qkv_bias"},
    {.parts = "vision_model.encoder.layers.#.attn.q_norm", .key = "vision_config.qk_normalization"},
    {.parts = "vision_model.encoder.layers.#.attn.k_norm", .key = "vision_config.qk_normalization"},
    {"vision_model.encoder.layers.#.attn.proj"}, {"vision_model.encoder.layers.#.attn.proj.bias"},
    {"vision_model.encoder.layers.#.mlp.fc1"}, {"vision_model.encoder.layers.#.mlp.fc1.bias"},
    {"vision_model.encoder.layers.#.mlp.fc2"}, {"vision_model.encoder.layers.#.mlp.fc2.bias"},
    {"vision_model.encoder.layers.#.norm1"}, {"vision_model.encoder.layers.#.norm2"},
    {.parts = "vision_model.encoder.layers.#.norm1.bias", .where = ofNormBiases},
    {.parts = "vision_model.encoder.layers.#.norm2.bias", .where = ofNormBiases}, {"vision_model.encoder.layers.#.ls1"},
    {"vision_model.encoder.layers.#.ls2"}};
inline constexpr ModelNeed internProjector[]{{.parts = "mlp1.0", .where = "vision_model"},
    {.parts = "mlp1.0.bias", .where = "vision_model"}, {.parts = "mlp1.1", .where = "vision_model"},
    {.parts = "mlp1.1.bias", .where = "vision_model"}, {.parts = "mlp1.3", .where = "vision_model"},
    {.parts = "mlp1.3.bias", .where = "vision_model"}};
// The encoder of sound is that of Whisper.
inline constexpr ModelNeed qwenAudioNeeds[]{{.parts = "audio_tower.conv1", .isOuter = true},
    {.parts = "audio_tower.conv1.bias", .isOuter = true}, {.parts = "audio_tower.conv2", .isOuter = true},
    {.parts = "audio_tower.conv2.bias", .isOuter = true}, {.parts = "audio_tower.embed_positions", .isOuter = true},
    {.parts = "audio_tower.layer_norm", .isOuter = true}, {.parts = "audio_tower.layer_norm.bias", .isOuter = true},
    {"audio_tower.layers.#.self_attn.q_proj"}, {"audio_tower.layers.#.self_attn.k_proj"},
    {"audio_tower.layers.#.self_attn.v_proj"}, {"audio_tower.layers.#.self_attn.out_proj"},
    {"audio_tower.layers.#.self_attn_layer_norm"}, {"audio_tower.layers.#.fc1"}, {"audio_tower.layers.#.fc2"},
    {"audio_tower.layers.#.final_layer_norm"}, {"audio_tower.layers.#.self_attn.q_proj.bias"},
    {"audio_tower.layers.#.self_attn.v_proj.bias"}, {"audio_tower.layers.#.self_attn.out_proj.bias"},
    {"audio_tower.layers.#.self_attn_layer_norm.bias"}, {"audio_tower.layers.#.fc1.bias"},
    {"audio_tower.layers.#.fc2.bias"}, {"audio_tower.layers.#.final_layer_norm.bias"},
    {.parts = "multi_modal_projector.linear", .isOuter = true},
    {.parts = "multi_modal_projector.linear.bias", .isOuter = true}};

inline constexpr VisionTower visionTowerTable[]{
    {.types = "clip_vision_model", .needs = {clipVisionLayers, clipVisionNeeds}, .layers = 12},
    {.types = "siglip_vision_model", .needs = {clipVisionLayers, siglipVisionNeeds}, .layers = 12},
    {.types = "idefics3 idefics3_vision smolvlm smolvlm_vision",
        .needs = {clipVisionLayers, siglipVisionNeeds, clipVisionEnd},
        .layers = 12},
    {.types = "intern_vit_6b", .needs = {internVision}, .layers = 24},
    {.types = "pixtral", .needs = {pixtralNeeds}, .layers = 24},
    {.types = "qwen2_vl", .needs = {qwenVisionNeeds, qwenMerger, qwen2VisionNeeds}},
    {.types = "qwen2_5_vl", .needs = {qwenVisionNeeds, qwenMerger, qwen25VisionNeeds}},
    {.types = "qwen3_vl qwen3_vl_moe", .needs = {qwenVisionNeeds, qwen3VisionNeeds}},
    {.types = "llama4_vision_model", .needs = {llama4Vision}, .layers = 34},
    {.types = "mllama_vision_model", .needs = {mllamaVisionOuter, mllamaVisionLayers, mllamaGlobalLayers}},
};

} // namespace loupe
