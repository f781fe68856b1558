// Adapters of other ranks and in other spellings: what they do to their bases, against NumPy.

#include "adapters/rewrite.h"

#include "adapters/factors.h"
#include "adapters/made_adapter.h"
#include "adapters/merge.h"
#include "adapters/update_figures.h"

#include <gmock/gmock.h>

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

TEST_F(RewriteTest, ASmallerRankKeepsTheLargestSingularValues)
{
    std::size_t cut = 0;
    for (const json& one : adapterCases()) {
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
            if (!wanted.contains("rank"))
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
            const auto whole = readFactors(opened.adapter, opened.adapter.modules[told->module]);
            const auto part = readFactors(*smaller, *found);
            ASSERT_TRUE(whole && part);
            double lost = 0;
            for (std::size_t i = 0; i < whole->up.rows; ++i) {
                for (std::size_t j = 0; j < whole->down.columns; ++j) {
                    double difference = -found->scale * part->up.at(i, 0) * part->down.at(0, j);
                    for (std::size_t k = 0; k < whole->up.columns; ++k)
                        difference += wanted["scale"].get<double>() * whole->up.at(i, k) * whole->down.at(k, j);
                    lost += difference * difference;
                }
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
    // Embeddings and whole tensors have names in PEFT alone, changes of vectors in kohya and ComfyUI, magnitudes of
    // inputs in neither PEFT nor diffusers.
    EXPECT_THAT(refused,
        testing::UnorderedElementsAre("peft kohya", "peft diffusers", "peft comfyui", "comfyui peft",
            "comfyui diffusers", "dora-inputs peft", "dora-inputs diffusers", "dora-square peft",
            "dora-square diffusers", "replaced kohya", "replaced diffusers", "replaced comfyui"));
    EXPECT_EQ(converted + refused.size(), adapterCases().size() * adapterSpellings.size());
}

TEST_F(RewriteTest, NamesWithUnderscoresTakeABase)
{
    for (const json& one : adapterCases()) {
        if (one["name"] != "kohya")
            continue;
        const Opened opened = open(one);
        const auto without = rewrite(opened, {.spelling = AdapterSpelling::Diffusers}, false);
        ASSERT_FALSE(without);
        EXPECT_THAT(without.error().message, HasSubstr("give the base (--base)"));
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
