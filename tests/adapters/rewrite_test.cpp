// Adapters of other ranks and in other spellings: what they do to their bases, against NumPy.

#include "adapters/rewrite.h"

#include "adapters/made_adapter.h"
#include "adapters/merge.h"
#include "adapters/names/base_names.h"
#include "adapters/names/part_names.h"
#include "adapters/updates/factors.h"
#include "adapters/updates/update_figures.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class RewriteTest : public testing::Test {
protected:
    struct Opened {
        Adapter adapter;
        std::shared_ptr<const Checkpoint> base;
        std::vector<AdapterTarget> targets;
    };

    static Opened open(const json& one)
    {
        auto adapter = readAdapter(openAdapterFile(one["adapter"]));
        EXPECT_TRUE(adapter);
        auto base = openAdapterFile(one["base"]);
        auto targets = fitToBase(*adapter, *base);
        return {std::move(*adapter), base, std::move(targets)};
    }

    Result<RewrittenAdapter> rewrite(const Opened& opened, const RewriteOptions& options, bool withBase = true) const
    {
        return rewriteAdapter(
            opened.adapter, options, withBase ? opened.base : nullptr, opened.targets, format(), m_folder.path(), {});
    }

    static const Format& format() { return *findOutputFormat("safetensors")->checkpoint; }

    Result<Adapter> reread(RewrittenAdapter rewritten)
    {
        return readAdapter(
            written(std::move(rewritten.recipe), rewritten.config, m_folder.path() / std::to_string(m_next++)));
    }

    TemporaryFolder m_folder;
    int m_next = 0;
};

/// Updates of LoHa and LoKr have no singular values that are known.
bool isOfFactors(const json& module)
{
    return module.contains("rank") && !module["singular_values"].empty();
}

TEST_F(RewriteTest, ASmallerRankKeepsTheLargestSingularValues)
{
    std::size_t cut = 0;
    for (const json& one : adapterCases()) {
        if (std::ranges::none_of(one["modules"], isOfFactors))
            continue;
        SCOPED_TRACE(one["name"]);
        const Opened opened = open(one);
        auto rewritten = rewrite(opened, {.rank = 1});
        ASSERT_TRUE(rewritten) << rewritten.error().message;
        const auto modules = rewritten->modules;
        const auto smaller = reread(std::move(*rewritten));
        ASSERT_TRUE(smaller) << smaller.error().message;
        const auto figures = updateFigures(*smaller, Work());
        ASSERT_TRUE(figures);
        for (const json& wanted : one["modules"]) {
            if (!isOfFactors(wanted))
                continue;
            SCOPED_TRACE(wanted["name"]);
            const auto name = wanted["name"].get<std::string>();
            const auto found = std::ranges::find(smaller->modules, name, &AdapterModule::name);
            ASSERT_NE(found, smaller->modules.end());
            EXPECT_EQ(found->problem, "");
            EXPECT_EQ(found->rank, 1U);
            EXPECT_EQ(found->kind, wanted["kind"].get<std::string>());
            const auto values = wanted["singular_values"].get<std::vector<double>>();
            const UpdateFigures& got = (*figures)[static_cast<std::size_t>(found - smaller->modules.begin())];
            ASSERT_EQ(got.singularValues.size(), 1U);
            EXPECT_NEAR(got.singularValues[0], values[0], 2e-6 * (1 + values[0]));
            const auto told = std::ranges::find_if(modules,
                [&](const RewrittenModule& module) { return opened.adapter.modules[module.module].name == name; });
            ASSERT_NE(told, modules.end());
            const double norm = wanted["norm"].get<double>();
            EXPECT_NEAR(told->energy, norm > 0 ? values[0] * values[0] / (norm * norm) : 1, 1e-9);
            cut += wanted["rank"].get<int>() > 1;
            // The nearest matrix of that rank: what is lost are the other singular values (Eckart and Young).
            const auto whole = readFactors(opened.adapter, opened.adapter.modules[told->module], loraParts, {});
            const auto part = readFactors(*smaller, *found, loraParts, {});
            ASSERT_TRUE(whole && part);
            double lost = 0;
            const std::size_t experts = wanted.value("experts", std::size_t{1}); // innermost in B, outermost in A
            const std::size_t rank = whole->up.columns / experts;
            for (std::size_t place = 0; place < experts * whole->up.rows * whole->down.columns; ++place) {
                const std::size_t expert = place % experts;
                const std::size_t i = place / experts % whole->up.rows;
                const std::size_t j = place / experts / whole->up.rows;
                double difference = -found->scale * part->up.at(i, expert) * part->down.at(expert, j);
                for (std::size_t k = 0; k < rank; ++k)
                    difference += wanted["scale"].get<double>() * whole->up.at(i, k * experts + expert)
                        * whole->down.at(expert * rank + k, j);
                lost += difference * difference;
            }
            EXPECT_NEAR(lost, norm * norm * (1 - told->energy), 1e-4 * (1 + norm));
        }
    }
    EXPECT_GT(cut, 15U);
}

TEST_F(RewriteTest, AShareOfTheNormGivesEachModuleItsOwnRank)
{
    const json one = adapterCases()[0]; // PEFT
    const Opened opened = open(one);
    auto rewritten = rewrite(opened, {.energy = 0.9});
    ASSERT_TRUE(rewritten);
    const auto smaller = reread(std::move(*rewritten));
    ASSERT_TRUE(smaller);
    std::set<std::uint64_t> ranks;
    for (const json& wanted : one["modules"]) {
        if (!wanted.contains("rank"))
            continue;
        SCOPED_TRACE(wanted["name"]);
        const auto values = wanted["singular_values"].get<std::vector<double>>();
        double all = 0;
        for (const double value : values)
            all += value * value;
        std::uint64_t rank = 0;
        for (double kept = 0; rank < values.size() && (rank == 0 || kept < 0.9 * all); ++rank)
            kept += values[rank] * values[rank];
        const auto found = std::ranges::find(smaller->modules, wanted["name"].get<std::string>(), &AdapterModule::name);
        EXPECT_EQ(found->rank, rank);
        ranks.insert(rank);
    }
    EXPECT_EQ(ranks.size(), 2U); // both happen
}

TEST_F(RewriteTest, EachSpellingDoesTheSameToTheBase)
{
    std::set<std::string> refused;
    std::size_t converted = 0;
    for (const json& one : adapterCases()) {
        const Opened opened = open(one);
        const auto wanted = openAdapterFile(one["merged"]);
        for (const AdapterSpelling spelling : adapterSpellings) {
            SCOPED_TRACE(one["name"].get<std::string>() + " to " + std::string(spellingId(spelling)));
            auto rewritten = rewrite(opened, {.spelling = spelling});
            if (!rewritten) {
                EXPECT_EQ(rewritten.error().path, opened.adapter.checkpoint->path.string());
                refused.insert(one["name"].get<std::string>() + ' ' + std::string(spellingId(spelling)));
                EXPECT_EQ(rewritten.error().code, ErrorCode::Unsupported) << rewritten.error().message;
                continue;
            }
            auto again = reread(std::move(*rewritten));
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(again->spelling, spelling);
            const auto targets = fitToBase(*again, *opened.base);
            for (std::size_t i = 0; i < targets.size(); ++i)
                ASSERT_EQ(targets[i].fit, Fit::Fits) << again->modules[i].name << ": " << targets[i].why;
            const auto recipe =
                mergeRecipe(std::make_shared<const Adapter>(std::move(*again)), targets, opened.base, 1, format());
            ASSERT_TRUE(recipe) << recipe.error().message;
            for (const RecipeItem& item : recipe->items) {
                SCOPED_TRACE(item.name);
                expectNear(
                    numbersOf(item.source, item.tensor), numbersOf(wanted, item.name), 2 * roundingOf(item.dtype));
            }
            ++converted;
        }
    }
    // Embeddings, whole tensors and language models have names in PEFT alone, changes of vectors in kohya and ComfyUI,
    // magnitudes of inputs in neither PEFT nor diffusers; parts of a joined weight only in diffusers and PEFT. LoHa and
    // LoKr have no names in diffusers, and in PEFT no magnitudes, no second rank, and the sizes that its settings give.
    EXPECT_THAT(refused,
        testing::UnorderedElementsAre("peft kohya", "peft diffusers", "peft comfyui", "comfyui peft",
            "comfyui diffusers", "dora-inputs peft", "dora-inputs diffusers", "dora-square peft",
            "dora-square diffusers", "replaced kohya", "replaced diffusers", "replaced comfyui", "dora kohya",
            "dora diffusers", "dora comfyui", "gpt2 kohya", "gpt2 diffusers", "gpt2 comfyui", "flux kohya",
            "flux comfyui", "experts kohya", "experts diffusers", "experts comfyui", "experts-turned kohya",
            "experts-turned diffusers", "experts-turned comfyui", "joined-dora kohya", "joined-dora comfyui",
            "loha peft", "loha diffusers", "lokr peft", "lokr diffusers", "peft-loha diffusers", "peft-lokr peft",
            "peft-lokr diffusers", "peft-abba peft", "peft-abba diffusers", "sd3 kohya", "sd3 comfyui"));
    EXPECT_EQ(converted + refused.size(), adapterCases().size() * adapterSpellings.size());
}

/// Factors of Flux in its original names, made of small numbers that all dtypes have.
std::shared_ptr<const Checkpoint> originalFlux(const TemporaryFolder& folder, const std::string& spelling)
{
    const auto floats = [](std::size_t count, auto&& number) {
        std::string bytes;
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = static_cast<float>(number(i));
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
        return bytes;
    };
    const auto any = [](std::size_t i) { return static_cast<double>(i * 7 % 11) - 5; };
    // Queries, keys and values were trained apart: each has a rank of its own.
    const auto block = [](std::size_t i) { return i / 3 / 4 == i % 3 ? static_cast<double>(i % 5) + 1 : 0.0; };
    const bool isKohya = spelling == "kohya";
    const auto name = [&](std::string path, const std::string& part) {
        if (isKohya)
            std::ranges::replace(path, '.', '_');
        return (isKohya ? "lora_unet_" : "diffusion_model.") + path + part;
    };
    const std::string down = isKohya ? ".lora_down.weight" : ".lora_A.weight";
    const std::string up = isKohya ? ".lora_up.weight" : ".lora_B.weight";
    const float alpha = 6;
    const std::string alphaBytes(reinterpret_cast<const char*>(&alpha), sizeof alpha);
    const std::string qkv = "double_blocks.0.img_attn.qkv";
    const std::string linear = "single_blocks.1.linear1";
    const std::string proj = "double_blocks.0.img_attn.proj";
    auto opened = openCheckpoint(folder.write(spelling + "-flux.safetensors",
        safetensorsOf({{name(qkv, down), "F32", "[3,4]", floats(12, any)},
            {name(qkv, up), "F32", "[12,3]", floats(36, block)},
            {name(qkv, ".dora_scale"), "F32", "[12,1]",
                floats(12, [](std::size_t i) { return 1 + static_cast<double>(i) / 4; })},
            {name(qkv, ".alpha"), "F32", "[]", alphaBytes}, {name(linear, down), "F32", "[2,4]", floats(8, any)},
            {name(linear, up), "F32", "[20,2]", floats(40, any)}, {name(linear, ".alpha"), "F32", "[]", alphaBytes},
            {name(proj, down), "F32", "[1,4]", floats(4, any)}, {name(proj, up), "F32", "[4,1]", floats(4, any)}})));
    EXPECT_TRUE(opened);
    return *opened;
}

TEST_F(RewriteTest, OriginalNamesOfFluxBecomeThoseOfDiffusers)
{
    const auto base = openAdapterFile("flux-base.safetensors");
    const auto mergedInto = [&](Adapter adapter) {
        const auto targets = fitToBase(adapter, *base);
        auto recipe = mergeRecipe(std::make_shared<const Adapter>(std::move(adapter)), targets, base, 1, format());
        EXPECT_TRUE(recipe);
        return recipe;
    };
    for (const std::string spelling : {"comfyui", "kohya"}) {
        SCOPED_TRACE(spelling);
        auto adapter = readAdapter(originalFlux(m_folder, spelling));
        ASSERT_TRUE(adapter);
        // Without a base: the table of names is enough.
        auto rewritten = rewriteAdapter(
            *adapter, {.spelling = AdapterSpelling::Diffusers}, nullptr, {}, format(), m_folder.path(), {});
        ASSERT_TRUE(rewritten) << rewritten.error().message;
        std::map<std::string, std::vector<std::uint64_t>> shapes;
        for (const RecipeItem& item : rewritten->recipe.items) {
            const auto shape = item.source->tensors[item.tensor].shape;
            shapes[item.name] = {shape.begin(), shape.end()};
        }
        EXPECT_EQ(shapes.size(), 19U);
        const std::string block = "transformer.transformer_blocks.0.attn.";
        for (const char* const part : {"to_q", "to_k", "to_v"}) {
            EXPECT_EQ(shapes[block + part + ".lora_A.weight"], (std::vector<std::uint64_t>{1, 4})) << part;
            EXPECT_EQ(shapes[block + part + ".lora_B.weight"], (std::vector<std::uint64_t>{4, 1})) << part;
            EXPECT_EQ(shapes[block + part + ".lora_magnitude_vector"], (std::vector<std::uint64_t>{4})) << part;
        }
        EXPECT_TRUE(shapes.contains(block + "to_out.0.lora_A.weight"));
        EXPECT_EQ(shapes["transformer.single_transformer_blocks.1.proj_mlp.lora_B.weight"],
            (std::vector<std::uint64_t>{8, 2}));
        auto again = reread(std::move(*rewritten));
        ASSERT_TRUE(again);
        EXPECT_EQ(again->spelling, AdapterSpelling::Diffusers);
        const auto before = mergedInto(std::move(*adapter));
        const auto after = mergedInto(std::move(*again));
        for (std::size_t i = 0; i < before->items.size(); ++i)
            expectNear(numbersOf(after->items[i].source, after->items[i].tensor),
                numbersOf(before->items[i].source, before->items[i].tensor), 1e-6);
    }
}

/// diffusers has scale and shift of the last modulation of Flux in the other order (swap_scale_shift in its
/// convert_flux_to_diffusers.py): the second half of the rows is the first one there.
TEST_F(RewriteTest, TheLastModulationOfFluxHasItsHalvesSwappedInDiffusers)
{
    const auto file = [&](const std::string& name, const std::vector<WantedTensor>& tensors) {
        return *openCheckpoint(m_folder.write(name, safetensorsOf(tensors)));
    };
    const std::string path = "diffusion_model.final_layer.adaLN_modulation.1.";
    const auto adapter = readAdapter(file("flux-last.safetensors",
        {{path + "lora_A.weight", "F32", "[1,2]", packedBytes<float>({1, -2})},
            {path + "lora_B.weight", "F32", "[4,1]", packedBytes<float>({1, 2, 3, 4})},
            {path + "dora_scale", "F32", "[4,1]", packedBytes<float>({5, 6, 7, 8})},
            {"diffusion_model.double_blocks.0.img_attn.proj.lora_A.weight", "F32", "[1,1]", packedBytes<float>({1})},
            {"diffusion_model.double_blocks.0.img_attn.proj.lora_B.weight", "F32", "[1,1]", packedBytes<float>({1})}}));
    ASSERT_TRUE(adapter);
    auto rewritten =
        rewriteAdapter(*adapter, {.spelling = AdapterSpelling::Diffusers}, nullptr, {}, format(), m_folder.path(), {});
    ASSERT_TRUE(rewritten) << rewritten.error().message;
    const auto made = written(std::move(rewritten->recipe), rewritten->config, m_folder.path() / "swapped");
    const std::string there = "transformer.norm_out.linear.";
    EXPECT_EQ(numbersOf(made, there + "lora_A.weight"), (std::vector<double>{1, -2}));
    EXPECT_EQ(numbersOf(made, there + "lora_B.weight"), (std::vector<double>{3, 4, 1, 2}));
    EXPECT_EQ(numbersOf(made, there + "lora_magnitude_vector"), (std::vector<double>{7, 8, 5, 6}));
}

TEST_F(RewriteTest, NamesThatNoLoaderKnowsAreRefused)
{
    const struct {
        AdapterSpelling spelling;
        std::string_view path;
        std::string_view why;
        Remedy remedy = Remedy::None;
    } cases[]{
        {AdapterSpelling::Kohya, "model.layers.0.self_attn.q_proj", "language model"},
        {AdapterSpelling::ComfyUi, "transformer.h.0.attn.c_attn", "language model"},
        {AdapterSpelling::Diffusers, "gpt_neox.layers.0.attention.dense", "language model"},
        {AdapterSpelling::Diffusers, "final_layer.adaLN_modulation.1", "diffusers name is unknown"},
        {AdapterSpelling::Kohya, "transformer_blocks.0.attn.to_q", "one matrix"},
        {AdapterSpelling::ComfyUi, "single_transformer_blocks.0.proj_mlp", "ComfyUI loads unchanged",
            Remedy::KeepDiffusersNames},
    };
    const NamedModel flux{.isFlux = true};
    for (const auto& one : cases) {
        const auto name = partName(one.spelling, AdapterComponent::Whole, one.path, AdapterPart::Down, false, flux);
        ASSERT_FALSE(name) << *name;
        EXPECT_EQ(name.error().code, ErrorCode::Unsupported);
        EXPECT_THAT(name.error().message, HasSubstr(std::string(one.why)));
        EXPECT_EQ(name.error().remedy, one.remedy);
        EXPECT_TRUE(partName(AdapterSpelling::Peft, AdapterComponent::Whole, one.path, AdapterPart::Down, false, flux));
    }
    EXPECT_TRUE(partName(AdapterSpelling::Kohya, AdapterComponent::Text1, "text_model.encoder.layers.0.mlp.fc1",
        AdapterPart::Down, false, flux));
    // Qwen-Image, LTX-Video and SD3 have such names as their own.
    for (const char* const path : {"img_in", "txt_in", "transformer_blocks.0.attn.to_q", "x_embedder"}) {
        for (const AdapterSpelling spelling : adapterSpellings) {
            const auto name = partName(spelling, AdapterComponent::Denoiser, path, AdapterPart::Down, false, {});
            ASSERT_TRUE(name) << path;
            EXPECT_NE(name->find(spelling == AdapterSpelling::Kohya ? joinedPath(path) : path), std::string::npos);
        }
    }
    // Paths of the base are found as they are.
    EXPECT_TRUE(partName(AdapterSpelling::Kohya, AdapterComponent::Denoiser, "transformer_blocks.0.attn.to_q",
        AdapterPart::Down, false, {.isFlux = true, .isInBase = true}));
}

TEST_F(RewriteTest, NamesOfOtherModelsThanFluxStayAsTheyAre)
{
    const std::string factor = packedBytes<float>({1, 2, 3, 4});
    const auto opened = openCheckpoint(m_folder.write("qwen.safetensors",
        safetensorsOf({{"transformer.img_in.lora_A.weight", "F32", "[2,2]", factor},
            {"transformer.img_in.lora_B.weight", "F32", "[2,2]", factor},
            {"transformer.transformer_blocks.0.attn.to_q.lora_A.weight", "F32", "[2,2]", factor},
            {"transformer.transformer_blocks.0.attn.to_q.lora_B.weight", "F32", "[2,2]", factor}})));
    const auto adapter = readAdapter(*opened);
    ASSERT_TRUE(adapter);
    const std::pair<AdapterSpelling, const char*> cases[]{
        {AdapterSpelling::Diffusers, "transformer.img_in.lora_A.weight"},
        {AdapterSpelling::ComfyUi, "diffusion_model.img_in.lora_A.weight"},
        {AdapterSpelling::Kohya, "lora_unet_transformer_blocks_0_attn_to_q.lora_down.weight"}};
    for (const auto& [spelling, name] : cases) {
        const auto written =
            rewriteAdapter(*adapter, {.spelling = spelling}, nullptr, {}, format(), m_folder.path(), {});
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_TRUE(std::ranges::any_of(written->recipe.items, [name = name](const RecipeItem& item) {
            return item.name == name;
        })) << name;
    }
}

TEST_F(RewriteTest, WhatWouldBeKeptIsWhatIsKept)
{
    for (const json& one : adapterCases()) {
        if (std::ranges::none_of(one["modules"], isOfFactors))
            continue;
        SCOPED_TRACE(one["name"]);
        const Opened opened = open(one);
        for (const RewriteOptions& options : {RewriteOptions{.rank = 1}, RewriteOptions{.energy = 0.9}}) {
            const auto rewritten = rewrite(opened, options);
            ASSERT_TRUE(rewritten);
            const auto kept = resizedModules(opened.adapter, options, {});
            ASSERT_TRUE(kept);
            ASSERT_EQ(kept->size(), rewritten->modules.size());
            for (std::size_t i = 0; i < kept->size(); ++i) {
                EXPECT_EQ((*kept)[i].module, rewritten->modules[i].module);
                EXPECT_EQ((*kept)[i].rank, rewritten->modules[i].rank);
                EXPECT_NEAR((*kept)[i].energy, rewritten->modules[i].energy, 1e-12);
            }
        }
    }
}

TEST_F(RewriteTest, WholeTensorsStayWhatTheSettingsSayTheyAre)
{
    // PEFT saves biases under the names of the base where they were trained, too; they are not modules to save.
    const std::string factor = packedBytes<float>({1, 2, 3, 4});
    const auto path = m_folder.write("adapter_model.safetensors",
        safetensorsOf({{"base_model.model.a.q.lora_A.weight", "F32", "[2,2]", factor},
            {"base_model.model.a.q.lora_B.weight", "F32", "[2,2]", factor},
            {"base_model.model.a.q.base_layer.bias", "F32", "[4]", factor}}));
    m_folder.write("adapter_config.json",
        R"({"peft_type": "LORA", "r": 2, "lora_alpha": 2, "bias": "all", "target_modules": ["q"], "modules_to_save": null})");
    const auto adapter = readAdapter(*openCheckpoint(path));
    ASSERT_TRUE(adapter);
    for (const RewriteOptions& options :
        {RewriteOptions{.rank = 1}, RewriteOptions{.spelling = AdapterSpelling::Peft}}) {
        const auto rewritten = rewriteAdapter(*adapter, options, nullptr, {}, format(), m_folder.path(), {});
        ASSERT_TRUE(rewritten) << rewritten.error().message;
        EXPECT_EQ(rewritten->recipe.items.size(), 3U);
        EXPECT_EQ(rewritten->recipe.items.back().name, "base_model.model.a.q.base_layer.bias");
        const json config = json::parse(rewritten->config);
        EXPECT_EQ(config["modules_to_save"], nullptr);
        EXPECT_EQ(config["bias"], "all");
        EXPECT_EQ(config["target_modules"], json::array({"a.q"}));
    }
}

TEST_F(RewriteTest, WithoutFactorsNothingBecomesSmaller)
{
    const std::string numbers = packedBytes<float>({1, 2, 3, 4});
    for (const auto& [part, said] : {std::pair("oft_blocks", "OFT is recognized, but not supported"),
             std::pair("lokr_w1", "is LoKr, whose rank cannot be reduced")}) {
        const auto adapter = readAdapter(*openCheckpoint(m_folder.write("other.safetensors",
            safetensorsOf({{std::string("lora_unet_a.") + part, "F32", "[2,2]", numbers},
                {part == std::string("lokr_w1") ? "lora_unet_a.lokr_w2" : "lora_unet_a.rescale", "F32", "[2,2]",
                    numbers}}))));
        ASSERT_TRUE(adapter);
        const auto written = rewriteAdapter(*adapter, {.rank = 1}, nullptr, {}, format(), m_folder.path(), {});
        ASSERT_FALSE(written);
        EXPECT_THAT(written.error().message, HasSubstr("no module has factors that can be resized"));
        EXPECT_THAT(written.error().message, HasSubstr(said));
        EXPECT_EQ(written.error().remedy, part == std::string("lokr_w1") ? Remedy::ExtractAdapter : Remedy::None);
        const auto estimated = resizedModules(*adapter, {.rank = 1}, {});
        ASSERT_FALSE(estimated);
        EXPECT_EQ(estimated.error().message, written.error().message);
    }
}

TEST_F(RewriteTest, NamesWithUnderscoresTakeABase)
{
    for (const json& one : adapterCases()) {
        if (one["name"] != "kohya")
            continue;
        const Opened opened = open(one);
        const auto without = rewrite(opened, {.spelling = AdapterSpelling::Diffusers}, false);
        ASSERT_FALSE(without);
        EXPECT_THAT(without.error().message, HasSubstr("which only the base can resolve"));
        EXPECT_EQ(without.error().remedy, Remedy::GiveBase);
        EXPECT_TRUE(rewrite(opened, {.rank = 1}, false));
        const auto with = rewrite(opened, {.spelling = AdapterSpelling::Diffusers});
        ASSERT_TRUE(with);
        std::vector<std::string> names;
        for (const RecipeItem& item : with->recipe.items)
            names.push_back(item.name);
        EXPECT_THAT(
            names, testing::Contains("unet.down_blocks.0.attentions.0.transformer_blocks.0.attn1.to_q.lora_A.weight"));
        EXPECT_THAT(names, testing::Each(testing::Not(HasSubstr("alpha"))));
    }
}

TEST_F(RewriteTest, ParametersOfOneModuleGetOneRank)
{
    for (const json& one : adapterCases()) {
        if (one["name"] != "experts")
            continue;
        const Opened opened = open(one);
        // 0.8 takes rank 2 for one parameter and 1 for the other: 70 % and 89 % in one value.
        const auto kept = resizedModules(opened.adapter, {.energy = 0.8}, {});
        ASSERT_TRUE(kept);
        const auto rewritten = rewrite(opened, {.energy = 0.8});
        ASSERT_TRUE(rewritten) << rewritten.error().message;
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ((*kept)[i].rank, 2U);
            EXPECT_EQ(rewritten->modules[i].rank, 2U);
            EXPECT_NEAR(rewritten->modules[i].energy, 1, 1e-12);
        }
    }
}

TEST_F(RewriteTest, StackedExpertsStayParameters)
{
    for (const json& one : adapterCases()) {
        if (one["name"] != "experts")
            continue;
        const auto rewritten = rewrite(open(one), {.rank = 1});
        ASSERT_TRUE(rewritten) << rewritten.error().message;
        const json config = json::parse(rewritten->config);
        EXPECT_EQ(config["r"], 1);
        EXPECT_EQ(config["lora_alpha"], 1);
        EXPECT_EQ(config["target_modules"], json::array());
        EXPECT_EQ(config["target_parameters"].size(), 2U);
        for (const RecipeItem& item : rewritten->recipe.items) {
            const auto shape = item.source->tensors[item.tensor].shape;
            EXPECT_EQ(shape[item.name.ends_with("lora_A.weight") ? 0 : 1], 3U) << item.name;
        }
    }
}

TEST_F(RewriteTest, TheConfigurationSaysWhatLoadersWantToKnow)
{
    const json one = adapterCases()[0];
    const auto rewritten = rewrite(open(one), {.rank = 1});
    ASSERT_TRUE(rewritten);
    const json config = json::parse(rewritten->config);
    EXPECT_EQ(config["peft_type"], "LORA");
    EXPECT_EQ(config["base_model_name_or_path"], "example/tiny");
    EXPECT_EQ(config["r"], 1);
    EXPECT_EQ(config["lora_bias"], true);
    EXPECT_EQ(config["use_dora"], false);
    EXPECT_EQ(config["modules_to_save"], json::array({"score"}));
    // Modules that were cut have the scale 1; that of k_proj, which had this rank, is as it was.
    EXPECT_EQ(config["lora_alpha"], 1);
    EXPECT_EQ(config["alpha_pattern"]["model.layers.0.self_attn.k_proj"], 6);
    EXPECT_EQ(config["rank_pattern"], json::object());
}

} // namespace
} // namespace loupe::test
