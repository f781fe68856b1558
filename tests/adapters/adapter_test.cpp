// Names, ranks, scales and places of adapters in every spelling, against what make.py says.

#include "adapters/adapter.h"

#include "adapters/adapter_cases.h"
#include "adapters/names/unet_names.h"
#include "adapters/shaped_adapters.h"

#include <gmock/gmock.h>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(AdapterNames, AreTakenApart)
{
    using enum AdapterPart;
    const struct {
        std::string name;
        std::string module;
        AdapterPart part;
        std::string adapter = {};
        std::string kind = "LoRA";
    } cases[]{
        {"base_model.model.q.lora_A.weight", "base_model.model.q", Down},
        {"q.lora_B.default.weight", "q", Up, "default"},
        {"q.lora_A", "q", Down},
        {"q.lora_B.bias", "q", UpBias},
        {"q.lora_B.mine.bias", "q", UpBias, "mine"},
        {"e.lora_embedding_A", "e", Down},
        {"e.lora_embedding_B.default", "e", Up, "default"},
        {"q.lora_magnitude_vector", "q", Magnitude},
        {"q.lora_magnitude_vector.default.weight", "q", Magnitude, "default"},
        {"lora_unet_a_b.lora_down.weight", "lora_unet_a_b", Down},
        {"lora_unet_a_b.lora_mid.weight", "lora_unet_a_b", Middle},
        {"lora_unet_a_b.alpha", "lora_unet_a_b", Alpha},
        {"lora_unet_a_b.dora_scale", "lora_unet_a_b", Magnitude},
        {"unet.a.lora.up.weight", "unet.a", Up},
        {"a.attn1.processor.to_q_lora.down.weight", "a.attn1.to_q", Down},
        {"a.attn1.processor.to_out_lora.up.weight", "a.attn1.to_out.0", Up},
        {"text_encoder.a.self_attn.to_q_lora.down.weight", "text_encoder.a.self_attn.q_proj", Down},
        {"text_encoder.a.self_attn.to_out_lora.up.weight", "text_encoder.a.self_attn.out_proj", Up},
        {"text_encoder.a.fc1.lora_linear_layer.down.weight", "text_encoder.a.fc1", Down},
        {"diffusion_model.a.diff", "diffusion_model.a", WeightChange, "", "full"},
        {"diffusion_model.a.diff_b", "diffusion_model.a", BiasChange, "", "full"},
        {"diffusion_model.a.set_weight", "diffusion_model.a", Replacement, "", "replacement"},
        {"lora_unet_a.lokr_w1", "lora_unet_a", Left, "", "LoKr"},
        {"lora_unet_a.hada_w2_b", "lora_unet_a", SecondDown, "", "LoHa"},
        {"q.lokr_w2_a.default", "q", RightUp, "default", "LoKr"},
        {"q.hada_t1", "q", FirstMiddle, "", "LoHa"},
        {"lora_unet_a.oft_blocks", "lora_unet_a", Other, "", "OFT"},
    };
    for (const auto& one : cases) {
        const auto split = splitAdapterName(one.name);
        ASSERT_TRUE(split) << one.name;
        EXPECT_EQ(split->module, one.module) << one.name;
        EXPECT_EQ(split->part, one.part) << one.name;
        EXPECT_EQ(split->adapter, one.adapter) << one.name;
        EXPECT_EQ(split->kind, one.kind) << one.name;
    }
    for (const char* const name : {"model.layers.0.q_proj.weight", "lora_A.weight", ".alpha", "q.lora_A.a.b.c", "",
             "q.lora_Ab.weight", "q.lora_A.bias"})
        EXPECT_FALSE(splitAdapterName(name)) << name;
}

TEST(Adapters, HaveTheModulesRanksAndScalesThatNumpyMade)
{
    std::size_t modules = 0;
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const auto adapter = readAdapter(openAdapterFile(one["adapter"]));
        ASSERT_TRUE(adapter) << adapter.error().message;
        EXPECT_EQ(spellingId(adapter->spelling), one["spelling"].get<std::string>());
        EXPECT_TRUE(adapter->others.empty());
        const auto base = openAdapterFile(one["base"]);
        const auto targets = fitToBase(*adapter, *base);
        ASSERT_EQ(adapter->modules.size(), one["modules"].size());
        for (const json& wanted : one["modules"]) {
            SCOPED_TRACE(wanted["name"]);
            const auto found =
                std::ranges::find(adapter->modules, wanted["name"].get<std::string>(), &AdapterModule::name);
            ASSERT_NE(found, adapter->modules.end());
            EXPECT_EQ(found->problem, "");
            EXPECT_EQ(found->kind, wanted["kind"].get<std::string>());
            if (wanted.contains("rank")) {
                EXPECT_EQ(found->rank, wanted["rank"].get<std::uint64_t>());
                EXPECT_EQ(found->experts, wanted.value("experts", std::uint64_t{1}));
                EXPECT_EQ(found->alpha, wanted["alpha"].get<double>());
                EXPECT_EQ(alphaSourceName(found->alphaSource), wanted["alpha_source"].get<std::string>());
                EXPECT_DOUBLE_EQ(found->scale, wanted["scale"].get<double>());
            } else {
                EXPECT_FALSE(found->hasUpdate());
            }
            const AdapterTarget& target = targets[static_cast<std::size_t>(found - adapter->modules.begin())];
            EXPECT_EQ(target.why, "");
            ASSERT_EQ(target.fit, Fit::Fits);
            EXPECT_EQ(base->tensors[*target.tensor].name, wanted["tensor"].get<std::string>());
            EXPECT_EQ(target.firstRow, wanted["first_row"].get<std::uint64_t>());
            EXPECT_EQ(target.rows, wanted["rows"].get<std::uint64_t>());
            EXPECT_EQ(target.isTransposed, wanted["transposed"].get<bool>());
            EXPECT_EQ(target.swapsHalves, wanted.value("halves_swapped", false));
            ++modules;
        }
    }
    EXPECT_EQ(modules, 84U);
}

TEST(Adapters, OfLlamaCppAreNamed)
{
    const TemporaryFolder folder;
    const auto adapter = readAdapter(*openCheckpoint(folder.write("a.safetensors",
        safetensorsOf({{"blk.0.attn_q.weight.lora_a", "F32", "[1,1]", "1234"}}, R"({"general.type":"adapter"})"))));
    ASSERT_FALSE(adapter);
    EXPECT_THAT(adapter.error().message, HasSubstr("llama.cpp"));
}

TEST(Adapters, HaveABiasOfTheRowsThatTheyChange)
{
    const TemporaryFolder folder;
    const auto zeros = [](std::size_t count) { return std::string(4 * count, '\0'); };
    const auto base = *openCheckpoint(folder.write("base.safetensors",
        safetensorsOf({{"double_blocks.0.img_attn.qkv.weight", "F32", "[6,2]", zeros(12)},
            {"double_blocks.0.img_attn.qkv.bias", "F32", "[6]", zeros(6)}})));
    const std::string name = "transformer.transformer_blocks.0.attn.to_k.";
    for (const auto& [count, fit] : {std::pair(2, Fit::Fits), std::pair(6, Fit::ShapeClash)}) {
        const auto adapter = readAdapter(*openCheckpoint(folder.write("adapter.safetensors",
            safetensorsOf(
                {{name + "lora_A.weight", "F32", "[1,2]", zeros(2)}, {name + "lora_B.weight", "F32", "[2,1]", zeros(2)},
                    {name + "lora_B.bias", "F32", '[' + std::to_string(count) + ']',
                        zeros(static_cast<std::size_t>(count))}}))));
        ASSERT_TRUE(adapter);
        const AdapterTarget target = fitToBase(*adapter, *base).front();
        EXPECT_EQ(target.fit, fit) << target.why;
        EXPECT_EQ(target.firstRow, 2U);
        EXPECT_EQ(target.rows, 2U);
    }
}

TEST(UnetNames, AreThoseOfDiffusers)
{
    const struct {
        std::string original;
        std::string diffusers;
    } cases[]{
        {"input_blocks.0.0", "conv_in"},
        {"input_blocks.1.1.proj_in", "down_blocks.0.attentions.0.proj_in"},
        {"input_blocks.2.0.in_layers.2", "down_blocks.0.resnets.1.conv1"},
        {"input_blocks.3.0.op", "down_blocks.0.downsamplers.0.conv"},
        {"input_blocks.4.0.skip_connection", "down_blocks.1.resnets.0.conv_shortcut"},
        {"input_blocks.8.1.transformer_blocks.0.attn1.to_q",
            "down_blocks.2.attentions.1.transformer_blocks.0.attn1.to_q"},
        {"middle_block.0.out_layers.3", "mid_block.resnets.0.conv2"},
        {"middle_block.1.proj_out", "mid_block.attentions.0.proj_out"},
        {"middle_block.2.emb_layers.1", "mid_block.resnets.1.time_emb_proj"},
        {"output_blocks.2.1.conv", "up_blocks.0.upsamplers.0.conv"},
        {"output_blocks.5.2.conv", "up_blocks.1.upsamplers.0.conv"},
        {"output_blocks.5.1.transformer_blocks.0.ff.net.2", "up_blocks.1.attentions.2.transformer_blocks.0.ff.net.2"},
        {"output_blocks.11.0.in_layers.0", "up_blocks.3.resnets.2.norm1"},
        {"time_embed.2", "time_embedding.linear_2"},
        {"label_emb.0.0", "add_embedding.linear_1"},
    };
    for (const auto& one : cases)
        EXPECT_EQ(diffusersUnetPath(one.original), one.diffusers);
    for (const char* const other : {"", "input_blocks", "input_blocks.x.0.a", "input_blocks.0.1.proj_in",
             "output_blocks.1", "output_blocks.1.0.norm", "output_blocks.1.7.proj_in", "middle_block.3.in_layers.0",
             "middle_block.1", "input_blocks.99999999999.0.op", "double_blocks.0.img_attn.qkv"})
        EXPECT_EQ(diffusersUnetPath(other), std::nullopt) << other;
}

TEST(Adapters, OfAFolderHaveTheConfigurationInIt)
{
    for (const char* const name : {"peft", "peft/adapter_model.safetensors"}) {
        const auto adapter = readAdapter(openAdapterFile(name));
        ASSERT_TRUE(adapter) << name;
        EXPECT_EQ(adapter->settings.source(), "adapter_config.json") << name;
        EXPECT_EQ(adapter->modules.front().scale, 3) << name;
    }
}

TEST(Adapters, OfAnyNameHaveTheConfigurationBesideThem)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "tuned-lora.safetensors";
    std::filesystem::copy_file(dataPath("adapters/peft/adapter_model.safetensors"), file);
    const auto without = readAdapter(*openCheckpoint(file));
    ASSERT_TRUE(without);
    EXPECT_EQ(without->modules.front().alphaSource, AlphaSource::Unknown);
    std::filesystem::copy_file(dataPath("adapters/peft/adapter_config.json"), folder.path() / "adapter_config.json");
    const auto with = readAdapter(*openCheckpoint(file));
    ASSERT_TRUE(with);
    EXPECT_EQ(with->modules.front().alphaSource, AlphaSource::Settings);
    EXPECT_EQ(with->modules.front().scale, 3);
    // The configuration is no one else's.
    const auto other = folder.path() / "kohya.safetensors";
    std::filesystem::copy_file(dataPath("adapters/kohya.safetensors"), other);
    EXPECT_TRUE(readAdapter(*openCheckpoint(other))->settings.source().empty());
}

TEST_F(MadeAdapters, CompareTheirRanksWithTheSettings)
{
    const std::vector<Shape> factors{{"m.experts.lora_A.weight", {6, 5}}, {"m.experts.lora_B.weight", {4, 6}}};
    const struct {
        std::string config;
        std::optional<double> stated;
        std::uint64_t experts = 1;
        std::uint64_t rank = 6;
    } cases[]{
        {R"({"r": 6})", std::nullopt},
        {R"({"lora_alpha": 6})", std::nullopt},
        {R"({"r": 4})", 4},
        {R"({"r": 2, "rank_pattern": {"experts": 6}})", std::nullopt},
        {R"({"r": 2, "target_parameters": ["other.w"]})", 2},
        {R"({"r": 2, "target_parameters": ["m.experts.w"]})", std::nullopt, 3, 2},
        {R"({"r": 2, "target_parameters": ["experts.w"]})", std::nullopt, 3, 2},
        {R"({"r": 4, "target_parameters": ["experts.w"]})", 4},
        {R"({"r": 6, "target_parameters": ["experts.w"]})", std::nullopt},
    };
    for (const auto& one : cases) {
        const auto adapter = readAdapter(openWith(one.config, factors));
        ASSERT_TRUE(adapter) << one.config;
        const AdapterModule& module = adapter->modules.front();
        EXPECT_EQ(module.statedRank, one.stated) << one.config;
        EXPECT_EQ(module.problem, "") << one.config;
        EXPECT_EQ(module.experts, one.experts) << one.config;
        EXPECT_EQ(module.rank, one.rank) << one.config;
    }
}

TEST_F(MadeAdapters, FindTheStackThatHasTheirSizes)
{
    const std::string config =
        R"({"r": 2, "lora_alpha": 2, "target_parameters":
            ["experts.up", "experts.down", "router.w", "gate.weight"]})";
    const auto stack = [](std::uint64_t outputs, std::uint64_t inputs) {
        return std::vector<Shape>{{"base_model.model.m.experts.lora_A.weight", {6, inputs}},
            {"base_model.model.m.experts.lora_B.weight", {outputs, 6}}};
    };
    const struct {
        std::vector<Shape> factors;
        std::vector<Shape> base;
        Fit fit;
        std::string found; ///< the tensor, or a part of why there is none
        bool isTransposed = false;
    } cases[]{
        {stack(8, 5), {{"m.experts.up", {3, 8, 5}}, {"m.experts.down", {3, 5, 4}}}, Fit::Fits, "m.experts.up"},
        {stack(8, 5), {{"m.experts.up", {3, 5, 8}}, {"m.experts.down", {3, 4, 5}}}, Fit::Fits, "m.experts.up", true},
        {stack(5, 4), {{"m.experts.up", {3, 8, 5}}, {"m.experts.down", {3, 5, 4}}}, Fit::Fits, "m.experts.down"},
        {stack(5, 5), {{"m.experts.up", {3, 5, 5}}, {"m.experts.down", {3, 5, 5}}}, Fit::Unsupported, "several"},
        // A square factor: the module's other factor determines the orientation, if anything does.
        {stack(5, 5), {{"m.experts.up", {3, 5, 10}}, {"m.experts.down", {3, 5, 5}}}, Fit::Fits, "m.experts.down", true},
        {stack(5, 5), {{"m.experts.up", {3, 10, 5}}, {"m.experts.down", {3, 5, 5}}}, Fit::Fits, "m.experts.down"},
        {stack(4, 4), {{"m.experts.up", {3, 4, 4}}, {"m.experts.down", {3, 2, 4}}}, Fit::Fits, "m.experts.up", true},
        {stack(5, 5), {{"m.experts.down", {3, 5, 5}}}, Fit::Unsupported, "orientation is unknown"},
        {stack(5, 5), {{"m.experts.up", {3, 5, 7}}, {"m.experts.down", {3, 5, 5}}}, Fit::Unsupported,
            "orientation is unknown"},
        {stack(7, 5), {{"m.experts.up", {3, 8, 5}}}, Fit::ShapeClash, "[7, 5] for 3 experts, the base has [3, 8, 5]"},
        {stack(8, 5), {{"m.experts.up", {2, 8, 5}}}, Fit::ShapeClash, "3 experts"},
        {stack(8, 5), {{"m.experts.up", {8, 5}}}, Fit::ShapeClash, "3 experts"},
        // Seven rows are no whole number of experts of rank 2: the name is right, the shape is not.
        {{{"base_model.model.m.experts.lora_A.weight", {7, 5}}, {"base_model.model.m.experts.lora_B.weight", {8, 7}}},
            {{"m.experts.up", {3, 8, 5}}}, Fit::ShapeClash,
            "the factors are [7, 5] and [8, 7], which do not hold an integer number of experts at the rank stated in "
            "adapter_config.json, the base has [3, 8, 5]"},
        {{{"base_model.model.m.experts.lora_A.weight", {1, 5}}, {"base_model.model.m.experts.lora_B.weight", {8, 1}}},
            {{"m.experts.up", {3, 8, 5}}}, Fit::ShapeClash, "[1, 5] and [8, 1]"},
        {stack(8, 5), {{"m.other.up", {3, 8, 5}}}, Fit::NotInBase, "no parameter \"m.experts.up\""},
        {{{"base_model.model.m.router.lora_A.weight", {2, 5}}, {"base_model.model.m.router.lora_B.weight", {3, 2}}},
            {{"m.router.w", {3, 5}}}, Fit::Fits, "m.router.w"},
        // The weight of a module is that module, unless it holds several.
        {{{"base_model.model.m.gate.lora_A.weight", {6, 5}}, {"base_model.model.m.gate.lora_B.weight", {4, 6}}},
            {{"m.gate.weight", {3, 4, 5}}}, Fit::Fits, "m.gate.weight"},
        {{{"base_model.model.m.gate.lora_A.weight", {2, 5}}, {"base_model.model.m.gate.lora_B.weight", {3, 2}}},
            {{"m.gate.weight", {3, 5}}}, Fit::Fits, "m.gate.weight"},
    };
    for (const auto& one : cases) {
        const auto adapter = readAdapter(openWith(config, one.factors));
        ASSERT_TRUE(adapter);
        const auto base = openBase(one.base);
        const AdapterTarget target = fitToBase(*adapter, *base).front();
        EXPECT_EQ(target.fit, one.fit) << target.why;
        if (one.fit == Fit::Fits)
            EXPECT_EQ(base->tensors[*target.tensor].name, one.found);
        else
            EXPECT_THAT(target.why, HasSubstr(one.found));
        EXPECT_EQ(target.isTransposed, one.isTransposed) << one.found;
    }
    // Ranks by parameter: the file does not say which of them a pair is of.
    const auto byRank = readAdapter(openWith(
        R"({"r": 2, "rank_pattern": {"experts.down": 3}, "target_parameters": ["experts.up", "experts.down"]})",
        stack(8, 5)));
    ASSERT_TRUE(byRank);
    EXPECT_THAT(byRank->modules.front().problem, HasSubstr("does not say to which"));
    EXPECT_FALSE(byRank->modules.front().hasFactors());
    // PEFT has no magnitudes for these.
    auto more = stack(8, 5);
    more.push_back({"base_model.model.m.experts.lora_magnitude_vector", {8}});
    const auto adapter = readAdapter(openWith(config, more));
    ASSERT_TRUE(adapter);
    EXPECT_THAT(adapter->modules.front().problem, HasSubstr("target_parameters"));
}

TEST_F(MadeAdapters, TakeNoAlphaFromSettingsOfAnotherComponent)
{
    const auto adapter = readAdapter(openWith(R"({"transformer.r": 2})",
        {{"text_encoder.a.lora_A.weight", {2, 4}}, {"text_encoder.a.lora_B.weight", {4, 2}},
            {"transformer.b.lora_A.weight", {2, 4}}, {"transformer.b.lora_B.weight", {4, 2}}}));
    ASSERT_TRUE(adapter);
    EXPECT_EQ(adapter->modules[0].alphaSource, AlphaSource::Convention);
    EXPECT_EQ(adapter->modules[0].scale, 1);
    EXPECT_EQ(adapter->modules[1].alphaSource, AlphaSource::Settings); // the default of PEFT, 8
    EXPECT_EQ(adapter->modules[1].scale, 4);
}

TEST_F(MadeAdapters, SayWhatIsWrongWithAModule)
{
    const struct {
        std::vector<Shape> tensors;
        std::string said;
        std::string dtype = "F32";
    } cases[]{
        {{{"q.lora_A.weight", {2, 4}}}, "has no factor B (up)"},
        {{{"q.lora_B.weight", {4, 2}}}, "has no factor A (down)"},
        {{{"q.lora_A.weight", {2, 4}}, {"q.lora_B.weight", {4, 3}}}, "whose ranks differ"},
        {{{"q.lora_A.weight", {8}}, {"q.lora_B.weight", {4, 2}}}, "expected matrices"},
        {{{"q.lora_A.weight", {0, 4}}, {"q.lora_B.weight", {4, 0}}}, "expected no empty"},
        {{{"q.lora_down.weight", {2, 4, 1, 1}}, {"q.lora_up.weight", {4, 2}}, {"q.lora_mid.weight", {2, 3, 3, 3}}},
            "middle factor"},
        {{{"q.lora_A.weight", {2, 4}}, {"q.lora_B.weight", {4, 2}}}, "has no floating-point values", "I8"},
        {{{"q.lora_down.weight", {2, 4}}, {"q.lora_up.weight", {4, 2}}, {"q.alpha", {2}}},
            "alpha that is not a number"},
        {{{"q.lora_down.weight", {1, 1 << 14, 1, 1}}, {"q.lora_up.weight", {4, 1, 1, 1}},
             {"q.lora_mid.weight", {1, 1, 128, 128}}},
            "needs more than 1 GiB of memory", "F8_E4M3"},
        {{{"q.oft_blocks", {2, 2, 2}}, {"q.alpha", {}}}, "OFT is recognized, but not supported"},
        {{{"q.lokr_w1", {2, 2}}, {"q.alpha", {}}}, "has no part lokr_w2"},
        {{{"q.lokr_w2", {2, 2}}}, "has no part lokr_w1"},
        {{{"q.lokr_w1", {2, 2}}, {"q.lokr_w2_a", {2, 2}}}, "has no part lokr_w2_b"},
        {{{"q.lokr_w1", {2, 2}}, {"q.lokr_w2", {2, 2}}, {"q.lokr_w1_a", {2, 2}}}, "both whole and as a product"},
        {{{"q.lokr_w1", {4}}, {"q.lokr_w2", {2, 2}}}, "expected two dimensions or more"},
        {{{"q.lokr_w1", {0, 4}}, {"q.lokr_w2", {2, 2}}}, "[0, 4], expected no empty one"},
        {{{"q.hada_w1_a", {4, 12}}, {"q.hada_w1_b", {4, 16}}, {"q.hada_t1", {4, 4, 3, 3}}, {"q.hada_w2_a", {4, 12}},
             {"q.hada_w2_b", {4, 16}}},
            "has no part hada_t2"},
        {{{"q.lokr_w1", {1, 1}}, {"q.lokr_w2_a", {1 << 14, 1}}, {"q.lokr_w2_b", {1, 1 << 14}}},
            "needs more than 1 GiB of memory", "F8_E4M3"},
        {{{"q.hada_w1_a", {4, 2}}, {"q.hada_w1_b", {2, 5}}, {"q.hada_w2_a", {4, 2}}}, "has no part hada_w2_b"},
        {{{"q.hada_w1_a", {4, 2}}, {"q.hada_w1_b", {2, 5}}, {"q.hada_w2_a", {4, 2}}, {"q.hada_w2_b", {2, 6}}},
            "products of [4, 5] and [4, 6]"},
        {{{"q.hada_w1_a", {4, 2}}, {"q.hada_w1_b", {3, 5}}, {"q.hada_w2_a", {4, 2}}, {"q.hada_w2_b", {2, 5}}},
            "whose ranks differ"},
        {{{"q.hada_w1_a", {1 << 18, 1}}, {"q.hada_w1_b", {1, 1 << 18}}, {"q.hada_w2_a", {1 << 18, 1}},
             {"q.hada_w2_b", {1, 1 << 18}}},
            "larger than any weight", "F8_E4M3"},
        {{{"q.hada_w1_a", {4, 2}}, {"q.lokr_w1", {4, 2}}}, "parts of several kinds"},
    };
    for (const auto& one : cases) {
        const auto adapter = readAdapter(open(one.tensors, one.dtype));
        ASSERT_TRUE(adapter) << one.said;
        ASSERT_EQ(adapter->modules.size(), 1U) << one.said;
        EXPECT_THAT(adapter->modules.front().problem, HasSubstr(one.said));
    }
    // Not adapters: nothing in common, or only a word.
    EXPECT_FALSE(readAdapter(open({{"model.q.weight", {2, 2}}, {"snake.alpha", {4}}})));
}

TEST_F(MadeAdapters, TakeAlphaFromWhoeverAsksWhereNothingSaysIt)
{
    const auto file =
        open({{"base_model.model.q.lora_A.weight", {2, 6}}, {"base_model.model.q.lora_B.weight", {4, 2}}});
    const auto unknown = readAdapter(file);
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->modules.front().alphaSource, AlphaSource::Unknown);
    EXPECT_EQ(unknown->modules.front().alpha, std::nullopt);
    const auto given = readAdapter(file, 3);
    ASSERT_TRUE(given);
    EXPECT_EQ(given->modules.front().alphaSource, AlphaSource::Given);
    EXPECT_EQ(given->modules.front().scale, 1.5);
}

} // namespace
} // namespace loupe::test
