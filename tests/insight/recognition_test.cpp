// What models are recognized as. Numbers of parameters are those that their hubs or papers state.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_table.h"
#include "insight/model_checks.h"
#include "insight/published_models.h"

#include <gmock/gmock.h>

#include <array>
#include <set>

namespace loupe {
namespace {

using test::DecoderSizes;
using test::ggufModel;
using test::hasFault;
using test::KnownModel;
using test::knownModels;
using test::ModelHeader;

class RecognitionTest : public testing::Test {
protected:
    ModelReport examine(const ModelHeader& model)
    {
        const auto opened = openCheckpoint(model.write(folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
        m_opened.push_back(*opened);
        return examineModel(**opened);
    }
    static std::string familyOf(const ModelReport& report)
    {
        return report.model.family ? std::string(report.model.family->id) : "unknown";
    }

    test::TemporaryFolder folder;

private:
    int m_next = 0;
    std::vector<std::shared_ptr<const Checkpoint>> m_opened;
};

TEST_F(RecognitionTest, PublishedModelsAreWhatTheyAreAndSound)
{
    for (const KnownModel& known : knownModels()) {
        SCOPED_TRACE(known.name);
        const ModelReport report = examine(known.header);
        ASSERT_EQ(familyOf(report), known.family);
        EXPECT_EQ(report.model.family->kind, known.kind);
        EXPECT_TRUE(report.model.byConfig);
        EXPECT_TRUE(report.model.byTensors);
        EXPECT_EQ(report.architecture.parameters.total, known.parameters);
        EXPECT_EQ(report.architecture.parameters.active, known.active);
        using enum ArchitectureFigure;
        for (const auto& [figure, value] :
            {std::pair(Layers, known.layers), {HiddenSize, known.hidden}, {Heads, known.heads},
                {KeyValueHeads, known.keyHeads}, {Vocabulary, known.vocabulary}, {Experts, known.experts}}) {
            if (value > 0) {
                EXPECT_EQ(report.architecture.find(figure), value) << figureKey(figure);
            }
        }
        for (const Finding& finding : report.findings.list())
            ADD_FAILURE() << finding.code << ": " << finding.message;
    }
}

/// Whisper in the names that OpenAI publishes, and those that MLX makes of it.
ModelHeader openAiWhisper(bool isOfMlx)
{
    ModelHeader model;
    model.add("encoder.conv1.weight", {384, 80, 3}).add("encoder.conv2.weight", {384, 384, 3});
    model.add("encoder.conv1.bias", {384}).add("encoder.conv2.bias", {384});
    model.add("encoder.positional_embedding", {1500, 384}).add("encoder.ln_post.weight", {384});
    model.add("encoder.ln_post.bias", {384}).add("decoder.ln.bias", {384});
    model.add("decoder.token_embedding.weight", {51865, 384}).add("decoder.positional_embedding", {448, 384});
    model.add("decoder.ln.weight", {384});
    for (const std::string side : {"encoder", "decoder"}) {
        const std::string block = side + ".blocks.#.";
        for (const std::string attention : {"attn", "cross_attn"}) {
            if (side == "encoder" && attention == "cross_attn")
                continue;
            for (const char* const part : {".query", ".key", ".value", ".out"})
                model.each(0, 3, block + attention + part + ".weight", {384, 384});
            for (const char* const part : {".query", ".value", ".out", "_ln"})
                model.each(0, 3, block + attention + part + ".bias", {384});
            model.each(0, 3, block + attention + "_ln.weight", {384});
        }
        model.each(0, 3, block + (isOfMlx ? "mlp1" : "mlp.0") + ".weight", {1536, 384});
        model.each(0, 3, block + (isOfMlx ? "mlp2" : "mlp.2") + ".weight", {384, 1536});
        model.each(0, 3, block + "mlp_ln.weight", {384}).each(0, 3, block + "mlp_ln.bias", {384});
        for (const char* const part : isOfMlx ? std::array{"mlp1", "mlp2"} : std::array{"mlp.0", "mlp.2"})
            model.each(0, 3, block + part + ".bias", {384});
    }
    return model;
}

/// What belongs to a family and is not made as most of it: names by hand from published files, not from the table.
TEST_F(RecognitionTest, SoundVariantsHaveNoFault)
{
    ModelHeader jina; // jina-embeddings-v2: no positions, gated layers
    const std::string layer = "encoder.layer.#.";
    jina.add("embeddings.word_embeddings.weight", {30528, 768})
        .add("embeddings.token_type_embeddings.weight", {2, 768});
    jina.add("embeddings.LayerNorm.weight", {768});
    for (const char* const part :
        {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
        jina.each(0, 11, layer + part + ".weight", {768, 768});
    jina.each(0, 11, layer + "attention.output.LayerNorm.weight", {768})
        .each(0, 11, layer + "mlp.gated_layers.weight", {6144, 768})
        .each(0, 11, layer + "mlp.wo.weight", {768, 3072})
        .each(0, 11, layer + "mlp.layernorm.weight", {768});
    auto withConfig = jina;
    withConfig.config({{"model_type", "bert"}, {"hidden_size", 768}, {"num_hidden_layers", 12},
        {"position_embedding_type", "alibi"}, {"auto_map", {{"AutoModel", "modeling_bert.JinaBertModel"}}}});
    ModelHeader preNorm; // RoBERTa-PreLayerNorm
    const std::string inner = "roberta_prelayernorm." + layer;
    preNorm.add("roberta_prelayernorm.embeddings.word_embeddings.weight", {50265, 768})
        .add("roberta_prelayernorm.embeddings.token_type_embeddings.weight", {1, 768})
        .add("roberta_prelayernorm.embeddings.LayerNorm.weight", {768});
    for (const char* const part :
        {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
        preNorm.each(0, 11, inner + part + ".weight", {768, 768});
    preNorm.each(0, 11, inner + "attention.LayerNorm.weight", {768})
        .each(0, 11, inner + "intermediate.LayerNorm.weight", {768})
        .each(0, 11, inner + "intermediate.dense.weight", {3072, 768})
        .each(0, 11, inner + "output.dense.weight", {768, 3072});
    auto blocks = test::gptOss20b(); // MXFP4, as it is published
    blocks.remove("mlp.experts.gate_up_proj").remove("mlp.experts.down_proj");
    for (const char* const part : {"gate_up_proj", "down_proj"}) {
        const std::string name = "model.layers.#.mlp.experts." + std::string(part);
        const std::uint64_t rows = std::string_view(part) == "down_proj" ? 2880 : 5760;
        blocks.each(0, 23, name + "_blocks", {32, rows, 90, 16}).each(0, 23, name + "_scales", {32, rows, 90});
        blocks.each(0, 23, name + "_bias", {32, rows});
    }
    const std::pair<const char*, ModelHeader> models[]{{"OpenAI Whisper", openAiWhisper(false)},
        {"MLX Whisper", openAiWhisper(true)}, {"jina", withConfig}, {"jina without configuration", jina},
        {"RoBERTa-PreLayerNorm", preNorm}, {"gpt-oss in blocks", blocks}};
    for (const auto& [name, header] : models) {
        const ModelReport report = examine(header);
        for (const Finding& finding : report.findings.list()) {
            if (finding.severity != Severity::Note)
                ADD_FAILURE() << name << ": " << finding.code << ": " << finding.message;
        }
    }
    // One file of a split GGUF: the second half of the layers, and what stands before them is elsewhere.
    auto piece = ggufModel("llama", "", "attn_norm attn_q attn_k attn_v attn_output ffn_norm ffn_gate ffn_up ffn_down");
    piece->metadata->emplace_back("split.count", "2");
    piece->metadata->emplace_back("llama.block_count", "8");
    piece->files.emplace_back();
    const ModelReport report = examineModel(*piece);
    EXPECT_FALSE(hasFault(report)) << report.findings.list().front().message;
}

TEST_F(RecognitionTest, WithoutConfigurationTensorsTell)
{
    for (KnownModel& known : knownModels()) {
        SCOPED_TRACE(known.name);
        const ModelReport report = examine(known.header.withoutConfig());
        const bool isLlama = known.family == "llama" || known.family == "mistral" || known.family == "granite";
        if (isLlama)
            EXPECT_EQ(report.model.title, "Llama, Mistral or alike");
        else
            EXPECT_EQ(familyOf(report), known.family);
        EXPECT_FALSE(report.model.byConfig);
        EXPECT_EQ(report.architecture.parameters.total, known.parameters);
        EXPECT_FALSE(report.model.evidence.empty());
        EXPECT_TRUE(report.findings.list().empty());
    }
}

struct Telltale {
    std::string family;
    ModelHeader header;
};

/// The tensors that tell families, with their shapes in published models; none has a configuration.
std::vector<Telltale> telltales()
{
    const auto made = [](std::initializer_list<std::pair<std::string, ModelHeader::Shape>> tensors) {
        ModelHeader model;
        for (const auto& [name, shape] : tensors)
            model.add(name, shape);
        return model;
    };
    const auto pair = [&](const std::string& module, const std::string& down, const std::string& up) {
        return made({{module + down, {8, 64}}, {module + up, {64, 8}}});
    };
    const std::string unet = "model.diffusion_model.";
    const ModelHeader::Shape input{320, 4, 3, 3};
    const auto stable = [&](std::uint64_t context) {
        return made({{unet + "input_blocks.0.0.weight", input},
            {unet + "input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight", {320, context}},
            {"first_stage_model.decoder.conv_in.weight", {512, 4, 3, 3}}});
    };
    const auto xl = [&](std::uint64_t label) {
        return made({{unet + "input_blocks.0.0.weight", input}, {unet + "label_emb.0.0.weight", {1280, label}},
            {unet + "input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight", {640, 2048}},
            {"conditioner.embedders.1.model.transformer.resblocks.9.mlp.c_proj.bias", {1280}}});
    };
    const auto diffusers = [&](const std::string& telling, std::uint64_t context) {
        return made({{"down_blocks.0.resnets.0.conv1.weight", {320, 320, 3, 3}}, {telling, {1280, 320}},
            {"down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.weight", {640, context}}});
    };
    const std::string query = "base_model.model.model.layers.0.self_attn.q_proj.";
    const std::string mid = "lora_unet_mid_block_attentions_0_proj_in.";
    const std::string layer = "model.layers.0.";
    const std::string vision = "vision_model.embeddings.patch_embedding.weight";
    return {
        {"lora-peft", pair(query, "lora_A.weight", "lora_B.weight")},
        {"lora-peft", pair(query, "lora_A.default.weight", "lora_B.default.weight")},
        {"lora-dora", pair(query, "lora_A.weight", "lora_B.weight").add(query + "lora_magnitude_vector", {64})},
        {"lora-dora", pair(mid, "lora_down.weight", "lora_up.weight").add(mid + "dora_scale", {64, 1})},
        {"lora-kohya", pair(mid, "lora_down.weight", "lora_up.weight").add(mid + "alpha", {})},
        {"lora-diffusers", pair("unet.mid_block.attentions.0.proj_in.", "lora.down.weight", "lora.up.weight")},
        {"loha", pair(mid, "hada_w1_a", "hada_w2_a")},
        {"lokr", pair(mid, "lokr_w1", "lokr_w2_a")},
        {"adalora", pair(query, "lora_A", "lora_B").add(query + "lora_E", {8, 1})},
        {"oft", made({{mid + "oft_blocks", {4, 16, 16}}})},
        {"boft", made({{query + "boft_R", {2, 4, 16, 16}}})},
        {"ia3", made({{query + "ia3_l", {64, 1}}})},
        {"vera", made({{query + "vera_lambda_b", {64}}, {query + "vera_lambda_d", {8}}})},
        {"fourierft", made({{query + "fourierft_spectrum", {1000}}})},
        {"ip-adapter", made({{"ip_adapter.1.to_k_ip.weight", {320, 768}}, {"image_proj.proj.weight", {3072, 1024}}})},
        {"textual-inversion", made({{"emb_params", {4, 768}}})},
        {"textual-inversion", made({{"clip_l", {4, 768}}, {"clip_g", {4, 1280}}})},
        {"controlnet", made({{"controlnet_cond_embedding.conv_in.weight", {16, 3, 3, 3}}})},
        {"controlnet",
            made({{"control_model.time_embed.0.weight", {1280, 320}},
                {"control_model.input_blocks.0.0.weight", input}})},
        {"sd1", stable(768)},
        {"sd2", stable(1024)},
        {"sdxl", xl(2816)},
        {"sdxl-refiner", xl(2560)},
        {"sd1-unet", diffusers("time_embedding.linear_1.weight", 768)},
        {"sd2-unet", diffusers("time_embedding.linear_1.weight", 1024)},
        {"sdxl-unet", diffusers("add_embedding.linear_1.weight", 2048)},
        {"animatediff",
            diffusers("time_embedding.linear_1.weight", 768)
                .add("down_blocks.0.motion_modules.0.temporal_transformer.proj_in.weight", {320, 320})},
        {"sd3", made({{unet + "joint_blocks.0.context_block.attn.qkv.weight", {4608, 1536}}})},
        {"sd3.5",
            made({{unet + "joint_blocks.0.context_block.attn.qkv.weight", {7296, 2432}},
                {unet + "joint_blocks.0.x_block.attn.ln_q.weight", {64}}})},
        {"flux-dev",
            made({{"double_blocks.0.img_attn.norm.key_norm.scale", {128}},
                {"guidance_in.in_layer.weight", {3072, 256}}})},
        {"flux-schnell", made({{"double_blocks.0.img_attn.norm.key_norm.scale", {128}}})},
        {"flux2", made({{"single_stream_modulation.lin.weight", {18432, 6144}}})},
        {"flux-diffusers",
            made({{"transformer_blocks.0.attn.add_q_proj.weight", {3072, 3072}},
                {"single_transformer_blocks.0.proj_mlp.weight", {12288, 3072}},
                {"context_embedder.weight", {3072, 4096}}})},
        {"chroma",
            made({{"double_blocks.0.img_attn.qkv.weight", {9216, 3072}},
                {"distilled_guidance_layer.in_proj.weight", {5120, 64}}})},
        {"hunyuan-video", made({{"txt_in.individual_token_refiner.blocks.0.norm1.weight", {3072}}})},
        {"auraflow", made({{"double_layers.0.attn.w1q.weight", {3072, 3072}}})},
        {"mochi", made({{"blocks.0.attn.qkv_x.weight", {9216, 3072}}})},
        {"ltx-video", made({{"patchify_proj.weight", {2048, 128}}, {"scale_shift_table", {2, 2048}}})},
        {"wan", made({{"head.modulation", {1, 2, 1536}}, {"patch_embedding.weight", {1536, 16, 1, 2, 2}}})},
        {"z-image", made({{"layers.0.adaLN_modulation.0.weight", {15360, 256}}, {"cap_embedder.0.weight", {2560}}})},
        {"lumina2", made({{"cap_embedder.0.weight", {2304}}})},
        {"sana", made({{"blocks.0.cross_attn.q_linear.weight", {1152, 1152}}})},
        {"cascade-c", made({{"clip_txt_mapper.weight", {2048, 1280}}})},
        {"cascade-b", made({{"down_blocks.1.0.channelwise.0.weight", {5120, 1280}}})},
        {"vae",
            made({{"first_stage_model.encoder.down.0.block.0.conv1.weight", {128, 128, 3, 3}},
                {"first_stage_model.decoder.conv_in.weight", {512, 4, 3, 3}}})},
        {"vae-diffusers",
            made({{"encoder.down_blocks.0.resnets.0.conv1.weight", {128, 128, 3, 3}},
                {"decoder.conv_in.weight", {512, 4, 3, 3}}})},
        {"clip-text",
            made({{"text_model.embeddings.token_embedding.weight", {49408, 768}},
                {"text_model.final_layer_norm.weight", {768}}})},
        {"clip-vision", made({{"vision_model.pre_layrnorm.weight", {1024}}, {vision, {1024, 3, 14, 14}}})},
        {"open-clip",
            made({{"visual.transformer.resblocks.0.attn.in_proj_weight", {2304, 768}},
                {"token_embedding.weight", {49408, 512}}, {"text_projection", {512, 512}}})},
        {"siglip",
            made({{"text_model.embeddings.token_embedding.weight", {32000, 768}},
                {"text_model.final_layer_norm.weight", {768}}, {"text_model.head.weight", {768, 768}},
                {vision, {768, 3, 16, 16}}, {"vision_model.head.probe", {1, 1, 768}}})},
        {"vit",
            made({{"vit.embeddings.cls_token", {1, 1, 768}},
                {"vit.embeddings.patch_embeddings.projection.weight", {768, 3, 16, 16}},
                {"vit.encoder.layer.0.attention.attention.query.weight", {768, 768}}})},
        {"dinov2",
            made({{"embeddings.cls_token", {1, 1, 384}}, {"embeddings.mask_token", {1, 384}},
                {"embeddings.patch_embeddings.projection.weight", {384, 3, 14, 14}},
                {"encoder.layer.0.attention.attention.query.weight", {384, 384}},
                {"encoder.layer.0.layer_scale1.lambda1", {384}}})},
        {"vit-timm",
            made({{"patch_embed.proj.weight", {768, 3, 16, 16}}, {"blocks.0.attn.qkv.weight", {2304, 768}},
                {"pos_embed", {1, 197, 768}}, {"cls_token", {1, 1, 768}}})},
        {"t5-encoder", made({{"encoder.block.0.layer.0.SelfAttention.q.weight", {4096, 4096}}})},
        {"bart",
            made({{"model.encoder.layers.0.self_attn.q_proj.weight", {768, 768}},
                {"model.decoder.layers.0.encoder_attn.q_proj.weight", {768, 768}},
                {"model.encoder.layernorm_embedding.weight", {768}}})},
        {"whisper",
            made({{"encoder.conv1.weight", {384, 80, 3}}, {"decoder.blocks.0.cross_attn.query.weight", {384, 384}}})},
        {"mamba2",
            made({{"backbone.layers.0.mixer.A_log", {24}}, {"backbone.layers.0.mixer.dt_bias", {24}},
                {"backbone.layers.0.mixer.in_proj.weight", {3352, 768}}})},
        {"rwkv", made({{"blocks.0.att.receptance.weight", {768, 768}}, {"blocks.0.ffn.key.weight", {3072, 768}}})},
        {"gemma3n", made({{"model.language_model.embed_tokens_per_layer.weight", {262144, 7680}}})},
        {"deepseek-v2", made({{layer + "self_attn.kv_a_proj_with_mqa.weight", {576, 2048}}})},
        {"glm4-moe",
            made({{layer + "self_attn.q_proj.bias", {12288}}, {layer + "self_attn.q_proj.weight", {12288, 4096}},
                {layer + "mlp.gate.e_score_correction_bias", {128}},
                {layer + "mlp.shared_experts.gate_proj.weight", {1408, 4096}}})},
        {"qwen3-next", test::smallQwen3Next(4).withoutConfig()},
        {"llama4",
            made({{"language_model.model.layers.0.feed_forward.router.weight", {16, 5120}},
                {"language_model.model.layers.0.feed_forward.shared_expert.gate_proj.weight", {8192, 5120}}})},
        {"llama-meta",
            made({{"layers.0.attention.wq.weight", {4096, 4096}}, {"layers.0.feed_forward.w1.weight", {11008, 4096}},
                {"tok_embeddings.weight", {32000, 4096}}})},
        {"optimizer", made({{"state.0.exp_avg", {64, 64}}, {"state.0.exp_avg_sq", {64, 64}}})},
    };
}

TEST_F(RecognitionTest, TellTaleTensors)
{
    for (const Telltale& one : telltales())
        EXPECT_EQ(familyOf(examine(one.header)), one.family);
}

TEST_F(RecognitionTest, EachFamilyIsTested)
{
    std::set<std::string> tested;
    for (const KnownModel& known : knownModels())
        tested.insert(known.family);
    for (const Telltale& one : telltales())
        tested.insert(one.family);
    for (const test::PublishedModel& one : test::publishedModels())
        tested.insert(one.family);
    tested.erase("-");
    std::set<std::string> families;
    for (const ModelFamily& family : modelFamilies())
        families.emplace(family.id);
    EXPECT_EQ(tested, families);
}

TEST_F(RecognitionTest, PartsOfACheckpoint)
{
    const auto partsWith = [&](const std::string& name) {
        return examine(ModelHeader()
                           .add("model.diffusion_model.input_blocks.0.0.weight", {320, 4, 3, 3})
                           .add("model.diffusion_model.input_blocks.1.1.attn2.to_k.weight", {320, 768})
                           .add(name, {4}))
            .model.parts;
    };
    using testing::ElementsAre;
    EXPECT_THAT(partsWith("first_stage_model.decoder.conv_in.weight"), ElementsAre("VAE"));
    EXPECT_THAT(
        partsWith("cond_stage_model.transformer.text_model.final_layer_norm.weight"), ElementsAre("text encoder"));
    EXPECT_THAT(partsWith("model_ema.decay"), ElementsAre("EMA weights"));
    EXPECT_THAT(partsWith("state.0.exp_avg"), ElementsAre("optimizer state"));
    EXPECT_THAT(partsWith("emanation.weight"), testing::IsEmpty());
}

TEST_F(RecognitionTest, ModelsThatOnlyLookLikeOthersAreUnknown)
{
    const DecoderSizes sizes{2, 64, 4, 2, 16, 128, 100, 512};
    const auto decoder = [&] { return test::llamaLike("llama", sizes).withoutConfig(); };
    const std::string layer = "model.layers.0.";
    const auto clip = [](const std::string& more) {
        return ModelHeader()
            .add("text_model.embeddings.token_embedding.weight", {49408, 768})
            .add("vision_model.pre_layrnorm.weight", {768})
            .add(more, {768});
    };
    const auto bert = [](const std::string& prefix, std::uint64_t types) {
        return ModelHeader()
            .add(prefix + "embeddings.word_embeddings.weight", {30522, 768})
            .add(prefix + "embeddings.token_type_embeddings.weight", {types, 768})
            .add(prefix + "encoder.layer.0.attention.self.query.weight", {768, 768});
    };
    const std::vector<std::pair<std::string, ModelHeader>> models{
        {"nothing", ModelHeader()},
        {"plain names", ModelHeader().add("a", {2}).add("b.0.weight", {2, 2}).add("b.1.weight", {2, 2})},
        {"StableLM, whose norms have biases", decoder().add(layer + "input_layernorm.bias", {64})},
        {"Cohere, with one norm in a layer", decoder().remove("post_attention_layernorm")},
        {"a head norm of another size", decoder().add(layer + "self_attn.q_norm.weight", {16})},
        {"GLM-4 MoE",
            decoder()
                .remove(".mlp.")
                .add(layer + "self_attn.q_norm.weight", {128})
                .add(layer + "mlp.gate.weight", {4, 64})
                .add(layer + "mlp.gate.e_score_correction_bias", {4})
                .add(layer + "mlp.experts.0.gate_proj.weight", {8, 64})},
        {"OLMoE, whose head norms are of all heads",
            decoder()
                .remove(".mlp.")
                .add(layer + "self_attn.q_norm.weight", {64})
                .add(layer + "mlp.gate.weight", {4, 64})
                .add(layer + "mlp.experts.0.gate_proj.weight", {8, 64})},
        {"DeepSeek V3.2",
            ModelHeader()
                .add(layer + "self_attn.kv_a_proj_with_mqa.weight", {576, 7168})
                .add(layer + "self_attn.indexer.wk.weight", {128, 7168})
                .add(layer + "mlp.gate.e_score_correction_bias", {256})},
        {"Phi-3.5 MoE",
            ModelHeader()
                .add(layer + "block_sparse_moe.gate.weight", {16, 64})
                .add(layer + "block_sparse_moe.experts.0.w1.weight", {8, 64})
                .add(layer + "input_layernorm.bias", {64})},
        {"StarCoder, whose heads share one key",
            ModelHeader()
                .add("transformer.wte.weight", {49152, 6144})
                .add("transformer.wpe.weight", {8192, 6144})
                .add("transformer.h.0.attn.c_attn.weight", {6400, 6144})},
        {"ELECTRA", bert("electra.", 2)},
        {"BERT with four types of tokens", bert("bert.", 4)},
        {"Longformer",
            bert("longformer.", 1).add("longformer.encoder.layer.0.attention.self.query_global.weight", {768, 768})},
        {"CLIPSeg", clip("decoder.reduces.0.weight")},
        {"X-CLIP", clip("mit.position_embedding")},
        {"DeiT",
            ModelHeader()
                .add("deit.embeddings.cls_token", {1, 1, 768})
                .add("deit.embeddings.distillation_token", {1, 1, 768})
                .add("deit.embeddings.patch_embeddings.projection.weight", {768, 3, 16, 16})
                .add("deit.encoder.layer.0.attention.attention.query.weight", {768, 768})},
        {"Switch Transformer",
            ModelHeader()
                .add("encoder.block.0.layer.0.SelfAttention.q.weight", {64, 64})
                .add("encoder.block.1.layer.1.mlp.experts.expert_0.wi.weight", {64, 64})
                .add("decoder.block.0.layer.1.EncDecAttention.q.weight", {64, 64})},
        {"a U-Net with another context",
            ModelHeader()
                .add("input_blocks.0.0.weight", {320, 4, 3, 3})
                .add("input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight", {320, 512})},
        {"768 on the other axis",
            ModelHeader()
                .add("input_blocks.0.0.weight", {320, 4, 3, 3})
                .add("input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight", {768, 320})},
        {"names that only begin so",
            ModelHeader().add("my_lora_A_thing", {2}).add("my_lora_B_thing", {2}).add("emb_params_2", {4, 768})},
        {"half of a pair", ModelHeader().add("q_proj.lora_A.weight", {8, 64})},
        {"one moment", ModelHeader().add("state.0.exp_avg", {64})},
        {"only a router", ModelHeader().add(layer + "mlp.gate.weight", {8, 64})},
        {"GPT-2 without positions", ModelHeader().add("wte.weight", {100, 8}).add("h.0.attn.c_attn.weight", {8, 24})},
    };
    for (const auto& [name, header] : models)
        EXPECT_EQ(familyOf(examine(header)), "unknown") << name;
}

TEST_F(RecognitionTest, AModelThatIsNotInTheTableIsUnknown)
{
    // It has the tensors of Llama.
    const ModelReport report = examine(test::llama3().set("model_type", "brand-new"));
    EXPECT_EQ(familyOf(report), "unknown");
    EXPECT_EQ(report.model.unknownType, "brand-new");
    EXPECT_EQ(report.architecture.find(ArchitectureFigure::Layers), 32U);
    EXPECT_TRUE(report.findings.list().empty());
}

TEST_F(RecognitionTest, AnAdapterBesideItsModelsConfigurationIsAnAdapter)
{
    const std::string query = "base_model.model.model.layers.0.self_attn.q_proj.";
    ModelHeader adapter;
    adapter.add(query + "lora_A.weight", {8, 64}).add(query + "lora_B.weight", {64, 8});
    adapter.config({{"model_type", "llama"}, {"num_hidden_layers", 32}});
    const ModelReport report = examine(adapter);
    EXPECT_EQ(familyOf(report), "lora-peft");
    EXPECT_TRUE(report.findings.list().empty());
}

TEST_F(RecognitionTest, LayersAreThoseOfAStackThatStandsForTheModel)
{
    using enum ArchitectureFigure;
    const Architecture whisper = examine(test::whisperTiny()
                                             .set("encoder_layers", 6)
                                             .set("num_hidden_layers", 6)
                                             .set("decoder_layers", 4)
                                             .set("encoder_attention_heads", 6))
                                     .architecture;
    EXPECT_EQ(whisper.find(Layers), 6U);
    EXPECT_EQ(whisper.find(DecoderLayers), 4U);
    EXPECT_EQ(whisper.find(Heads), 6U);
    EXPECT_EQ(examine(test::llama3().set("decoder_layers", 4)).architecture.find(DecoderLayers), std::nullopt);

    ModelHeader residual; // no family, and four stages
    for (int stage = 1; stage <= 4; ++stage)
        residual.each(0, 2, "layer" + std::to_string(stage) + ".#.conv1.weight",
            {std::uint64_t{64} << stage, std::uint64_t{64} << stage, 3, 3});
    EXPECT_EQ(examine(residual).architecture.find(Layers), std::nullopt);
    ModelHeader own;
    own.each(0, 4, "stages.#.mixing.weight", {64, 64}).add("table.weight", {10, 64});
    EXPECT_EQ(examine(own).architecture.find(Layers), 5U);
    ModelHeader autoencoder;
    autoencoder.add("encoder.down_blocks.0.resnets.0.conv1.weight", {64, 64, 3, 3})
        .add("decoder.conv_in.weight", {64, 4, 3, 3});
    const ModelReport vae = examine(autoencoder);
    EXPECT_EQ(familyOf(vae), "vae-diffusers");
    EXPECT_EQ(vae.architecture.find(Layers), std::nullopt);
}

TEST_F(RecognitionTest, PositionsOfPaddingAreNoContext)
{
    const auto contextOf = [&](ModelHeader model) {
        return examine(model).architecture.find(ArchitectureFigure::Context);
    };
    EXPECT_EQ(contextOf(test::bertLike("roberta", 50265, 514, 1).set("max_position_embeddings", 514)), 512U);
    EXPECT_EQ(
        contextOf(test::bertLike("roberta", 50265, 514, 1).set("max_position_embeddings", 514).set("pad_token_id", 0)),
        513U);
    EXPECT_EQ(contextOf(test::bertLike("bert", 30522, 512, 2).set("max_position_embeddings", 512)), 512U);
}

TEST_F(RecognitionTest, ATokenDoesNotUseLayersThatGuessLaterOnes)
{
    const auto model = test::deepseekV3();
    const ParameterCounts before = examine(model).architecture.parameters;
    auto guessing = model;
    const std::string layer = "model.layers.61.";
    guessing.add(layer + "eh_proj.weight", {7168, 14336}).add(layer + "embed_tokens.weight", {129280, 7168});
    guessing.add(layer + "mlp.experts.0.up_proj.weight", {2048, 7168});
    const ParameterCounts after = examine(guessing).architecture.parameters;
    EXPECT_EQ(after.active, before.active);
    EXPECT_EQ(after.total, before.total + 7168 * (14336 + 129280 + 2048));
}

TEST_F(RecognitionTest, SizesOfTensorsAreAtHandWhereTheConfigurationIsAnother)
{
    using enum ArchitectureFigure;
    const Architecture model = examine(test::llama3().set("hidden_size", 2048)).architecture;
    EXPECT_EQ(model.find(HiddenSize), 2048U);
    EXPECT_EQ(model.findInTensors(HiddenSize), 4096U);
    EXPECT_EQ(model.findInTensors(Vocabulary), 128256U);
    EXPECT_EQ(model.findInTensors(Experts), std::nullopt);
}

TEST_F(RecognitionTest, HeadsFollowFromTheirNorms)
{
    const ModelReport report = examine(test::qwen3().withoutConfig());
    using enum ArchitectureFigure;
    EXPECT_EQ(report.architecture.find(Layers), 36U);
    EXPECT_EQ(report.architecture.find(HiddenSize), 4096U);
    EXPECT_EQ(report.architecture.find(Heads), 32U);
    EXPECT_EQ(report.architecture.find(KeyValueHeads), 8U);
    EXPECT_EQ(report.architecture.find(HeadSize), 128U);
    EXPECT_EQ(report.architecture.find(FeedForwardSize), 12288U);
    EXPECT_EQ(report.architecture.find(Vocabulary), 151936U);
    EXPECT_EQ(report.architecture.hasTiedHead, false);
    EXPECT_EQ(examine(test::gemma()).architecture.hasTiedHead, true);
}

} // namespace
} // namespace loupe
