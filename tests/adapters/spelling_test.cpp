// Names of whole models in each spelling, against tables of the programs that build them
// (tests/data/adapters/unet_names.py).

#include "adapters/made_adapter.h"
#include "adapters/rewrite.h"
#include "adapters/unet_names.h"
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

/// A module of an image generator: where it is in a checkpoint, and what each spelling calls it.
struct NamedModule {
    std::string tensor;
    std::optional<std::uint64_t> third; ///< of the tensor's rows
    std::map<AdapterSpelling, std::string> names;
};

std::vector<NamedModule> modulesOf(const json& model)
{
    using enum AdapterSpelling;
    std::vector<NamedModule> modules;
    for (const json& pair : model["unet"]) {
        const auto original = pair[0].get<std::string>();
        const auto diffusers = pair[1].get<std::string>();
        modules.push_back({"model.diffusion_model." + original + ".weight", {},
            {{Kohya, "lora_unet_" + joined(diffusers)}, {Diffusers, "unet." + diffusers},
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

TEST_F(SpellingTest, TheFirstUpsamplerTakesABaseWhereTheAdapterDoesNotTell)
{
    const std::vector<NamedModule> modules{{"model.diffusion_model.output_blocks.2.2.conv.weight", {},
        {{AdapterSpelling::Diffusers, "unet.up_blocks.0.upsamplers.0.conv"}}}};
    const auto adapter = readAdapter(adapterOf(modules, AdapterSpelling::Diffusers));
    ASSERT_TRUE(adapter);
    const auto base = baseOf(modules);
    const auto rewritten = [&](const std::shared_ptr<const Checkpoint>& given) {
        return rewriteAdapter(*adapter, {.spelling = AdapterSpelling::ComfyUi}, given,
            given ? fitToBase(*adapter, *given) : std::vector<AdapterTarget>(),
            *findOutputFormat("safetensors")->checkpoint, m_folder.path(), {});
    };
    const auto without = rewritten(nullptr);
    ASSERT_FALSE(without);
    EXPECT_THAT(without.error().message, testing::HasSubstr("the base tells which"));
    const auto with = rewritten(base);
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_EQ(with->recipe.items.front().name, "diffusion_model.output_blocks.2.2.conv.lora_A.weight");
}

} // namespace
} // namespace loupe::test
