// Tensors that identify a model's family without a configuration.

#include "insight/published_models.h"
#include "insight/recognition_fixture.h"

#include <set>

namespace loupe {
namespace {

using test::KnownModel;
using test::knownModels;
using test::ModelHeader;

class TelltaleTest : public test::RecognitionTest { };

struct Telltale {
    std::string family;
    ModelHeader header;
};

/// The tensors that identify each family, with their shapes in published models and without a configuration.
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
    const std::string added = "add_embedding.linear_1.weight";
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
        {"sdxl-unet", diffusers("time_embedding.linear_1.weight", 2048).add(added, {1280, 2816})},
        {"kolors-unet",
            diffusers("time_embedding.linear_1.weight", 2048)
                .add(added, {1280, 5632})
                .add("encoder_hid_proj.weight", {2048, 4096})},
        {"animatediff",
            diffusers("time_embedding.linear_1.weight", 768)
                .add("down_blocks.0.motion_modules.0.temporal_transformer.proj_in.weight", {320, 320})},
        {"sd3", made({{unet + "joint_blocks.0.context_block.attn.qkv.weight", {4608, 1536}}})},
        {"sd3.5",
            made({{unet + "joint_blocks.0.context_block.attn.qkv.weight", {7296, 2432}},
                {unet + "joint_blocks.0.x_block.attn.ln_q.weight", {64}}})},
        {"sd3-diffusers",
            made({{"transformer_blocks.0.attn.add_q_proj.weight", {1536, 1536}},
                {"transformer_blocks.0.norm1_context.linear.weight", {9216, 1536}},
                {"time_text_embed.text_embedder.linear_1.weight", {1536, 2048}},
                {"pos_embed.proj.weight", {1536, 16, 2, 2}}})},
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
        {"qwen-image",
            made({{"transformer_blocks.0.img_mod.1.weight", {18432, 3072}},
                {"transformer_blocks.0.txt_mod.1.weight", {18432, 3072}},
                {"transformer_blocks.0.attn.add_q_proj.weight", {3072, 3072}}, {"txt_norm.weight", {3584}}})},
        {"pixart-diffusers",
            made({{"adaln_single.linear.weight", {6912, 1152}}, {"caption_projection.linear_1.weight", {1152, 4096}},
                {"transformer_blocks.0.attn2.to_q.weight", {1152, 1152}}, {"pos_embed.proj.weight", {1152, 4, 2, 2}}})},
        {"pixart",
            made({{"blocks.0.cross_attn.q_linear.weight", {1152, 1152}}, {"blocks.0.mlp.fc1.weight", {4608, 1152}},
                {"t_block.1.weight", {6912, 1152}}, {"y_embedder.y_proj.fc1.weight", {1152, 4096}}})},
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
        {"resnet-torchvision",
            made({{"conv1.weight", {64, 3, 7, 7}}, {"bn1.weight", {64}}, {"layer1.0.conv1.weight", {64, 64, 1, 1}},
                {"layer1.0.bn1.weight", {64}}, {"layer4.0.bn1.weight", {512}}, {"fc.weight", {1000, 2048}}})},
        {"vit-timm",
            made({{"patch_embed.proj.weight", {768, 3, 16, 16}}, {"blocks.0.attn.qkv.weight", {2304, 768}},
                {"pos_embed", {1, 197, 768}}, {"cls_token", {1, 1, 768}}})},
        {"nomic-vision",
            made({{"embeddings.proj.weight", {768, 768}}, {"layers.0.attn.Wqkv.weight", {2304, 768}},
                {"layers.0.mlp.fc11.weight", {2048, 768}}})},
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

TEST_F(TelltaleTest, TensorsTellTheFamily)
{
    for (const Telltale& one : telltales())
        EXPECT_EQ(familyOf(examine(one.header)), one.family);
}

/// They have two text encoders of different sizes.
TEST_F(TelltaleTest, ImageGeneratorsHaveNoSizesOfTheirTextEncoders)
{
    ModelHeader model;
    model.add("model.diffusion_model.input_blocks.0.0.weight", {320, 4, 3, 3});
    model.add("model.diffusion_model.label_emb.0.0.weight", {1280, 2816});
    const std::string clip = "conditioner.embedders.0.transformer.text_model.";
    model.add(clip + "embeddings.token_embedding.weight", {49408, 768});
    model.each(0, 11, clip + "encoder.layers.#.mlp.fc1.weight", {3072, 768});
    const ModelReport report = examine(model);
    EXPECT_EQ(familyOf(report), "sdxl");
    EXPECT_TRUE(report.architecture.figures.empty());
}

TEST_F(TelltaleTest, EachFamilyIsTested)
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

} // namespace
} // namespace loupe
