#pragma once

#include "insight/model_headers.h"

namespace loupe::test {

// Published models, built from their configurations. Tests compare with the figures that their authors and hubs state.

constexpr DecoderSizes llama3Sizes{32, 4096, 32, 8, 128, 14336, 128256, 8192};
constexpr DecoderSizes mistralSizes{32, 4096, 32, 8, 128, 14336, 32000, 32768};
constexpr DecoderSizes qwen2Sizes{28, 3584, 28, 4, 128, 18944, 152064, 131072};
constexpr DecoderSizes qwen3Sizes{36, 4096, 32, 8, 128, 12288, 151936, 40960};
constexpr DecoderSizes qwen3MoeSizes{48, 2048, 32, 4, 128, 6144, 151936, 40960};
constexpr DecoderSizes gemmaSizes{18, 2048, 8, 1, 256, 16384, 256000, 8192, true};
constexpr DecoderSizes gemma2Sizes{26, 2304, 8, 4, 256, 9216, 256000, 8192, true};
constexpr DecoderSizes mixtralSizes{32, 4096, 32, 8, 128, 14336, 32000, 32768};

inline ModelHeader llama3()
{
    return llamaLike("llama", llama3Sizes);
}
inline ModelHeader mistral()
{
    return llamaLike("mistral", mistralSizes).set("sliding_window", 4096);
}

inline ModelHeader withBiases(ModelHeader model, const DecoderSizes& one)
{
    const std::string layer = "model.layers.#.self_attn.";
    model.each(0, one.layers - 1, layer + "q_proj.bias", {one.heads * one.headSize})
        .each(0, one.layers - 1, layer + "k_proj.bias", {one.keyHeads * one.headSize})
        .each(0, one.layers - 1, layer + "v_proj.bias", {one.keyHeads * one.headSize});
    return model;
}
inline ModelHeader withHeadNorms(ModelHeader model, const DecoderSizes& one)
{
    model.each(0, one.layers - 1, "model.layers.#.self_attn.q_norm.weight", {one.headSize})
        .each(0, one.layers - 1, "model.layers.#.self_attn.k_norm.weight", {one.headSize});
    return model;
}
inline ModelHeader qwen2()
{
    return withBiases(llamaLike("qwen2", qwen2Sizes), qwen2Sizes);
}
inline ModelHeader qwen3()
{
    return withHeadNorms(llamaLike("qwen3", qwen3Sizes), qwen3Sizes);
}
inline ModelHeader qwen3Moe()
{
    ModelHeader model = withHeadNorms(llamaLike("qwen3_moe", qwen3MoeSizes), qwen3MoeSizes);
    withExperts(model, qwen3MoeSizes, 128, 768, "mlp.gate.weight", "mlp.experts.#.",
        {"gate_proj.weight", "up_proj.weight", "down_proj.weight"});
    return model.set("num_experts", 128).set("num_experts_per_tok", 8).set("moe_intermediate_size", 768);
}
inline ModelHeader mixtral()
{
    ModelHeader model = llamaLike("mixtral", mixtralSizes);
    withExperts(model, mixtralSizes, 8, 14336, "block_sparse_moe.gate.weight", "block_sparse_moe.experts.#.",
        {"w1.weight", "w3.weight", "w2.weight"});
    return model.set("num_local_experts", 8).set("num_experts_per_tok", 2);
}
inline ModelHeader gemma()
{
    return llamaLike("gemma", gemmaSizes);
}
inline ModelHeader gemma2()
{
    ModelHeader model = llamaLike("gemma2", gemma2Sizes);
    for (const char* const norm : {"pre_feedforward_layernorm", "post_feedforward_layernorm"})
        model.each(0, 25, "model.layers.#." + std::string(norm) + ".weight", {2304});
    return model.set("sliding_window", 4096);
}

inline ModelHeader phi3()
{
    constexpr DecoderSizes sizes{32, 3072, 32, 32, 96, 8192, 32064, 4096};
    ModelHeader model = llamaLike("phi3", sizes);
    model.remove("self_attn.q_proj").remove("self_attn.k_proj").remove("self_attn.v_proj");
    model.remove("mlp.gate_proj").remove("mlp.up_proj");
    model.each(0, 31, "model.layers.#.self_attn.qkv_proj.weight", {9216, 3072});
    return model.each(0, 31, "model.layers.#.mlp.gate_up_proj.weight", {16384, 3072});
}

/// A linear layer with a bias in each layer.
inline void addLinear(ModelHeader& model, int layers, const std::string& name, std::uint64_t out, std::uint64_t in)
{
    model.each(0, layers - 1, name + ".weight", {out, in}).each(0, layers - 1, name + ".bias", {out});
}
/// A norm with a bias in each layer.
inline void addNorm(ModelHeader& model, int layers, const std::string& name, std::uint64_t size)
{
    model.each(0, layers - 1, name + ".weight", {size}).each(0, layers - 1, name + ".bias", {size});
}

inline ModelHeader phi2()
{
    ModelHeader model;
    model.add("model.embed_tokens.weight", {51200, 2560});
    const std::string layer = "model.layers.#.";
    addNorm(model, 32, layer + "input_layernorm", 2560);
    for (const char* const part : {"q_proj", "k_proj", "v_proj", "dense"})
        addLinear(model, 32, layer + "self_attn." + part, 2560, 2560);
    addLinear(model, 32, layer + "mlp.fc1", 10240, 2560);
    addLinear(model, 32, layer + "mlp.fc2", 2560, 10240);
    model.add("model.final_layernorm.weight", {2560}).add("model.final_layernorm.bias", {2560});
    model.add("lm_head.weight", {51200, 2560}).add("lm_head.bias", {51200});
    return model.config({{"model_type", "phi"}, {"num_hidden_layers", 32}, {"hidden_size", 2560},
        {"num_attention_heads", 32}, {"vocab_size", 51200}, {"max_position_embeddings", 2048}});
}

inline ModelHeader gpt2()
{
    ModelHeader model;
    model.add("wte.weight", {50257, 768}).add("wpe.weight", {1024, 768});
    addNorm(model, 12, "h.#.ln_1", 768);
    addNorm(model, 12, "h.#.ln_2", 768);
    const auto add = [&](const std::string& name, std::uint64_t in, std::uint64_t out) {
        model.each(0, 11, "h.#." + name + ".weight", {in, out}).each(0, 11, "h.#." + name + ".bias", {out});
    };
    add("attn.c_attn", 768, 2304);
    add("attn.c_proj", 768, 768);
    add("mlp.c_fc", 768, 3072);
    add("mlp.c_proj", 3072, 768);
    model.each(0, 11, "h.#.attn.bias", {1, 1, 1024, 1024}); // the attention mask
    model.add("ln_f.weight", {768}).add("ln_f.bias", {768});
    return model.config({{"model_type", "gpt2"}, {"n_layer", 12}, {"n_embd", 768}, {"n_head", 12}, {"n_ctx", 1024},
        {"vocab_size", 50257}});
}

inline ModelHeader pythia160m()
{
    ModelHeader model;
    model.add("gpt_neox.embed_in.weight", {50304, 768});
    const std::string layer = "gpt_neox.layers.#.";
    addNorm(model, 12, layer + "input_layernorm", 768);
    addNorm(model, 12, layer + "post_attention_layernorm", 768);
    addLinear(model, 12, layer + "attention.query_key_value", 2304, 768);
    addLinear(model, 12, layer + "attention.dense", 768, 768);
    addLinear(model, 12, layer + "mlp.dense_h_to_4h", 3072, 768);
    addLinear(model, 12, layer + "mlp.dense_4h_to_h", 768, 3072);
    model.add("gpt_neox.final_layer_norm.weight", {768}).add("gpt_neox.final_layer_norm.bias", {768});
    model.add("embed_out.weight", {50304, 768});
    return model.config({{"model_type", "gpt_neox"}, {"num_hidden_layers", 12}, {"hidden_size", 768},
        {"num_attention_heads", 12}, {"vocab_size", 50304}, {"max_position_embeddings", 2048}});
}

inline ModelHeader gptJ()
{
    ModelHeader model;
    model.add("transformer.wte.weight", {50400, 4096});
    const std::string layer = "transformer.h.#.";
    addNorm(model, 28, layer + "ln_1", 4096);
    for (const char* const part : {"q_proj", "k_proj", "v_proj", "out_proj"})
        model.each(0, 27, layer + "attn." + part + ".weight", {4096, 4096});
    addLinear(model, 28, layer + "mlp.fc_in", 16384, 4096);
    addLinear(model, 28, layer + "mlp.fc_out", 4096, 16384);
    model.add("transformer.ln_f.weight", {4096}).add("transformer.ln_f.bias", {4096});
    model.add("lm_head.weight", {50400, 4096}).add("lm_head.bias", {50400});
    return model.config({{"model_type", "gptj"}, {"n_layer", 28}, {"n_embd", 4096}, {"n_head", 16},
        {"vocab_size", 50400}, {"n_positions", 2048}});
}

inline ModelHeader opt125m()
{
    ModelHeader model;
    model.add("model.decoder.embed_tokens.weight", {50272, 768})
        .add("model.decoder.embed_positions.weight", {2050, 768});
    const std::string layer = "model.decoder.layers.#.";
    for (const char* const part : {"q_proj", "k_proj", "v_proj", "out_proj"})
        addLinear(model, 12, layer + "self_attn." + part, 768, 768);
    addNorm(model, 12, layer + "self_attn_layer_norm", 768);
    addNorm(model, 12, layer + "final_layer_norm", 768);
    addLinear(model, 12, layer + "fc1", 3072, 768);
    addLinear(model, 12, layer + "fc2", 768, 3072);
    model.add("model.decoder.final_layer_norm.weight", {768}).add("model.decoder.final_layer_norm.bias", {768});
    return model.config({{"model_type", "opt"}, {"num_hidden_layers", 12}, {"hidden_size", 768},
        {"num_attention_heads", 12}, {"ffn_dim", 3072}, {"vocab_size", 50272}, {"max_position_embeddings", 2048}});
}

inline ModelHeader bloom560m()
{
    ModelHeader model;
    model.add("word_embeddings.weight", {250880, 1024});
    model.add("word_embeddings_layernorm.weight", {1024}).add("word_embeddings_layernorm.bias", {1024});
    addNorm(model, 24, "h.#.input_layernorm", 1024);
    addNorm(model, 24, "h.#.post_attention_layernorm", 1024);
    addLinear(model, 24, "h.#.self_attention.query_key_value", 3072, 1024);
    addLinear(model, 24, "h.#.self_attention.dense", 1024, 1024);
    addLinear(model, 24, "h.#.mlp.dense_h_to_4h", 4096, 1024);
    addLinear(model, 24, "h.#.mlp.dense_4h_to_h", 1024, 4096);
    model.add("ln_f.weight", {1024}).add("ln_f.bias", {1024});
    return model.config(
        {{"model_type", "bloom"}, {"n_layer", 24}, {"hidden_size", 1024}, {"n_head", 16}, {"vocab_size", 250880}});
}

inline ModelHeader falcon7b()
{
    ModelHeader model;
    model.add("transformer.word_embeddings.weight", {65024, 4544});
    const std::string layer = "transformer.h.#.";
    addNorm(model, 32, layer + "input_layernorm", 4544);
    model.each(0, 31, layer + "self_attention.query_key_value.weight", {4672, 4544});
    model.each(0, 31, layer + "self_attention.dense.weight", {4544, 4544});
    model.each(0, 31, layer + "mlp.dense_h_to_4h.weight", {18176, 4544});
    model.each(0, 31, layer + "mlp.dense_4h_to_h.weight", {4544, 18176});
    model.add("transformer.ln_f.weight", {4544}).add("transformer.ln_f.bias", {4544});
    return model.config(
        {{"model_type", "falcon"}, {"num_hidden_layers", 32}, {"hidden_size", 4544}, {"num_attention_heads", 71},
            {"num_kv_heads", 71}, {"vocab_size", 65024}, {"multi_query", true}, {"new_decoder_architecture", false}});
}

inline ModelHeader mamba130m()
{
    ModelHeader model;
    model.add("backbone.embeddings.weight", {50280, 768});
    const std::string mixer = "backbone.layers.#.mixer.";
    model.each(0, 23, "backbone.layers.#.norm.weight", {768})
        .each(0, 23, mixer + "in_proj.weight", {3072, 768})
        .each(0, 23, mixer + "conv1d.weight", {1536, 1, 4})
        .each(0, 23, mixer + "conv1d.bias", {1536})
        .each(0, 23, mixer + "x_proj.weight", {80, 1536})
        .each(0, 23, mixer + "dt_proj.weight", {1536, 48})
        .each(0, 23, mixer + "dt_proj.bias", {1536})
        .each(0, 23, mixer + "A_log", {1536, 16})
        .each(0, 23, mixer + "D", {1536})
        .each(0, 23, mixer + "out_proj.weight", {768, 1536})
        .add("backbone.norm_f.weight", {768});
    return model.config({{"model_type", "mamba"}, {"num_hidden_layers", 24}, {"hidden_size", 768},
        {"intermediate_size", 1536}, {"state_size", 16}, {"conv_kernel", 4}, {"vocab_size", 50280}});
}

inline ModelHeader bertLike(
    const std::string& type, std::uint64_t vocabulary, std::uint64_t positions, std::uint64_t types)
{
    ModelHeader model;
    model.add("embeddings.word_embeddings.weight", {vocabulary, 768})
        .add("embeddings.position_embeddings.weight", {positions, 768})
        .add("embeddings.token_type_embeddings.weight", {types, 768})
        .add("embeddings.LayerNorm.weight", {768})
        .add("embeddings.LayerNorm.bias", {768});
    const std::string layer = "encoder.layer.#.";
    for (const char* const part : {"query", "key", "value"})
        addLinear(model, 12, layer + "attention.self." + part, 768, 768);
    addLinear(model, 12, layer + "attention.output.dense", 768, 768);
    addNorm(model, 12, layer + "attention.output.LayerNorm", 768);
    addLinear(model, 12, layer + "intermediate.dense", 3072, 768);
    addLinear(model, 12, layer + "output.dense", 768, 3072);
    addNorm(model, 12, layer + "output.LayerNorm", 768);
    model.add("pooler.dense.weight", {768, 768}).add("pooler.dense.bias", {768});
    return model.config(
        {{"model_type", type}, {"num_hidden_layers", 12}, {"hidden_size", 768}, {"num_attention_heads", 12},
            {"intermediate_size", 3072}, {"vocab_size", vocabulary}, {"max_position_embeddings", positions}});
}

inline ModelHeader distilBert()
{
    ModelHeader model;
    model.add("embeddings.word_embeddings.weight", {30522, 768})
        .add("embeddings.position_embeddings.weight", {512, 768})
        .add("embeddings.LayerNorm.weight", {768})
        .add("embeddings.LayerNorm.bias", {768});
    const std::string layer = "transformer.layer.#.";
    for (const char* const part : {"q_lin", "k_lin", "v_lin", "out_lin"})
        addLinear(model, 6, layer + "attention." + part, 768, 768);
    addNorm(model, 6, layer + "sa_layer_norm", 768);
    addLinear(model, 6, layer + "ffn.lin1", 3072, 768);
    addLinear(model, 6, layer + "ffn.lin2", 768, 3072);
    addNorm(model, 6, layer + "output_layer_norm", 768);
    return model.config({{"model_type", "distilbert"}, {"dim", 768}, {"n_layers", 6}, {"n_heads", 12},
        {"vocab_size", 30522}, {"max_position_embeddings", 512}});
}

inline ModelHeader t5Small()
{
    ModelHeader model;
    model.add("shared.weight", {32128, 512});
    for (const std::string side : {"encoder", "decoder"}) {
        const std::string block = side + ".block.#.layer.";
        const auto attention = [&](const std::string& name) {
            for (const char* const part : {"q", "k", "v", "o"})
                model.each(0, 5, block + name + '.' + part + ".weight", {512, 512});
        };
        attention("0.SelfAttention");
        model.each(0, 5, block + "0.layer_norm.weight", {512});
        model.add(side + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight", {32, 8});
        const std::string last = side == "encoder" ? "1" : "2";
        if (side == "decoder") {
            attention("1.EncDecAttention");
            model.each(0, 5, block + "1.layer_norm.weight", {512});
        }
        model.each(0, 5, block + last + ".DenseReluDense.wi.weight", {2048, 512});
        model.each(0, 5, block + last + ".DenseReluDense.wo.weight", {512, 2048});
        model.each(0, 5, block + last + ".layer_norm.weight", {512});
        model.add(side + ".final_layer_norm.weight", {512});
    }
    return model.config({{"model_type", "t5"}, {"num_layers", 6}, {"d_model", 512}, {"num_heads", 8}, {"d_kv", 64},
        {"d_ff", 2048}, {"vocab_size", 32128}});
}

inline ModelHeader whisperTiny()
{
    ModelHeader model;
    const auto linear = [&](const std::string& name, std::uint64_t out, std::uint64_t in, bool bias = true) {
        model.each(0, 3, name + ".weight", {out, in});
        if (bias)
            model.each(0, 3, name + ".bias", {out});
    };
    for (const std::string side : {"encoder", "decoder"}) {
        const std::string layer = "model." + side + ".layers.#.";
        std::vector<std::string> attentions{"self_attn"};
        if (side == "decoder")
            attentions.emplace_back("encoder_attn");
        for (const std::string& attention : attentions) {
            for (const char* const part : {"q_proj", "v_proj", "out_proj"})
                linear(layer + attention + '.' + part, 384, 384);
            linear(layer + attention + ".k_proj", 384, 384, false);
            addNorm(model, 4, layer + attention + "_layer_norm", 384);
        }
        linear(layer + "fc1", 1536, 384);
        linear(layer + "fc2", 384, 1536);
        addNorm(model, 4, layer + "final_layer_norm", 384);
        model.add("model." + side + ".layer_norm.weight", {384}).add("model." + side + ".layer_norm.bias", {384});
    }
    model.add("model.encoder.conv1.weight", {384, 80, 3}).add("model.encoder.conv1.bias", {384});
    model.add("model.encoder.conv2.weight", {384, 384, 3}).add("model.encoder.conv2.bias", {384});
    model.add("model.encoder.embed_positions.weight", {1500, 384})
        .add("model.decoder.embed_positions.weight", {448, 384});
    model.add("model.decoder.embed_tokens.weight", {51865, 384});
    return model.config({{"model_type", "whisper"}, {"d_model", 384}, {"encoder_layers", 4}, {"decoder_layers", 4},
        {"num_hidden_layers", 4}, {"vocab_size", 51865}});
}

inline ModelHeader clipBase32()
{
    ModelHeader model;
    model.add("logit_scale", {}).add("text_projection.weight", {512, 512}).add("visual_projection.weight", {512, 768});
    const auto tower = [&](const std::string& begin, std::uint64_t size) {
        const std::string layer = begin + ".encoder.layers.#.";
        for (const char* const part : {"q_proj", "k_proj", "v_proj", "out_proj"})
            addLinear(model, 12, layer + "self_attn." + part, size, size);
        addNorm(model, 12, layer + "layer_norm1", size);
        addNorm(model, 12, layer + "layer_norm2", size);
        addLinear(model, 12, layer + "mlp.fc1", 4 * size, size);
        addLinear(model, 12, layer + "mlp.fc2", size, 4 * size);
    };
    tower("text_model", 512);
    tower("vision_model", 768);
    model.add("text_model.embeddings.token_embedding.weight", {49408, 512})
        .add("text_model.embeddings.position_embedding.weight", {77, 512})
        .add("text_model.final_layer_norm.weight", {512})
        .add("text_model.final_layer_norm.bias", {512})
        .add("vision_model.embeddings.class_embedding", {768})
        .add("vision_model.embeddings.patch_embedding.weight", {768, 3, 32, 32})
        .add("vision_model.embeddings.position_embedding.weight", {50, 768})
        .add("vision_model.pre_layrnorm.weight", {768})
        .add("vision_model.pre_layrnorm.bias", {768})
        .add("vision_model.post_layernorm.weight", {768})
        .add("vision_model.post_layernorm.bias", {768});
    return model.config({{"model_type", "clip"}, {"projection_dim", 512}});
}

inline ModelHeader deepseekV3()
{
    ModelHeader model;
    model.add("model.embed_tokens.weight", {129280, 7168}).add("model.norm.weight", {7168});
    model.add("lm_head.weight", {129280, 7168});
    const std::string layer = "model.layers.#.";
    model.each(0, 60, layer + "input_layernorm.weight", {7168})
        .each(0, 60, layer + "post_attention_layernorm.weight", {7168})
        .each(0, 60, layer + "self_attn.q_a_proj.weight", {1536, 7168})
        .each(0, 60, layer + "self_attn.q_a_layernorm.weight", {1536})
        .each(0, 60, layer + "self_attn.q_b_proj.weight", {24576, 1536})
        .each(0, 60, layer + "self_attn.kv_a_proj_with_mqa.weight", {576, 7168})
        .each(0, 60, layer + "self_attn.kv_a_layernorm.weight", {512})
        .each(0, 60, layer + "self_attn.kv_b_proj.weight", {32768, 512})
        .each(0, 60, layer + "self_attn.o_proj.weight", {7168, 16384})
        .each(0, 2, layer + "mlp.gate_proj.weight", {18432, 7168})
        .each(0, 2, layer + "mlp.up_proj.weight", {18432, 7168})
        .each(0, 2, layer + "mlp.down_proj.weight", {7168, 18432})
        .each(3, 60, layer + "mlp.gate.weight", {256, 7168})
        .each(3, 60, layer + "mlp.gate.e_score_correction_bias", {256});
    for (int number = 3; number <= 60; ++number) {
        const std::string mlp = "model.layers." + std::to_string(number) + ".mlp.";
        for (const std::string part : {"gate_proj", "up_proj"})
            model.each(0, 255, mlp + "experts.#." + part + ".weight", {2048, 7168})
                .add(mlp + "shared_experts." + part + ".weight", {2048, 7168});
        model.each(0, 255, mlp + "experts.#.down_proj.weight", {7168, 2048})
            .add(mlp + "shared_experts.down_proj.weight", {7168, 2048});
    }
    return model.config({{"model_type", "deepseek_v3"}, {"num_hidden_layers", 61}, {"hidden_size", 7168},
        {"num_attention_heads", 128}, {"num_key_value_heads", 128}, {"intermediate_size", 18432},
        {"n_routed_experts", 256}, {"num_experts_per_tok", 8}, {"kv_lora_rank", 512}, {"qk_rope_head_dim", 64},
        {"vocab_size", 129280}, {"max_position_embeddings", 163840}});
}

inline ModelHeader gemma3()
{
    constexpr DecoderSizes sizes{26, 1152, 4, 1, 256, 6912, 262144, 32768, true};
    ModelHeader model = withHeadNorms(llamaLike("gemma3_text", sizes), sizes);
    for (const char* const norm : {"pre_feedforward_layernorm", "post_feedforward_layernorm"})
        model.each(0, 25, "model.layers.#." + std::string(norm) + ".weight", {1152});
    return model.set("sliding_window", 512).set("sliding_window_pattern", 6);
}

/// Qwen1.5-MoE-A2.7B.
inline ModelHeader qwen2Moe()
{
    constexpr DecoderSizes sizes{24, 2048, 16, 16, 128, 5632, 151936, 8192};
    ModelHeader model = withBiases(llamaLike("qwen2_moe", sizes), sizes);
    withExperts(model, sizes, 60, 1408, "mlp.gate.weight", "mlp.experts.#.",
        {"gate_proj.weight", "up_proj.weight", "down_proj.weight"});
    for (const char* const part : {"gate_proj", "up_proj"})
        model.each(0, 23, "model.layers.#.mlp.shared_expert." + std::string(part) + ".weight", {5632, 2048});
    model.each(0, 23, "model.layers.#.mlp.shared_expert.down_proj.weight", {2048, 5632})
        .each(0, 23, "model.layers.#.mlp.shared_expert_gate.weight", {1, 2048});
    return model.set("num_experts", 60).set("num_experts_per_tok", 4).set("moe_intermediate_size", 1408);
}

/// gpt-oss-20b with its MXFP4 weights decoded.
inline ModelHeader gptOss20b()
{
    constexpr DecoderSizes sizes{24, 2880, 64, 8, 64, 2880, 201088, 131072};
    ModelHeader model = withBiases(llamaLike("gpt_oss", sizes), sizes);
    const std::string layer = "model.layers.#.";
    model.remove(".mlp.")
        .each(0, 23, layer + "self_attn.o_proj.bias", {2880})
        .each(0, 23, layer + "self_attn.sinks", {64})
        .each(0, 23, layer + "mlp.router.weight", {32, 2880})
        .each(0, 23, layer + "mlp.router.bias", {32})
        .each(0, 23, layer + "mlp.experts.gate_up_proj", {32, 2880, 5760})
        .each(0, 23, layer + "mlp.experts.gate_up_proj_bias", {32, 5760})
        .each(0, 23, layer + "mlp.experts.down_proj", {32, 2880, 2880})
        .each(0, 23, layer + "mlp.experts.down_proj_bias", {32, 2880});
    return model.set("num_local_experts", 32).set("num_experts_per_tok", 4).set("sliding_window", 128);
}

inline ModelHeader olmo2()
{
    constexpr DecoderSizes sizes{32, 4096, 32, 32, 128, 11008, 100352, 4096};
    ModelHeader model = llamaLike("olmo2", sizes).remove("input_layernorm");
    return model.each(0, 31, "model.layers.#.post_feedforward_layernorm.weight", {4096})
        .each(0, 31, "model.layers.#.self_attn.q_norm.weight", {4096})
        .each(0, 31, "model.layers.#.self_attn.k_norm.weight", {4096});
}

inline ModelHeader mpt7b()
{
    ModelHeader model;
    model.add("transformer.wte.weight", {50432, 4096}).add("transformer.norm_f.weight", {4096});
    const std::string block = "transformer.blocks.#.";
    model.each(0, 31, block + "norm_1.weight", {4096})
        .each(0, 31, block + "norm_2.weight", {4096})
        .each(0, 31, block + "attn.Wqkv.weight", {12288, 4096})
        .each(0, 31, block + "attn.out_proj.weight", {4096, 4096})
        .each(0, 31, block + "ffn.up_proj.weight", {16384, 4096})
        .each(0, 31, block + "ffn.down_proj.weight", {4096, 16384});
    return model.config({{"model_type", "mpt"}, {"d_model", 4096}, {"n_layers", 32}, {"n_heads", 32},
        {"max_seq_len", 2048}, {"vocab_size", 50432}});
}

} // namespace loupe::test
