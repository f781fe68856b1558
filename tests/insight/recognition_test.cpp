// The recognition of models. Numbers of parameters are those stated by hubs or papers.

#include "insight/published_models.h"
#include "insight/recognition_fixture.h"

#include <gmock/gmock.h>

#include <array>

namespace loupe {
namespace {

using test::DecoderSizes;
using test::ggufModel;
using test::hasFault;
using test::KnownModel;
using test::knownModels;
using test::ModelHeader;
using test::RecognitionTest;

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

/// Whisper with OpenAI's tensor names, or with those that MLX converts them to.
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

/// Members of a family whose parts differ from those of the published model.
std::vector<std::pair<std::string, ModelHeader>> variantsOfPublished()
{
    const auto models = test::publishedModels();
    const auto published = [&](const std::string& name) {
        return std::ranges::find(models, name, &test::PublishedModel::name)->header;
    };
    const auto isTextBias = [](const std::string& name) {
        return name.starts_with("language_model") && name.ends_with(".bias");
    };
    const ModelHeader intern = published("internvl3-1b").removeIf(isTextBias); // as with Qwen3 or Llama
    auto unknownText = intern;
    unknownText.set("llm_config", {{"model_type", "brand-new"}, {"num_hidden_layers", 24}});
    auto nucleotides = published("esm2_t6_8m"); // Nucleotide Transformer v2: gated layers
    nucleotides.remove("intermediate.dense")
        .each(0, 5, "esm.encoder.layer.#.intermediate.dense.weight", {2560, 320})
        .set("auto_map", {{"AutoModelForMaskedLM", "modeling_esm.EsmForMaskedLM"}});
    auto backbone = published("swin-tiny-patch4-window7-224");
    backbone.remove("swin.layernorm.").remove("classifier.").set("architectures", {"SwinBackbone"});
    for (const char* const one : {"weight", "bias"})
        backbone.add("hidden_states_norms.stage4." + std::string(one), {768});
    auto oneStage = published("resnet-18");
    oneStage.set("depths", {2}).set("hidden_sizes", {64});
    for (const int stage : {1, 2, 3})
        oneStage.remove("encoder.stages." + std::to_string(stage));
    return {{"InternVL without configuration", ModelHeader(intern).withoutConfig()},
        {"InternVL with an unknown language model", unknownText}, {"Nucleotide Transformer v2", nucleotides},
        {"a backbone", backbone}, {"ResNet of one stage", oneStage}};
}

/// Unusual members of a family, with names taken by hand from published files, not from the table.
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
    auto blocks = test::gptOss20b(); // with MXFP4 blocks, as published
    blocks.remove("mlp.experts.gate_up_proj").remove("mlp.experts.down_proj");
    for (const char* const part : {"gate_up_proj", "down_proj"}) {
        const std::string name = "model.layers.#.mlp.experts." + std::string(part);
        const std::uint64_t rows = std::string_view(part) == "down_proj" ? 2880 : 5760;
        blocks.each(0, 23, name + "_blocks", {32, rows, 90, 16}).each(0, 23, name + "_scales", {32, rows, 90});
        blocks.each(0, 23, name + "_bias", {32, rows});
    }
    auto models = variantsOfPublished();
    models.insert(models.end(),
        {{"OpenAI Whisper", openAiWhisper(false)}, {"MLX Whisper", openAiWhisper(true)}, {"jina", withConfig},
            {"jina without configuration", jina}, {"RoBERTa-PreLayerNorm", preNorm}, {"gpt-oss in blocks", blocks}});
    for (const auto& [name, header] : models) {
        const ModelReport report = examine(header);
        for (const Finding& finding : report.findings.list()) {
            if (finding.severity != Severity::Note)
                ADD_FAILURE() << name << ": " << finding.code << ": " << finding.message;
        }
    }
    // One file of a split GGUF. It has the second half of the layers; the first half and the embedding are in another
    // file.
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
            EXPECT_EQ(report.model.title, "Llama, Mistral or similar");
        else
            EXPECT_EQ(familyOf(report), known.family);
        EXPECT_FALSE(report.model.byConfig);
        EXPECT_EQ(report.architecture.parameters.total, known.parameters);
        EXPECT_FALSE(report.model.evidence.empty());
        EXPECT_TRUE(report.findings.list().empty());
    }
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
    EXPECT_THAT(partsWith("transformer.visual.attn_pool.query"), ElementsAre("vision encoder"));
    EXPECT_THAT(partsWith("transformer.vision.transformer.layers.0.mlp.fc1.weight"), ElementsAre("vision encoder"));
    EXPECT_THAT(partsWith("model_ema.decay"), ElementsAre("EMA weights"));
    EXPECT_THAT(partsWith("state.0.exp_avg"), ElementsAre("optimizer state"));
    EXPECT_THAT(partsWith("emanation.weight"), testing::IsEmpty());
    EXPECT_THAT(partsWith("multi_modal_projector.linear.weight"), ElementsAre("multimodal projector"));
    const ModelHeader audio = ModelHeader()
                                  .add("audio_tower.conv1.weight", {1280, 128, 3})
                                  .add("multi_modal_projector.linear.weight", {4096, 1280});
    EXPECT_THAT(examine(audio).model.parts, ElementsAre("audio encoder", "audio projector"));
}

/// Sizes that differ from stage to stage, that a model computes, and those of the language model of InternVL.
TEST_F(RecognitionTest, SizesAreThoseOfTheWholeModel)
{
    ModelHeader swin;
    for (const std::uint64_t stage : {0, 1, 2, 3})
        swin.each(0, 1, "encoder.layers." + std::to_string(stage) + ".blocks.#.intermediate.dense.weight",
            {384U << stage, 96U << stage});
    ModelHeader lfm2;
    lfm2.each(0, 3, "model.layers.#.feed_forward.w1.weight", {8192, 2048})
        .each(0, 3, "model.layers.#.feed_forward.w2.weight", {2048, 8192})
        .config({{"model_type", "brand-new"}, {"intermediate_size", 12288}, {"block_auto_adjust_ff_dim", true}});
    ModelHeader intern;
    intern.each(0, 23, "language_model.model.layers.#.self_attn.q_proj.weight", {896, 896})
        .config(
            {{"model_type", "brand-new"}, {"llm_config", {{"num_hidden_layers", 24}, {"num_attention_heads", 14}}}});
    using enum ArchitectureFigure;
    EXPECT_EQ(examine(swin).architecture.find(FeedForwardSize), std::nullopt);
    EXPECT_EQ(examine(lfm2).architecture.find(FeedForwardSize), 8192U);
    EXPECT_EQ(examine(intern).architecture.find(Layers), 24U);
    EXPECT_EQ(examine(intern).architecture.find(Heads), 14U);
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
    const auto pixArt = [] {
        return ModelHeader()
            .add("adaln_single.linear.weight", {6912, 1152})
            .add("caption_projection.linear_1.weight", {1152, 4096})
            .add("transformer_blocks.0.attn2.to_q.weight", {1152, 1152})
            .add("pos_embed.proj.weight", {1152, 4, 2, 2});
    };
    const auto resNet = [] {
        return ModelHeader()
            .add("bn1.weight", {64})
            .add("layer1.0.conv1.weight", {64, 64, 3, 3})
            .add("layer1.0.bn1.weight", {64})
            .add("layer4.0.bn1.weight", {512})
            .add("fc.weight", {1000, 512});
    };
    const std::vector<std::pair<std::string, ModelHeader>> models{
        {"nothing", ModelHeader()},
        {"Latte", pixArt().add("temporal_transformer_blocks.0.attn1.to_q.weight", {1152, 1152})},
        {"Allegro, by its class", pixArt().config({{"_class_name", "AllegroTransformer3DModel"}})},
        {"Open-Sora 1.0",
            ModelHeader()
                .add("blocks.0.cross_attn.q_linear.weight", {1152, 1152})
                .add("blocks.0.attn_temp.qkv.weight", {3456, 1152})
                .add("blocks.0.mlp.fc1.weight", {4608, 1152})
                .add("t_block.1.weight", {6912, 1152})
                .add("y_embedder.y_proj.fc1.weight", {1152, 4096})},
        {"a ControlNet of Qwen-Image",
            ModelHeader()
                .add("transformer_blocks.0.img_mod.1.weight", {18432, 3072})
                .add("transformer_blocks.0.txt_mod.1.weight", {18432, 3072})
                .add("transformer_blocks.0.attn.add_q_proj.weight", {3072, 3072})
                .add("txt_norm.weight", {3584})
                .add("controlnet_blocks.0.weight", {3072, 3072})},
        {"a ControlNet of FLUX.1",
            ModelHeader()
                .add("transformer_blocks.0.attn.add_q_proj.weight", {3072, 3072})
                .add("single_transformer_blocks.0.proj_mlp.weight", {12288, 3072})
                .add("context_embedder.weight", {3072, 4096})
                .add("controlnet_blocks.0.weight", {3072, 3072})},
        {"IResNet", resNet().add("layer1.0.prelu.weight", {64})},
        {"SE-ResNet", resNet().add("layer1.0.se.fc1.weight", {4, 64, 1, 1})},
        {"norms with names of their own",
            decoder()
                .remove("norm.weight")
                .each(0, 1, "model.layers.#.attn_norm.weight", {64})
                .add("model.final_norm.weight", {64})},
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
        {"StarCoder, whose heads share one key",
            ModelHeader()
                .add("transformer.wte.weight", {49152, 6144})
                .add("transformer.wpe.weight", {8192, 6144})
                .add("transformer.h.0.attn.c_attn.weight", {6400, 6144})},
        {"LayoutLM", bert("layoutlm.", 2)},
        {"BERT with four types of tokens", bert("bert.", 4)},
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
    // This model has the same tensors as Llama.
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

    ModelHeader residual; // an unknown family with four stages
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
    // Its class ends with "Model" too, and has a head.
    EXPECT_EQ(examine(test::gpt2().set("architectures", {"GPT2LMHeadModel"})).architecture.hasTiedHead, true);
    EXPECT_FALSE(examine(test::gpt2().set("architectures", {"GPT2Model"})).architecture.hasTiedHead);
}

} // namespace
} // namespace loupe
