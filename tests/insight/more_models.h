#pragma once

#include "insight/known_models.h"

namespace loupe::test {

// More published models, built from their configurations and the code of transformers.

/// GLM-4-9B-0414.
inline ModelHeader glm4()
{
    constexpr DecoderSizes sizes{40, 4096, 32, 2, 128, 13696, 151552, 32768};
    ModelHeader model = withBiases(llamaLike("glm4", sizes), sizes);
    const std::string layer = "model.layers.#.";
    model.remove("mlp.gate_proj").remove("mlp.up_proj").each(0, 39, layer + "mlp.gate_up_proj.weight", {27392, 4096});
    model.each(0, 39, layer + "post_self_attn_layernorm.weight", {4096});
    model.each(0, 39, layer + "post_mlp_layernorm.weight", {4096});
    return model.set("attention_bias", true);
}

/// Granite 3.1 8B.
inline ModelHeader granite()
{
    return llamaLike("granite", {40, 4096, 32, 8, 128, 12800, 49155, 131072, true}).set("attention_bias", false);
}

/// Granite 3.1 1B-A400M. The experts of a layer are in one tensor.
inline ModelHeader graniteMoe()
{
    ModelHeader model = llamaLike("granitemoe", {24, 1024, 16, 8, 64, 512, 49155, 131072, true}).remove(".mlp.");
    const std::string layer = "model.layers.#.block_sparse_moe.";
    model.each(0, 23, layer + "router.layer.weight", {32, 1024})
        .each(0, 23, layer + "input_linear.weight", {32, 1024, 1024})
        .each(0, 23, layer + "output_linear.weight", {32, 1024, 512});
    return model.set("num_local_experts", 32).set("num_experts_per_tok", 8);
}

/// OLMoE 1B-7B. Its head norms span all heads.
inline ModelHeader olmoe()
{
    constexpr DecoderSizes sizes{16, 2048, 16, 16, 128, 1024, 50304, 4096};
    ModelHeader model = llamaLike("olmoe", sizes);
    withExperts(model, sizes, 64, 1024, "mlp.gate.weight", "mlp.experts.#.",
        {"gate_proj.weight", "up_proj.weight", "down_proj.weight"});
    model.each(0, 15, "model.layers.#.self_attn.q_norm.weight", {2048});
    model.each(0, 15, "model.layers.#.self_attn.k_norm.weight", {2048});
    return model.set("num_experts", 64).set("num_experts_per_tok", 8).set("head_dim", nullptr);
}

/// Command R 35B. Attention and feed-forward part run in parallel after a single norm.
inline ModelHeader commandR()
{
    return llamaLike("cohere", {40, 8192, 64, 64, 128, 22528, 256000, 131072, true})
        .remove("post_attention_layernorm")
        .set("use_qk_norm", false);
}

/// Adds biases to the norms of a model like Llama.
inline ModelHeader withNormBiases(ModelHeader model, int layers, std::uint64_t size)
{
    model.each(0, layers - 1, "model.layers.#.input_layernorm.bias", {size});
    model.each(0, layers - 1, "model.layers.#.post_attention_layernorm.bias", {size});
    return model.add("model.norm.bias", {size});
}

inline ModelHeader starcoder2()
{
    constexpr DecoderSizes sizes{30, 3072, 24, 2, 128, 12288, 49152, 16384, true};
    ModelHeader model =
        withNormBiases(withBiases(llamaLike("starcoder2", sizes), sizes).remove(".mlp."), sizes.layers, 3072);
    model.each(0, 29, "model.layers.#.self_attn.o_proj.bias", {3072});
    addLinear(model, 30, "model.layers.#.mlp.c_fc", 12288, 3072);
    addLinear(model, 30, "model.layers.#.mlp.c_proj", 3072, 12288);
    return model.set("use_bias", true);
}

/// StableLM 2 1.6B.
inline ModelHeader stableLm2()
{
    constexpr DecoderSizes sizes{24, 2048, 32, 32, 64, 5632, 100352, 4096};
    return withNormBiases(withBiases(llamaLike("stablelm", sizes), sizes), 24, 2048)
        .set("use_qkv_bias", true)
        .set("use_parallel_residual", false);
}

/// Minitron 4B. Its feed-forward part has no gate.
inline ModelHeader nemotron()
{
    return withNormBiases(
        llamaLike("nemotron", {32, 3072, 24, 8, 128, 9216, 256000, 4096}).remove("mlp.gate_proj"), 32, 3072)
        .set("attention_bias", false);
}

inline ModelHeader internLm2()
{
    ModelHeader model;
    const std::string layer = "model.layers.#.";
    model.add("model.tok_embeddings.weight", {92544, 4096}).add("model.norm.weight", {4096});
    model.add("output.weight", {92544, 4096})
        .each(0, 31, layer + "attention.wqkv.weight", {6144, 4096})
        .each(0, 31, layer + "attention.wo.weight", {4096, 4096})
        .each(0, 31, layer + "feed_forward.w1.weight", {14336, 4096})
        .each(0, 31, layer + "feed_forward.w2.weight", {4096, 14336})
        .each(0, 31, layer + "feed_forward.w3.weight", {14336, 4096})
        .each(0, 31, layer + "attention_norm.weight", {4096})
        .each(0, 31, layer + "ffn_norm.weight", {4096});
    return model.config({{"model_type", "internlm2"}, {"num_hidden_layers", 32}, {"hidden_size", 4096},
        {"num_attention_heads", 32}, {"num_key_value_heads", 8}, {"intermediate_size", 14336}, {"vocab_size", 92544},
        {"max_position_embeddings", 32768}, {"tie_word_embeddings", false},
        {"auto_map", {{"AutoModel", "modeling_internlm2.InternLM2ForCausalLM"}}}});
}

inline ModelHeader deepseekV2Lite()
{
    constexpr DecoderSizes sizes{27, 2048, 16, 16, 128, 10944, 102400, 163840};
    ModelHeader model = llamaLike("deepseek_v2", sizes);
    const std::string layer = "model.layers.#.";
    for (int number = 1; number < 27; ++number) {
        const std::string mlp = "model.layers." + std::to_string(number) + ".mlp.";
        model.remove(mlp).add(mlp + "gate.weight", {64, 2048});
        for (const std::string part : {"gate_proj", "up_proj"})
            model.each(0, 63, mlp + "experts.#." + part + ".weight", {1408, 2048})
                .add(mlp + "shared_experts." + part + ".weight", {2816, 2048});
        model.each(0, 63, mlp + "experts.#.down_proj.weight", {2048, 1408})
            .add(mlp + "shared_experts.down_proj.weight", {2048, 2816});
    }
    model.remove("self_attn.")
        .each(0, 26, layer + "self_attn.q_proj.weight", {3072, 2048})
        .each(0, 26, layer + "self_attn.kv_a_proj_with_mqa.weight", {576, 2048})
        .each(0, 26, layer + "self_attn.kv_a_layernorm.weight", {512})
        .each(0, 26, layer + "self_attn.kv_b_proj.weight", {4096, 512})
        .each(0, 26, layer + "self_attn.o_proj.weight", {2048, 2048});
    return model.set("head_dim", nullptr)
        .set("n_routed_experts", 64)
        .set("n_shared_experts", 2)
        .set("num_experts_per_tok", 6)
        .set("first_k_dense_replace", 1)
        .set("moe_intermediate_size", 1408)
        .set("kv_lora_rank", 512)
        .set("qk_rope_head_dim", 64)
        .set("auto_map", {{"AutoModelForCausalLM", "modeling_deepseek.DeepseekV2ForCausalLM"}});
}

/// A small model like Qwen3-Next, with few experts. Every fourth layer has attention, with gated queries.
inline ModelHeader smallQwen3Next(int layers)
{
    const DecoderSizes sizes{layers, 64, 4, 2, 16, 128, 100, 512};
    ModelHeader model = withHeadNorms(llamaLike("qwen3_next", sizes), sizes);
    withExperts(model, sizes, 4, 32, "mlp.gate.weight", "mlp.experts.#.",
        {"gate_proj.weight", "up_proj.weight", "down_proj.weight"});
    model.remove("q_proj").each(0, layers - 1, "model.layers.#.self_attn.q_proj.weight", {128, 64});
    for (int number = 0; number < layers; ++number) {
        const std::string layer = "model.layers." + std::to_string(number) + ".";
        for (const std::string part : {"gate_proj", "up_proj"})
            model.add(layer + "mlp.shared_expert." + part + ".weight", {32, 64});
        model.add(layer + "mlp.shared_expert.down_proj.weight", {64, 32});
        model.add(layer + "mlp.shared_expert_gate.weight", {1, 64});
        if (number % 4 == 3)
            continue;
        const std::string linear = layer + "linear_attn.";
        model.remove(layer + "self_attn.")
            .add(linear + "in_proj_qkvz.weight", {192, 64})
            .add(linear + "in_proj_ba.weight", {8, 64})
            .add(linear + "conv1d.weight", {128, 1, 4})
            .add(linear + "dt_bias", {4})
            .add(linear + "A_log", {4})
            .add(linear + "norm.weight", {16})
            .add(linear + "out_proj.weight", {64, 64});
    }
    return model.set("num_experts", 4)
        .set("num_experts_per_tok", 2)
        .set("moe_intermediate_size", 32)
        .set("shared_expert_intermediate_size", 32)
        .set("full_attention_interval", 4);
}

/// A small model like Llama 4, with few experts, which are in one tensor. Every second layer has no experts.
inline ModelHeader smallLlama4()
{
    const DecoderSizes sizes{8, 64, 4, 2, 16, 128, 100, 512};
    ModelHeader model = llamaLike("llama4_text", sizes).remove(".mlp.");
    for (int number = 0; number < sizes.layers; ++number) {
        const std::string part = "model.layers." + std::to_string(number) + ".feed_forward.";
        const bool hasExperts = number % 2 == 1;
        const std::string expert = part + (hasExperts ? "shared_expert." : "");
        model.add(expert + "gate_proj.weight", {32, 64}).add(expert + "up_proj.weight", {32, 64});
        model.add(expert + "down_proj.weight", {64, 32});
        if (hasExperts)
            model.add(part + "router.weight", {4, 64})
                .add(part + "experts.gate_up_proj", {4, 64, 64})
                .add(part + "experts.down_proj", {4, 32, 64});
    }
    return model.set("num_local_experts", 4).set("num_experts_per_tok", 1).set("interleave_moe_layer_step", 2);
}

/// A small model like GLM-4.5, with few experts. The first layer has none.
inline ModelHeader smallGlm4Moe()
{
    const DecoderSizes sizes{6, 64, 4, 2, 16, 128, 100, 512};
    ModelHeader model = withHeadNorms(withBiases(llamaLike("glm4_moe", sizes), sizes), sizes);
    for (int number = 1; number < sizes.layers; ++number) {
        const std::string mlp = "model.layers." + std::to_string(number) + ".mlp.";
        model.remove(mlp).add(mlp + "gate.weight", {4, 64}).add(mlp + "gate.e_score_correction_bias", {4});
        for (const std::string expert : {"experts.0.", "experts.1.", "experts.2.", "experts.3.", "shared_experts."})
            model.add(mlp + expert + "gate_proj.weight", {32, 64})
                .add(mlp + expert + "up_proj.weight", {32, 64})
                .add(mlp + expert + "down_proj.weight", {64, 32});
    }
    return model.set("attention_bias", true)
        .set("n_routed_experts", 4)
        .set("n_shared_experts", 1)
        .set("num_experts_per_tok", 2)
        .set("moe_intermediate_size", 32)
        .set("first_k_dense_replace", 1);
}

/// BART base. The embedding is shared by encoder, decoder and head.
inline ModelHeader bartBase()
{
    ModelHeader model;
    model.add("model.shared.weight", {50265, 768}).add("final_logits_bias", {1, 50265});
    for (const std::string side : {"model.encoder.", "model.decoder."}) {
        const std::string layer = side + "layers.#.";
        model.add(side + "embed_positions.weight", {1026, 768});
        model.add(side + "layernorm_embedding.weight", {768}).add(side + "layernorm_embedding.bias", {768});
        for (const std::string attention : {"self_attn", "encoder_attn"}) {
            if (attention == "encoder_attn" && side == "model.encoder.")
                continue;
            for (const char* const part : {".q_proj", ".k_proj", ".v_proj", ".out_proj"})
                addLinear(model, 6, layer + attention + part, 768, 768);
            addNorm(model, 6, layer + attention + "_layer_norm", 768);
        }
        addLinear(model, 6, layer + "fc1", 3072, 768);
        addLinear(model, 6, layer + "fc2", 768, 3072);
        addNorm(model, 6, layer + "final_layer_norm", 768);
    }
    return model.config({{"model_type", "bart"}, {"d_model", 768}, {"encoder_layers", 6}, {"decoder_layers", 6},
        {"num_hidden_layers", 6}, {"encoder_attention_heads", 12}, {"vocab_size", 50265},
        {"max_position_embeddings", 1024}});
}

/// DINOv2 small and ViT base.
inline ModelHeader dinoV2Small()
{
    ModelHeader model;
    const std::string layer = "encoder.layer.#.";
    model.add("embeddings.cls_token", {1, 1, 384}).add("embeddings.mask_token", {1, 384});
    model.add("embeddings.position_embeddings", {1, 1370, 384})
        .add("embeddings.patch_embeddings.projection.weight", {384, 3, 14, 14})
        .add("embeddings.patch_embeddings.projection.bias", {384});
    for (const char* const part : {"attention.query", "attention.key", "attention.value", "output.dense"})
        addLinear(model, 12, layer + "attention." + part, 384, 384);
    addNorm(model, 12, layer + "norm1", 384);
    addNorm(model, 12, layer + "norm2", 384);
    addLinear(model, 12, layer + "mlp.fc1", 1536, 384);
    addLinear(model, 12, layer + "mlp.fc2", 384, 1536);
    model.each(0, 11, layer + "layer_scale1.lambda1", {384}).each(0, 11, layer + "layer_scale2.lambda1", {384});
    model.add("layernorm.weight", {384}).add("layernorm.bias", {384});
    return model.config({{"model_type", "dinov2"}, {"num_hidden_layers", 12}, {"hidden_size", 384},
        {"num_attention_heads", 6}, {"image_size", 518}, {"qkv_bias", true}});
}

} // namespace loupe::test
