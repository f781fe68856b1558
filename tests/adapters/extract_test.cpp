// Adapters made of two models, against NumPy's singular values of their difference.

#include "adapters/extract.h"

#include "adapters/made_adapter.h"
#include "adapters/merge.h"

#include <gmock/gmock.h>

#include <map>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ExtractTest : public testing::Test {
protected:
    Result<Extraction> extract(const std::string& base, const std::string& tuned, const ExtractOptions& options) const
    {
        return extractAdapter(openAdapterFile(base), openAdapterFile(tuned), options,
            *findOutputFormat("safetensors")->checkpoint, m_folder.path(), {});
    }

    TemporaryFolder m_folder;
};

TEST_F(ExtractTest, KeepsTheLargestSingularValuesOfAMatrixThatIsTooLargeForExactOnes)
{
    std::ifstream file(dataPath("adapters/tuned.json"));
    const json wanted = json::parse(file);
    const auto values = wanted["singular_values"].get<std::vector<double>>();
    const auto name = wanted["tensor"].get<std::string>();
    const auto extraction = extract("tuned-base.safetensors", "tuned.safetensors", {6, AdapterSpelling::Peft});
    ASSERT_TRUE(extraction) << extraction.error().message;
    ASSERT_EQ(extraction->modules.size(), 1U);
    double kept = 0;
    double all = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        all += values[i] * values[i];
        kept += i < 6 ? values[i] * values[i] : 0;
    }
    EXPECT_EQ(extraction->modules[0].tensor, name);
    EXPECT_EQ(extraction->modules[0].rank, 6U);
    EXPECT_NEAR(extraction->modules[0].norm, std::sqrt(all), 1e-9 * std::sqrt(all));
    EXPECT_NEAR(extraction->modules[0].energy, kept / all, 1e-6);
    // PEFT has no names for changes of vectors.
    EXPECT_EQ(extraction->unchanged, 1U);
    std::map<std::string, std::string> lost;
    for (const LostChange& one : extraction->lost)
        lost[one.tensor] = one.why;
    EXPECT_EQ(lost.size(), 3U);
    EXPECT_THAT(lost["extra.weight"], HasSubstr("not in the base"));
    EXPECT_THAT(lost["model.norm.weight"], HasSubstr("no matrix"));
    EXPECT_THAT(lost["model.layers.0.q.bias"], HasSubstr("no matrix"));
    // What merging makes of it is as near as a matrix of that rank can be.
    const auto adapter = readAdapter(written(extraction->recipe, extraction->config, m_folder.path() / "peft"));
    ASSERT_TRUE(adapter);
    EXPECT_EQ(adapter->modules[0].scale, 1);
    const auto base = openAdapterFile("tuned-base.safetensors");
    const auto recipe = mergeRecipe(std::make_shared<const Adapter>(*adapter), fitToBase(*adapter, *base), base, 1,
        *findOutputFormat("safetensors")->checkpoint);
    ASSERT_TRUE(recipe);
    const auto tuned = numbersOf(openAdapterFile("tuned.safetensors"), name);
    for (const RecipeItem& item : recipe->items) {
        if (item.name != name)
            continue;
        const auto merged = numbersOf(item.source, item.tensor);
        double left = 0;
        for (std::size_t i = 0; i < merged.size(); ++i)
            left += (merged[i] - tuned[i]) * (merged[i] - tuned[i]);
        EXPECT_NEAR(left, all - kept, 1e-4 * all);
    }
}

TEST_F(ExtractTest, BringsBackWhatWasMerged)
{
    for (const json& one : adapterCases()) {
        if (one["name"] == "dora" || one["name"] == "peft") // of F16 in part: a difference of rounded numbers
            continue;
        for (const AdapterSpelling spelling : {AdapterSpelling::Kohya, AdapterSpelling::ComfyUi}) {
            SCOPED_TRACE(one["name"].get<std::string>() + ' ' + std::string(spellingId(spelling)));
            const auto extraction = extract(one["base"], one["merged"], {64, spelling});
            ASSERT_TRUE(extraction) << extraction.error().message;
            EXPECT_TRUE(extraction->lost.empty());
            EXPECT_TRUE(extraction->config.empty());
            const auto folder = m_folder.path() / (one["name"].get<std::string>() + std::string(spellingId(spelling)));
            const auto adapter = readAdapter(written(extraction->recipe, "", folder));
            ASSERT_TRUE(adapter);
            EXPECT_EQ(adapter->spelling, spelling);
            const auto base = openAdapterFile(one["base"]);
            const auto wanted = openAdapterFile(one["merged"]);
            const auto recipe = mergeRecipe(std::make_shared<const Adapter>(*adapter), fitToBase(*adapter, *base), base,
                1, *findOutputFormat("safetensors")->checkpoint);
            ASSERT_TRUE(recipe) << recipe.error().message;
            for (const RecipeItem& item : recipe->items)
                expectNear(numbersOf(item.source, item.tensor), numbersOf(wanted, item.name), 5e-6);
        }
    }
}

TEST_F(ExtractTest, KnowsEmbeddingsAndTransposedWeightsOfPeft)
{
    const auto embedded = extract("peft-base.safetensors", "peft-merged.safetensors", {12, AdapterSpelling::Peft});
    ASSERT_TRUE(embedded);
    std::vector<std::string> names;
    for (const RecipeItem& item : embedded->recipe.items)
        names.push_back(item.name);
    EXPECT_THAT(names, testing::Contains("base_model.model.model.embed_tokens.lora_embedding_A"));
    EXPECT_THAT(names, testing::Contains("base_model.model.model.layers.0.self_attn.k_proj.lora_B.weight"));
    const auto turned = extract("gpt2-base.safetensors", "gpt2-merged.safetensors", {12, AdapterSpelling::Peft});
    ASSERT_TRUE(turned);
    EXPECT_EQ(json::parse(turned->config)["fan_in_fan_out"], true);
    const auto adapter = readAdapter(written(turned->recipe, turned->config, m_folder.path() / "gpt2"));
    ASSERT_TRUE(adapter);
    const auto base = openAdapterFile("gpt2-base.safetensors");
    for (const AdapterTarget& target : fitToBase(*adapter, *base)) {
        EXPECT_EQ(target.fit, Fit::Fits);
        EXPECT_TRUE(target.isTransposed);
    }
}

TEST_F(ExtractTest, OfTheSameModelThereIsNothing)
{
    const auto nothing = extract("peft-base.safetensors", "peft-base.safetensors", {4, AdapterSpelling::Peft});
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message, HasSubstr("nothing to extract"));
}

} // namespace
} // namespace loupe::test
