#include "items/session/model_card.h"

#include "formats/opening/open_checkpoint.h"
#include "insight/known_models.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace loupe {
namespace {

ModelCard cardOf(const Checkpoint& checkpoint)
{
    return makeModelCard(examineModel(checkpoint));
}

/// A model of one tensor, whose name reveals nothing.
std::string anyModel()
{
    const std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
    return std::string{char(header.size()), 0, 0, 0, 0, 0, 0, 0} + header + '\1';
}

class ModelCardTest : public testing::Test {
protected:
    /// The card of a model with this file name and this configuration next to it.
    ModelCard cardOf(const std::string& name, const std::string& configName, const std::string& config)
    {
        const test::TemporaryFolder folder;
        folder.write(configName, config);
        const auto path = folder.write(name, anyModel());
        const auto opened = openForViewing(path, {});
        EXPECT_TRUE(opened.has_value());
        return loupe::cardOf(*(*opened)->checkpoint);
    }
    ModelCard cardOf(const test::ModelHeader& model)
    {
        const test::TemporaryFolder folder;
        const auto opened = openForViewing(model.write(folder.path()), {});
        EXPECT_TRUE(opened.has_value());
        return loupe::cardOf(*(*opened)->checkpoint);
    }
};

const char* const deepSeek = R"({"architectures":["DeepseekV3ForCausalLM"],"num_hidden_layers":61,"hidden_size":7168,
    "num_attention_heads":128,"n_routed_experts":256,"vocab_size":129280})";

TEST_F(ModelCardTest, ReadsTheConfigurationBesideAModel)
{
    const ModelCard card = cardOf("model.safetensors", "config.json", deepSeek);
    EXPECT_EQ(card.name, u"DeepseekV3ForCausalLM");
    EXPECT_EQ(card.details.join(QStringLiteral(" · ")),
        u"61 layers · hidden size 7,168 · 128 heads · 256 experts · vocabulary 129,280");
    EXPECT_EQ(card.detailHelp.value(0), u"From config.json");
    EXPECT_TRUE(cardOf("other.safetensors", "config.json", deepSeek).isEmpty()) << "may be about another model";
    EXPECT_TRUE(cardOf("models.safetensors", "config.json", deepSeek).isEmpty());
}

// Qwen3-30B-A3B as its authors state it: 30.5 B parameters, of which a token uses 3.3 B.
TEST_F(ModelCardTest, AFamilyThatIsKnownComesWithWords)
{
    const ModelCard card = cardOf(test::qwen3Moe());
    EXPECT_EQ(card.name, u"Qwen3-MoE, language model");
    EXPECT_EQ(card.details.join(QStringLiteral(" · ")),
        u"48 layers · hidden size 2,048 · 32 heads (4 KV) · 128 experts, 8 per token · "
        u"vocabulary 151,936 · context 40,960 · 3.4 B of 30.5 B parameters active per token");
    ASSERT_FALSE(card.nameEvidence.isEmpty());
    EXPECT_TRUE(card.nameEvidence.join(u'\n').contains(u"config.json: model_type is \"qwen3_moe\""));
    EXPECT_TRUE(card.detailHelp.contains(
        u"32 heads (4 KV): parallel attention heads in each layer; several may share keys and values "
        u"(num_attention_heads, num_key_value_heads)"))
        << card.detailHelp.join(u'\n').toStdString();
    // Each figure has a definition, below its source.
    ASSERT_EQ(card.detailHelp.size(), card.details.size() + 1);
    for (qsizetype i = 0; i < card.details.size(); ++i) {
        const QString& line = card.detailHelp[i + 1];
        EXPECT_TRUE(line.startsWith(card.details[i] + QStringLiteral(": "))) << line.toStdString();
        EXPECT_GT(line.size(), card.details[i].size() + 10) << line.toStdString();
    }

    const ModelCard tied = cardOf(test::gemma());
    EXPECT_TRUE(tied.details.contains(u"tied head")) << tied.details.join(u'\n').toStdString();
    EXPECT_TRUE(tied.details.contains(u"8 heads (1 KV)"));

    const ModelCard byTensors = cardOf(test::gpt2().withoutConfig());
    EXPECT_EQ(byTensors.name, u"GPT-2, language model");
    EXPECT_FALSE(byTensors.detailHelp.value(0).startsWith(u"From ")) << byTensors.detailHelp.value(0).toStdString();
}

TEST_F(ModelCardTest, ModelsOfSeveralPartsAndAdapters)
{
    const ModelCard parts = cardOf("model.safetensors", "config.json",
        R"({"model_type":"gemma3","text_config":{"num_hidden_layers":34,"hidden_size":2560}})");
    EXPECT_EQ(parts.name, u"Gemma 3, language model");
    EXPECT_EQ(parts.details, QStringList({QStringLiteral("34 layers"), QStringLiteral("hidden size 2,560")}));
    const ModelCard adapter = cardOf("adapter_model.safetensors", "adapter_config.json",
        R"({"peft_type":"LORA","r":8,"lora_alpha":16,"base_model_name_or_path":"meta-llama/Llama-3.2-1B"})");
    EXPECT_EQ(adapter.name, u"LoRA adapter");
    EXPECT_EQ(adapter.details.join(QStringLiteral(" · ")), u"rank 8 · alpha 16 · base model meta-llama/Llama-3.2-1B");
    const ModelCard patterns = cardOf("adapter_model.safetensors", "adapter_config.json",
        R"({"peft_type":"LORA","r":8,"lora_alpha":16,"rank_pattern":{"q":4,"k":32},"alpha_pattern":{"k":"x"}})");
    EXPECT_EQ(patterns.details.join(QStringLiteral(" · ")), u"rank 4 to 32 · alpha 16");
    const ModelCard loha =
        cardOf("adapter_model.safetensors", "adapter_config.json", R"({"peft_type":"LOHA","r":4,"alpha":2})");
    EXPECT_EQ(loha.details.join(QStringLiteral(" · ")), u"rank 4 · alpha 2");
}

TEST_F(ModelCardTest, ATitleThatSaysTheKindStandsAlone)
{
    const ModelCard card = cardOf(test::ModelHeader()
                                      .add("encoder.down_blocks.0.resnets.0.conv1.weight", {4, 4, 3, 3})
                                      .add("decoder.conv_in.weight", {4, 4, 3, 3}));
    EXPECT_EQ(card.name, u"Image autoencoder (VAE, diffusers)");
    EXPECT_FALSE(card.nameEvidence.isEmpty());
}

TEST_F(ModelCardTest, AnAdapterSaysWhyItIsOne)
{
    const auto opened = test::openData("adapters/peft/adapter_model.safetensors");
    const ModelCard card = loupe::cardOf(*opened->checkpoint);
    EXPECT_TRUE(card.name.startsWith(u"LoRA")) << card.name.toStdString();
    EXPECT_TRUE(card.nameEvidence.join(u'\n').contains(u"lora_A")) << card.nameEvidence.join(u'\n').toStdString();
}

TEST_F(ModelCardTest, WhatIsNoConfigurationSaysNothing)
{
    for (const char* const config : {"", "[]", "{", "null", R"({"architectures":[],"num_hidden_layers":"many"})",
             R"({"architectures":{},"hidden_size":-1,"vocab_size":1e300,"num_attention_heads":0.5})"}) {
        EXPECT_TRUE(cardOf("model.safetensors", "config.json", config).isEmpty()) << config;
    }
    EXPECT_TRUE(cardOf("model.safetensors", "config.json", "{\"model_type\":\"x\"," + std::string(2 << 20, ' ') + '}')
                    .isEmpty());
    const ModelCard hostile =
        cardOf("model.safetensors", "config.json", R"({"model_type":"<b>\u202e)" + std::string(5000, 'x') + "\"}");
    EXPECT_LT(hostile.name.size(), 300);
    EXPECT_FALSE(hostile.name.contains(QChar(0x202e)));
}

TEST_F(ModelCardTest, GgufStatesItInItsMetadata)
{
    test::MadeCheckpoint made;
    made.add("a");
    made->metadata = Metadata{{"general.architecture", "llama"}, {"llama.block_count", "32"},
        {"llama.embedding_length", "4096"}, {"other.context_length", "1"}, {"llama.context_length", "131072"}};
    const ModelCard card = loupe::cardOf(*made.take());
    EXPECT_EQ(card.name, u"Llama, Mistral or similar, language model");
    EXPECT_EQ(card.details.join(QStringLiteral(" · ")), u"32 layers · hidden size 4,096 · context 131,072");
    EXPECT_FALSE(card.detailHelp.value(0).startsWith(u"From config")) << card.detailHelp.value(0).toStdString();
}

TEST_F(ModelCardTest, FormatsHaveTitles)
{
    EXPECT_EQ(formatTitle(*test::openData("gguf/llama-tiny.gguf")->checkpoint), u"GGUF v3");
    EXPECT_EQ(formatTitle(*test::openData("safetensors/gpt2-tiny.safetensors")->checkpoint), u"Safetensors");
}

} // namespace
} // namespace loupe
