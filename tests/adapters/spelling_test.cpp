// Names of whole models in each spelling, against tables of the programs that build them
// (tests/data/adapters/unet_names.py).

#include "adapters/made_adapter.h"
#include "adapters/names/base_names.h"
#include "adapters/names/transformer_names.h"
#include "adapters/names/unet_names.h"
#include "adapters/rewrite.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace loupe::test {
namespace {

using nlohmann::json;

json unetTable()
{
    std::ifstream file(dataPath("adapters/unet-names.json"));
    return json::parse(file);
}

std::string joined(std::string path)
{
    std::ranges::replace(path, '.', '_');
    return path;
}

/// A module of an image generator: its path in a checkpoint, and its name in each spelling.
struct NamedModule {
    std::string tensor;
    std::optional<std::uint64_t> third; ///< of the tensor's rows
    std::map<AdapterSpelling, std::string> names;
};

std::vector<NamedModule> modulesOf(const json& model)
{
    using enum AdapterSpelling;
    std::vector<NamedModule> modules;
    const bool isOriginal = model["kohya_is_original"].get<bool>();
    for (const json& pair : model["unet"]) {
        const auto original = pair[0].get<std::string>();
        const auto diffusers = pair[1].get<std::string>();
        modules.push_back({"model.diffusion_model." + original + ".weight", {},
            {{Kohya, "lora_unet_" + joined(isOriginal ? original : diffusers)}, {Diffusers, "unet." + diffusers},
                {ComfyUi, "diffusion_model." + original}}});
    }
    const bool hasTwo = !model["te2"].empty();
    for (const bool isSecond : {false, true}) {
        for (const json& row : model[isSecond ? "te2" : "te1"]) {
            const auto original = row[0].get<std::string>();
            const auto path = row[1].get<std::string>();
            const std::string place = isSecond ? "conditioner.embedders.1.model."
                : hasTwo                       ? "conditioner.embedders.0.transformer."
                                               : "cond_stage_model.transformer.";
            const std::string end = original.ends_with("in_proj_weight") ? "" : ".weight";
            modules.push_back(
                {place + original + end, row[2].is_null() ? std::nullopt : std::optional(row[2].get<std::uint64_t>()),
                    {{Kohya,
                         (isSecond        ? "lora_te2_"
                                 : hasTwo ? "lora_te1_"
                                          : "lora_te_")
                             + joined(path)},
                        {Diffusers, (isSecond ? "text_encoder_2." : "text_encoder.") + path},
                        {ComfyUi,
                            (isSecond ? "text_encoders.clip_g.transformer." : "text_encoders.clip_l.transformer.")
                                + path}}});
        }
    }
    return modules;
}

class SpellingTest : public testing::Test {
protected:
    std::shared_ptr<const Checkpoint> baseOf(const std::vector<NamedModule>& modules) const
    {
        std::map<std::string, WantedTensor> tensors;
        for (const NamedModule& module : modules) {
            const int rows = module.third ? 6 : 2;
            tensors[module.tensor] = {module.tensor, "F32", '[' + std::to_string(rows) + ",2]",
                std::string(static_cast<std::size_t>(8 * rows), '1')};
        }
        std::vector<WantedTensor> all;
        for (auto& [name, tensor] : tensors)
            all.push_back(tensor);
        return *openCheckpoint(m_folder.write("base.safetensors", safetensorsOf(all)));
    }

    std::shared_ptr<const Checkpoint> adapterOf(const std::vector<NamedModule>& modules, AdapterSpelling spelling) const
    {
        const bool isKohya = spelling == AdapterSpelling::Kohya;
        std::vector<WantedTensor> tensors;
        for (const NamedModule& module : modules) {
            const std::string& name = module.names.at(spelling);
            const std::string factor(8, '1');
            tensors.push_back({name + (isKohya ? ".lora_down.weight" : ".lora_A.weight"), "F32", "[1,2]", factor});
            tensors.push_back({name + (isKohya ? ".lora_up.weight" : ".lora_B.weight"), "F32", "[2,1]", factor});
        }
        return *openCheckpoint(
            m_folder.write(std::string(spellingId(spelling)) + ".safetensors", safetensorsOf(tensors)));
    }

    TemporaryFolder m_folder;
};

constexpr std::array imageSpellings{AdapterSpelling::Kohya, AdapterSpelling::Diffusers, AdapterSpelling::ComfyUi};

TEST_F(SpellingTest, PathsOfAUnetAreThoseOfDiffusersAndBack)
{
    std::size_t modules = 0;
    const json table = unetTable();
    for (const auto& [name, model] : table.items()) {
        SCOPED_TRACE(name);
        const bool hasAttention = model["has_attention_first"].get<bool>();
        for (const json& pair : model["unet"]) {
            EXPECT_EQ(diffusersUnetPath(pair[0].get<std::string>()), pair[1].get<std::string>());
            EXPECT_EQ(originalUnetPath(pair[1].get<std::string>(), hasAttention), pair[0].get<std::string>());
            ++modules;
        }
    }
    EXPECT_EQ(modules, 1090U);
    for (const char* const other : {"", "down_blocks", "down_blocks.0", "down_blocks.0.resnets.2.conv1",
             "down_blocks.4.resnets.0.conv1", "down_blocks.0.resnets.0.other", "down_blocks.x.attentions.0.proj_in",
             "up_blocks.0.attentions.3.proj_in", "up_blocks.99999999999.attentions.0.proj_in",
             "mid_block.attentions.1.proj_in", "mid_block.resnets.2.conv1", "transformer_blocks.0.attn.to_q"}) {
        EXPECT_EQ(originalUnetPath(other, false), std::nullopt) << other;
    }
}

TEST_F(SpellingTest, EachModuleOfAnImageGeneratorHasItsNameInEachSpelling)
{
    const json table = unetTable();
    for (const auto& [name, model] : table.items()) {
        const auto modules = modulesOf(model);
        const auto base = baseOf(modules);
        for (const AdapterSpelling from : imageSpellings) {
            const auto adapter = readAdapter(adapterOf(modules, from));
            ASSERT_TRUE(adapter) << adapter.error().message;
            const auto targets = fitToBase(*adapter, *base);
            ASSERT_EQ(targets.size(), modules.size());
            for (std::size_t i = 0; i < targets.size(); ++i) {
                ASSERT_EQ(targets[i].fit, Fit::Fits) << adapter->modules[i].name << ": " << targets[i].why;
                EXPECT_EQ(base->tensors[*targets[i].tensor].name, modules[i].tensor) << adapter->modules[i].name;
                EXPECT_EQ(targets[i].firstRow, 2 * modules[i].third.value_or(0)) << adapter->modules[i].name;
                EXPECT_EQ(targets[i].rows, 2U) << adapter->modules[i].name;
            }
            for (const AdapterSpelling to : imageSpellings) {
                SCOPED_TRACE(name + ": " + std::string(spellingId(from)) + " to " + std::string(spellingId(to)));
                // Dots of joined names are known from the base alone.
                for (const bool withBase : {true, false}) {
                    if (!withBase && from == AdapterSpelling::Kohya)
                        continue;
                    const auto rewritten = rewriteAdapter(*adapter, {.spelling = to}, withBase ? base : nullptr,
                        withBase ? targets : std::vector<AdapterTarget>(), *findOutputFormat("safetensors")->checkpoint,
                        m_folder.path(), {});
                    ASSERT_TRUE(rewritten) << rewritten.error().message;
                    std::set<std::string> found;
                    for (const RecipeItem& item : rewritten->recipe.items) {
                        const auto split = splitAdapterName(item.name);
                        ASSERT_TRUE(split) << item.name;
                        found.insert(split->module);
                    }
                    std::set<std::string> wanted;
                    for (const NamedModule& module : modules)
                        wanted.insert(module.names.at(to));
                    EXPECT_EQ(found, wanted);
                }
            }
        }
    }
}

TEST_F(SpellingTest, TransformersHaveTheNamesAndRowsOfDiffusers)
{
    // huggingface/diffusers, loaders/lora_conversion_utils.py (_convert_bfl_flux_control_lora_to_diffusers).
    using Rows = std::vector<std::pair<std::string, std::uint64_t>>;
    const std::string twelfth = "transformer_blocks.12.";
    const std::string single = "single_transformer_blocks.37.";
    const struct {
        std::string original;
        std::uint64_t outputs;
        std::uint64_t inputs;
        Rows parts;
    } cases[]{
        {"double_blocks.12.img_attn.qkv", 9216, 3072,
            {{twelfth + "attn.to_q", 3072}, {twelfth + "attn.to_k", 3072}, {twelfth + "attn.to_v", 3072}}},
        {"double_blocks.12.txt_attn.qkv", 9216, 3072,
            {{twelfth + "attn.add_q_proj", 3072}, {twelfth + "attn.add_k_proj", 3072},
                {twelfth + "attn.add_v_proj", 3072}}},
        {"double_blocks.12.img_attn.proj", 3072, 3072, {{twelfth + "attn.to_out.0", 3072}}},
        {"double_blocks.12.txt_attn.proj", 3072, 3072, {{twelfth + "attn.to_add_out", 3072}}},
        {"double_blocks.12.img_mlp.0", 12288, 3072, {{twelfth + "ff.net.0.proj", 12288}}},
        {"double_blocks.12.img_mlp.2", 3072, 12288, {{twelfth + "ff.net.2", 3072}}},
        {"double_blocks.12.txt_mlp.0", 12288, 3072, {{twelfth + "ff_context.net.0.proj", 12288}}},
        {"double_blocks.12.txt_mlp.2", 3072, 12288, {{twelfth + "ff_context.net.2", 3072}}},
        {"double_blocks.12.img_mod.lin", 18432, 3072, {{twelfth + "norm1.linear", 18432}}},
        {"double_blocks.12.txt_mod.lin", 18432, 3072, {{twelfth + "norm1_context.linear", 18432}}},
        {"single_blocks.37.linear1", 21504, 3072,
            {{single + "attn.to_q", 3072}, {single + "attn.to_k", 3072}, {single + "attn.to_v", 3072},
                {single + "proj_mlp", 12288}}},
        {"single_blocks.37.linear2", 3072, 15360, {{single + "proj_out", 3072}}},
        {"single_blocks.37.modulation.lin", 9216, 3072, {{single + "norm.linear", 9216}}},
        {"img_in", 3072, 64, {{"x_embedder", 3072}}},
        {"txt_in", 3072, 4096, {{"context_embedder", 3072}}},
        {"time_in.in_layer", 3072, 256, {{"time_text_embed.timestep_embedder.linear_1", 3072}}},
        {"time_in.out_layer", 3072, 3072, {{"time_text_embed.timestep_embedder.linear_2", 3072}}},
        {"vector_in.in_layer", 3072, 768, {{"time_text_embed.text_embedder.linear_1", 3072}}},
        {"vector_in.out_layer", 3072, 3072, {{"time_text_embed.text_embedder.linear_2", 3072}}},
        {"guidance_in.in_layer", 3072, 256, {{"time_text_embed.guidance_embedder.linear_1", 3072}}},
        {"guidance_in.out_layer", 3072, 3072, {{"time_text_embed.guidance_embedder.linear_2", 3072}}},
        {"final_layer.linear", 64, 3072, {{"proj_out", 64}}},
        {"final_layer.adaLN_modulation.1", 6144, 3072, {{"norm_out.linear", 6144}}},
        // scripts/convert_sd3_to_diffusers.py: of Stable Diffusion 3.5 Medium
        {"joint_blocks.12.x_block.attn.qkv", 4608, 1536,
            {{twelfth + "attn.to_q", 1536}, {twelfth + "attn.to_k", 1536}, {twelfth + "attn.to_v", 1536}}},
        {"joint_blocks.12.x_block.attn2.qkv", 4608, 1536,
            {{twelfth + "attn2.to_q", 1536}, {twelfth + "attn2.to_k", 1536}, {twelfth + "attn2.to_v", 1536}}},
        {"joint_blocks.12.context_block.attn.qkv", 4608, 1536,
            {{twelfth + "attn.add_q_proj", 1536}, {twelfth + "attn.add_k_proj", 1536},
                {twelfth + "attn.add_v_proj", 1536}}},
        {"joint_blocks.12.x_block.attn.proj", 1536, 1536, {{twelfth + "attn.to_out.0", 1536}}},
        {"joint_blocks.12.x_block.attn2.proj", 1536, 1536, {{twelfth + "attn2.to_out.0", 1536}}},
        {"joint_blocks.12.context_block.attn.proj", 1536, 1536, {{twelfth + "attn.to_add_out", 1536}}},
        {"joint_blocks.12.x_block.mlp.fc1", 6144, 1536, {{twelfth + "ff.net.0.proj", 6144}}},
        {"joint_blocks.12.x_block.mlp.fc2", 1536, 6144, {{twelfth + "ff.net.2", 1536}}},
        {"joint_blocks.12.context_block.mlp.fc1", 6144, 1536, {{twelfth + "ff_context.net.0.proj", 6144}}},
        {"joint_blocks.12.context_block.mlp.fc2", 1536, 6144, {{twelfth + "ff_context.net.2", 1536}}},
        {"joint_blocks.12.x_block.adaLN_modulation.1", 13824, 1536, {{twelfth + "norm1.linear", 13824}}},
        {"joint_blocks.12.context_block.adaLN_modulation.1", 9216, 1536, {{twelfth + "norm1_context.linear", 9216}}},
        {"joint_blocks.12.context_block.adaLN_modulation.1", 3072, 1536, {{twelfth + "norm1_context.linear", 3072}}},
        {"x_embedder.proj", 1536, 64, {{"pos_embed.proj", 1536}}},
        {"t_embedder.mlp.0", 1536, 256, {{"time_text_embed.timestep_embedder.linear_1", 1536}}},
        {"t_embedder.mlp.2", 1536, 1536, {{"time_text_embed.timestep_embedder.linear_2", 1536}}},
        {"y_embedder.mlp.0", 1536, 2048, {{"time_text_embed.text_embedder.linear_1", 1536}}},
        {"y_embedder.mlp.2", 1536, 1536, {{"time_text_embed.text_embedder.linear_2", 1536}}},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.original);
        Rows found;
        std::uint64_t next = 0;
        for (const DiffusersPart& part : diffusersParts(one.original, one.outputs, one.inputs)) {
            found.emplace_back(part.path, part.rows);
            EXPECT_EQ(part.firstRow, next);
            const bool isOfLastNorm = one.original.ends_with("adaLN_modulation.1") && one.outputs == 2 * one.inputs;
            EXPECT_EQ(part.swapsHalves, isOfLastNorm);
            next += part.rows;
        }
        EXPECT_EQ(found, one.parts);
        EXPECT_EQ(originalPathOf(joined(one.original)).value_or(one.original), one.original);
        EXPECT_EQ(originalPathOf(joined(one.original)).has_value(), !one.parts.empty());
    }
}

TEST_F(SpellingTest, NamesThatDependOnTheModelTakeABaseWhereTheAdapterDoesNotTell)
{
    using enum AdapterSpelling;
    const std::string xl = "model.diffusion_model.output_blocks.2.2.conv.weight";
    const std::string first = "model.diffusion_model.output_blocks.9.0.skip_connection.weight";
    const std::string place = "model.diffusion_model.input_blocks.4.1.proj_in.weight";
    const struct {
        AdapterSpelling from;
        AdapterSpelling to;
        std::string module;
        std::string tensor;
        std::string other; ///< of the base, which tells the model
        std::string wanted;
    } cases[]{
        {Diffusers, ComfyUi, "unet.up_blocks.0.upsamplers.0.conv", xl, xl, "diffusion_model.output_blocks.2.2.conv"},
        {Diffusers, Kohya, "unet.up_blocks.0.upsamplers.0.conv", xl, xl, "lora_unet_output_blocks_2_2_conv"},
        {Diffusers, Kohya, "unet.down_blocks.1.attentions.0.proj_in", place, xl, "lora_unet_input_blocks_4_1_proj_in"},
        {Diffusers, Kohya, "unet.down_blocks.1.attentions.0.proj_in", place, first,
            "lora_unet_down_blocks_1_attentions_0_proj_in"},
        {ComfyUi, Kohya, "diffusion_model.input_blocks.4.1.proj_in", place, xl, "lora_unet_input_blocks_4_1_proj_in"},
        {ComfyUi, Kohya, "diffusion_model.input_blocks.4.1.proj_in", place, first,
            "lora_unet_down_blocks_1_attentions_0_proj_in"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.module + " to " + one.wanted);
        const std::vector<NamedModule> modules{{one.tensor, {}, {{one.from, one.module}}}, {one.other, {}, {}}};
        const auto adapter = readAdapter(adapterOf({modules.front()}, one.from));
        ASSERT_TRUE(adapter);
        const auto rewritten = [&](const std::shared_ptr<const Checkpoint>& given) {
            return rewriteAdapter(*adapter, {.spelling = one.to}, given,
                given ? fitToBase(*adapter, *given) : std::vector<AdapterTarget>(),
                *findOutputFormat("safetensors")->checkpoint, m_folder.path(), {});
        };
        const auto without = rewritten(nullptr);
        ASSERT_FALSE(without);
        EXPECT_EQ(without.error().remedy, Remedy::GiveBase);
        const auto with = rewritten(baseOf(modules));
        ASSERT_TRUE(with) << with.error().message;
        const auto split = splitAdapterName(with->recipe.items.front().name);
        ASSERT_TRUE(split);
        EXPECT_EQ(split->module, one.wanted);
    }
}

/// ComfyUI and kohya have the names of the authors. Only those of Qwen-Image are the same in diffusers.
TEST_F(SpellingTest, NamesThatSeveralModelsShareTakeABase)
{
    using enum AdapterSpelling;
    const std::string factor = packedBytes<float>({1, 2, 3, 4});
    const struct {
        AdapterSpelling to;
        std::string prefix;
        std::string other; ///< a module next to the attention
        bool isWritten;
    } cases[]{
        {Kohya, "transformer.", "attn.to_q", false},
        {ComfyUi, "transformer.", "ff_context.net.2", false},
        {Diffusers, "base_model.model.", "attn.to_q", true},
        {Kohya, "base_model.model.", "attn.to_q", false},
        {Peft, "transformer.", "attn.to_q", true},
        {Kohya, "transformer.", "img_mlp.net.2", true},
        {ComfyUi, "transformer.", "txt_mod.1", true},
        {Kohya, "diffusion_model.", "attn.to_q", true},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.prefix + one.other + " to " + std::string(spellingId(one.to)));
        const std::string block = one.prefix + "transformer_blocks.0.";
        const auto opened = openCheckpoint(m_folder.write("joint.safetensors",
            safetensorsOf({{block + "attn.add_k_proj.lora_A.weight", "F32", "[2,2]", factor},
                {block + "attn.add_k_proj.lora_B.weight", "F32", "[2,2]", factor},
                {block + one.other + ".lora_A.weight", "F32", "[2,2]", factor},
                {block + one.other + ".lora_B.weight", "F32", "[2,2]", factor}})));
        const auto adapter = readAdapter(*opened, 2);
        ASSERT_TRUE(adapter);
        const auto written = rewriteAdapter(*adapter, {.spelling = one.to}, nullptr, {},
            *findOutputFormat("safetensors")->checkpoint, m_folder.path(), {});
        ASSERT_EQ(written.has_value(), one.isWritten);
        if (written)
            continue;
        EXPECT_EQ(written.error().code, ErrorCode::Unsupported);
        EXPECT_THAT(written.error().message, HasSubstr("has different names in Flux, "));
        EXPECT_EQ(written.error().remedy, Remedy::GiveBase);
    }
}

} // namespace
} // namespace loupe::test
