// What models are recognized as. Numbers of parameters are those that their hubs or papers state.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"
#include "insight/model_checks.h"

namespace loupe {
namespace {

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

struct KnownModel {
    std::string family;
    ModelHeader header;
    std::uint64_t parameters;
    std::uint64_t active = 0; ///< 0: all of them
};

std::vector<KnownModel> knownModels()
{
    return {
        {"llama", test::llama3(), 8'030'261'248},
        {"llama", test::llamaLike("llama", {32, 4096, 32, 32, 128, 11008, 32000, 4096}), 6'738'415'616}, // Llama 2 7B
        {"mistral", test::mistral(), 7'241'732'096},
        {"qwen2", test::qwen2(), 7'615'616'512},
        {"qwen3", test::qwen3(), 8'190'735'360},
        {"qwen3-moe", test::qwen3Moe(), 30'532'122'624, 3'353'032'704},
        {"mixtral", test::mixtral(), 46'702'792'704, 12'879'925'248},
        {"gemma", test::gemma(), 2'506'172'416},
        {"gemma2", test::gemma2(), 2'614'341'888},
        {"phi3", test::phi3(), 3'821'079'552},
        {"phi", test::phi2(), 2'779'683'840},
        {"gpt2", test::gpt2(), 124'439'808},
        {"gpt-neox", test::pythia160m(), 162'322'944},
        {"gpt-j", test::gptJ(), 6'050'882'784},
        {"opt", test::opt125m(), 125'239'296},
        {"bloom", test::bloom560m(), 559'214'592},
        {"falcon", test::falcon7b(), 6'921'720'704},
        {"mamba", test::mamba130m(), 129'135'360},
        {"bert", test::bertLike("bert", 30522, 512, 2), 109'482'240},
        {"roberta", test::bertLike("roberta", 50265, 514, 1), 124'645'632},
        {"distilbert", test::distilBert(), 66'362'880},
        {"t5", test::t5Small(), 60'506'624},
        {"whisper", test::whisperTiny(), 37'760'640},
        {"clip", test::clipBase32(), 151'277'313},
        {"deepseek-v3", test::deepseekV3(), 671'026'419'200, 37'552'297'472},
    };
}

TEST_F(RecognitionTest, PublishedModelsAreWhatTheyAreAndSound)
{
    for (const KnownModel& known : knownModels()) {
        SCOPED_TRACE(known.family);
        const ModelReport report = examine(known.header);
        EXPECT_EQ(familyOf(report), known.family);
        EXPECT_TRUE(report.model.byConfig);
        EXPECT_TRUE(report.model.byTensors);
        EXPECT_EQ(report.architecture.parameters.total, known.parameters);
        EXPECT_EQ(report.architecture.parameters.active, known.active > 0 ? known.active : known.parameters);
        for (const Finding& finding : report.findings.list())
            ADD_FAILURE() << finding.code << ": " << finding.message;
    }
}

TEST_F(RecognitionTest, WithoutConfigurationTensorsTell)
{
    for (KnownModel& known : knownModels()) {
        SCOPED_TRACE(known.family);
        const ModelReport report = examine(known.header.withoutConfig());
        const bool isLlama = known.family == "llama" || known.family == "mistral";
        if (isLlama)
            EXPECT_EQ(report.model.title, "Llama or Mistral");
        else
            EXPECT_EQ(familyOf(report), known.family);
        EXPECT_FALSE(report.model.byConfig);
        EXPECT_EQ(report.architecture.parameters.total, known.parameters);
        EXPECT_FALSE(report.model.evidence.empty());
        EXPECT_TRUE(report.findings.list().empty());
    }
}

TEST_F(RecognitionTest, TellTaleTensors)
{
    const std::string unet = "model.diffusion_model.";
    const std::string attention = "input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight";
    const auto stable = [&](std::uint64_t context) {
        ModelHeader model;
        return model.add(unet + "input_blocks.0.0.weight", {320, 4, 3, 3})
            .add(unet + "input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight", {320, context})
            .add("first_stage_model.decoder.conv_in.weight", {512, 4, 3, 3});
    };
    const auto xl = [&](std::uint64_t label) {
        ModelHeader model;
        return model.add(unet + "input_blocks.0.0.weight", {320, 4, 3, 3})
            .add(unet + "label_emb.0.0.weight", {1280, label})
            .add(unet + attention, {640, 2048})
            .add("conditioner.embedders.1.model.transformer.resblocks.9.mlp.c_proj.bias", {1280});
    };
    const auto pair = [](const std::string& module, const std::string& down, const std::string& up) {
        return ModelHeader().add(module + down, {8, 64}).add(module + up, {64, 8});
    };
    const std::string query = "base_model.model.model.layers.0.self_attn.q_proj.";
    const std::vector<std::pair<std::string, ModelHeader>> models{
        {"sd1", stable(768)},
        {"sd2", stable(1024)},
        {"sdxl", xl(2816)},
        {"sdxl-refiner", xl(2560)},
        {"flux-dev",
            ModelHeader()
                .add("double_blocks.0.img_attn.norm.key_norm.scale", {128})
                .add("guidance_in.in_layer.weight", {3072, 256})},
        {"flux-schnell", ModelHeader().add("double_blocks.0.img_attn.norm.key_norm.scale", {128})},
        {"sd3", ModelHeader().add("joint_blocks.0.context_block.attn.qkv.weight", {4608, 1536})},
        {"vae-diffusers",
            ModelHeader()
                .add("encoder.down_blocks.0.resnets.0.conv1.weight", {128, 128, 3, 3})
                .add("decoder.conv_in.weight", {512, 4, 3, 3})},
        {"controlnet", ModelHeader().add("controlnet_cond_embedding.conv_in.weight", {16, 3, 3, 3})},
        {"lora-peft", pair(query, "lora_A.weight", "lora_B.weight")},
        {"lora-peft", pair(query, "lora_A.default.weight", "lora_B.default.weight")},
        {"lora-dora", pair(query, "lora_A.weight", "lora_B.weight").add(query + "lora_magnitude_vector", {64})},
        {"lora-kohya", pair("lora_unet_down_blocks_0_attentions_0_proj_in.", "lora_down.weight", "lora_up.weight")},
        {"lora-diffusers", pair("unet.mid_block.attentions.0.proj_in.", "lora.down.weight", "lora.up.weight")},
        {"loha", pair("lora_unet_mid_block_attentions_0_proj_in.", "hada_w1_a", "hada_w2_a")},
        {"lokr", pair("lora_unet_mid_block_attentions_0_proj_in.", "lokr_w1", "lokr_w2_a")},
        {"textual-inversion", ModelHeader().add("emb_params", {4, 768})},
        {"optimizer", ModelHeader().add("state.0.exp_avg", {64, 64}).add("state.0.exp_avg_sq", {64, 64})},
        {"unknown", ModelHeader().add("a", {2}).add("b.0.weight", {2, 2}).add("b.1.weight", {2, 2})},
        {"unknown", ModelHeader()},
    };
    for (const auto& [family, header] : models)
        EXPECT_EQ(familyOf(examine(header)), family);
    EXPECT_THAT(examine(stable(768)).model.parts, testing::ElementsAre("VAE"));
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
