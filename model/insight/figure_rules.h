#pragma once

#include "insight/architecture.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace loupe {

/// How an ArchitectureFigure is called, and where its value is.
struct FigureRule {
    ArchitectureFigure figure;
    std::string_view key;
    std::string_view title;
    std::array<std::string_view, 6> config = {}; ///< keys of config.json; empty where there are fewer
    std::string_view gguf = {}; ///< after the architecture and a dot
    std::string_view tensors = {}; ///< whose axis has the size, as NameRoles::find() takes it
    std::uint8_t axis = 0;
    std::uint8_t dimensions = 2; ///< that the tensor must have
    std::string_view vectors = {}; ///< that have the size too, where that tensor is shown as packed codes
    std::string_view unless = {}; ///< if this key is true, the model computes another size from the configuration's
    std::string_view one = {}; ///< if this key is true, the size is 1 whatever the other keys say
    std::string_view exceptOne = {}; ///< if this key is true, `one` does not count
};

/// In the order of ArchitectureFigure. Names of tensors: transformers, and after the bar those of others.
inline constexpr std::array figureRules{
    FigureRule{.figure = ArchitectureFigure::Layers,
        .key = "layers",
        .title = "layers",
        .config = {"num_hidden_layers", "n_layer", "num_layers", "n_layers"},
        .gguf = "block_count"},
    FigureRule{.figure = ArchitectureFigure::DecoderLayers,
        .key = "decoder_layers",
        .title = "decoder layers",
        .config = {"num_decoder_layers", "decoder_layers"},
        .gguf = "decoder_block_count"},
    FigureRule{.figure = ArchitectureFigure::HiddenSize,
        .key = "hidden_size",
        .title = "hidden size",
        .config = {"hidden_size", "n_embd", "d_model", "dim"},
        .gguf = "embedding_length",
        .tensors = "embed_tokens.weight|wte.weight|embed_in.weight|word_embeddings.weight|shared.weight"
                   "|token_embedding.weight|tok_embeddings.weight|backbone.embeddings.weight|token_embd.weight",
        .axis = 1,
        .vectors = "input_layernorm.weight|attention_norm.weight|ln_1.weight|norm.weight|ln_f.weight"},
    FigureRule{.figure = ArchitectureFigure::Heads,
        .key = "heads",
        .title = "attention heads",
        .config = {"num_attention_heads", "n_head", "num_heads", "n_heads", "encoder_attention_heads"},
        .gguf = "attention.head_count"},
    FigureRule{.figure = ArchitectureFigure::KeyValueHeads,
        .key = "key_value_heads",
        .title = "KV heads",
        .config = {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num"},
        .gguf = "attention.head_count_kv",
        .one = "multi_query",
        .exceptOne = "new_decoder_architecture"},
    FigureRule{.figure = ArchitectureFigure::HeadSize,
        .key = "head_size",
        .title = "head size",
        .config = {"head_dim", "d_kv", "kv_channels"},
        .gguf = "attention.key_length"},
    FigureRule{.figure = ArchitectureFigure::FeedForwardSize,
        .key = "feed_forward_size",
        .title = "feed-forward size",
        .config = {"intermediate_size", "n_inner", "d_ff", "ffn_dim", "ffn_hidden_size"},
        .gguf = "feed_forward_length",
        .tensors = "mlp.gate_proj.weight|mlp.fc1.weight|intermediate.dense.weight|feed_forward.w1.weight"
                   "|ffn_gate.weight",
        .unless = "block_auto_adjust_ff_dim"},
    FigureRule{.figure = ArchitectureFigure::Experts,
        .key = "experts",
        .title = "experts",
        .config = {"n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts"},
        .gguf = "expert_count",
        .tensors = "mlp.gate.weight|block_sparse_moe.gate.weight|mlp.router.weight|feed_forward.router.weight"
                   "|block_sparse_moe.router.layer.weight|ffn_gate_inp.weight"},
    FigureRule{.figure = ArchitectureFigure::ExpertsPerToken,
        .key = "experts_per_token",
        .title = "active experts per token",
        .config = {"num_experts_per_tok", "num_experts_per_token", "moe_top_k", "top_k_experts", "moe_k"},
        .gguf = "expert_used_count"},
    FigureRule{.figure = ArchitectureFigure::Vocabulary,
        .key = "vocabulary",
        .title = "vocabulary",
        .config = {"vocab_size", "padded_vocab_size"},
        .gguf = "vocab_size",
        .tensors = "embed_tokens.weight|wte.weight|embed_in.weight|word_embeddings.weight|shared.weight"
                   "|token_embedding.weight|tok_embeddings.weight|backbone.embeddings.weight|token_embd.weight"},
    FigureRule{.figure = ArchitectureFigure::Context,
        .key = "context",
        .title = "context",
        .config = {"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length",
            "max_target_positions"},
        .gguf = "context_length"},
    FigureRule{.figure = ArchitectureFigure::SlidingWindow,
        .key = "sliding_window",
        .title = "sliding window",
        .config = {"sliding_window"},
        .gguf = "attention.sliding_window"},
    FigureRule{.figure = ArchitectureFigure::LatentSize,
        .key = "latent_size",
        .title = "KV LoRA rank",
        .config = {"kv_lora_rank"},
        .gguf = "attention.kv_lora_rank",
        .tensors = "kv_a_layernorm.weight|attn_kv_a_norm.weight",
        .dimensions = 1},
    FigureRule{.figure = ArchitectureFigure::RotarySize,
        .key = "rotary_size",
        .title = "rotary size",
        .config = {"qk_rope_head_dim"},
        .gguf = "rope.dimension_count"},
};

inline const FigureRule& ruleOf(ArchitectureFigure figure)
{
    return figureRules[static_cast<std::size_t>(figure)];
}

} // namespace loupe
