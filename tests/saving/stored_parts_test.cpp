#include "saving/recipe/stored_parts.h"

#include "core/quantized_groups.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "formats/quantized/logical_checkpoint.h"
#include "saving/recipe/plan.h"
#include "saving/recipe/staged_edits.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace loupe::test {

namespace {

using Names = std::vector<std::string>;

Recipe recipeOf(const std::string& sample)
{
    const auto stored = openCheckpoint(dataPath("quantized/" + sample));
    EXPECT_TRUE(stored);
    const auto logical = quantized::logicalOf(*stored);
    EXPECT_TRUE(logical);
    return copyOf(*logical, *findFormat("safetensors"));
}

RecipeItem& itemNamed(Recipe& recipe, const std::string& name)
{
    return *std::ranges::find(recipe.items, name, &RecipeItem::name);
}

Names namesOf(const Recipe& recipe)
{
    Names names;
    for (const RecipeItem& item : recipe.items)
        names.push_back(item.name);
    return names;
}

bool has(const Recipe& recipe, const std::string& name)
{
    return std::ranges::find(recipe.items, name, &RecipeItem::name) != recipe.items.end();
}

} // namespace

TEST(StoredPartsTest, ACopyHasAllStoredTensorsInTheirOrder)
{
    for (const char* const sample : {"fp8-block-128", "modelopt-nvfp4", "gptq-4bit", "bnb-nf4", "mxfp4-gpt-oss",
             "ct-pack-int4-asym", "mlx-affine", "not-decoded/hqq"}) {
        SCOPED_TRACE(sample);
        Recipe recipe = recipeOf(sample);
        const auto stored = recipe.items.front().source->quantized->stored;
        const auto expanded = withStoredParts(std::move(recipe));
        ASSERT_TRUE(expanded);
        ASSERT_EQ(expanded->items.size(), stored->tensors.size());
        for (std::size_t i = 0; i < stored->tensors.size(); ++i) {
            EXPECT_EQ(expanded->items[i].source, stored);
            EXPECT_EQ(expanded->items[i].tensor, i);
            EXPECT_EQ(expanded->items[i].name, stored->tensors[i].name);
            EXPECT_TRUE(expanded->items[i].isCopy());
        }
    }
}

TEST(StoredPartsTest, PartsFollowTheNewNameOfTheirWeight)
{
    Recipe recipe = recipeOf("gptq-4bit");
    const QuantizedGroups::Group& group = recipe.items.front().source->quantized->list.front();
    RecipeItem& item = recipe.items[group.tensor];
    const std::string module = item.name.substr(0, item.name.rfind('.'));
    item.name = "new.weight";
    const auto expanded = withStoredParts(recipe);
    ASSERT_TRUE(expanded);
    for (const char* const part : {"qweight", "qzeros", "scales", "g_idx"}) {
        EXPECT_TRUE(has(*expanded, std::string("new.") + part)) << part;
        EXPECT_FALSE(has(*expanded, module + '.' + part)) << part;
    }
    item.name = "new";
    EXPECT_FALSE(withStoredParts(recipe)) << "there is no name for the scales";
}

TEST(StoredPartsTest, BlocksWithoutAWeightSuffixFollowToo)
{
    Recipe recipe = recipeOf("mxfp4-gpt-oss");
    const QuantizedGroups::Group& group = recipe.items.front().source->quantized->list.front();
    recipe.items[group.tensor].name = "experts.up";
    const auto expanded = withStoredParts(recipe);
    ASSERT_TRUE(expanded);
    EXPECT_TRUE(has(*expanded, "experts.up_blocks"));
    EXPECT_TRUE(has(*expanded, "experts.up_scales"));
}

TEST(StoredPartsTest, ADeletedWeightTakesItsPartsAlong)
{
    Recipe recipe = recipeOf("modelopt-nvfp4");
    const auto before = withStoredParts(recipe);
    const std::string name = "model.layers.0.self_attn.q_proj.weight";
    ASSERT_TRUE(before && has(*before, name + "_scale") && has(*before, name + "_scale_2"));
    std::erase_if(recipe.items, [&](const RecipeItem& item) { return item.name == name; });
    const auto after = withStoredParts(recipe);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->items.size() + 3, before->items.size());
    for (const std::string& left : namesOf(*after))
        EXPECT_FALSE(left.starts_with(name)) << left;
}

TEST(StoredPartsTest, ACastWeightIsWrittenWithoutItsParts)
{
    Recipe recipe = recipeOf("modelopt-nvfp4");
    const std::string name = "model.layers.0.self_attn.q_proj.weight";
    itemNamed(recipe, name).dtype = DType::BF16;
    const auto expanded = withStoredParts(recipe);
    ASSERT_TRUE(expanded);
    EXPECT_TRUE(has(*expanded, name));
    EXPECT_FALSE(has(*expanded, name + "_scale"));
    EXPECT_EQ(itemNamed(recipe, name).original().shape.size(), 2U);
}

/// The values of a quantized weight are F32, but its stored parts are not.
TEST(StoredPartsTest, ACastToF32IsACastOfAQuantizedWeight)
{
    const auto logical = recipeOf("modelopt-nvfp4").items.front().source;
    const std::uint32_t weight = logical->quantized->list.front().tensor;
    const std::string name(logical->tensors[weight].name);
    StagedEdits edits(logical);
    EXPECT_EQ(edits.cast({weight}, DType::F32), 0U);
    EXPECT_EQ(edits.totals().cast, 1U);
    const auto expanded = withStoredParts(edits.recipe(*findFormat("safetensors")));
    ASSERT_TRUE(expanded);
    EXPECT_TRUE(has(*expanded, name));
    EXPECT_FALSE(has(*expanded, name + "_scale"));
    edits.cast({weight}, DType::BF16);
    edits.cast({weight}, DType::F32);
    EXPECT_EQ(edits.totals().cast, 1U);
}

/// One file has items of both checkpoints: the one of the weights and the one of the stored parts.
TEST(StoredPartsTest, ACastLeavesTheOtherTensorsInTheirShards)
{
    Recipe recipe = recipeOf("fp8-block-128");
    recipe.keepShards = true;
    const auto cast = std::ranges::find_if(
        recipe.items, [](const RecipeItem& item) { return item.isCopy() && item.original().dtype == DType::BF16; });
    ASSERT_NE(cast, recipe.items.end());
    cast->dtype = DType::F32;
    const auto expanded = withStoredParts(recipe);
    ASSERT_TRUE(expanded);
    const auto plan = makePlan(*expanded);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->files.size(), recipe.items.front().source->files.size());
}

TEST(StoredPartsTest, OnlyWhatCannotBeDecodedKeepsItsPartsOnRequest)
{
    const auto decoded = withStoredParts(recipeOf("gptq-4bit"), PartsOf::UndecodedWeights);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(namesOf(*decoded), namesOf(recipeOf("gptq-4bit")));
    const auto named = withStoredParts(recipeOf("not-decoded/hqq"), PartsOf::UndecodedWeights);
    ASSERT_TRUE(named);
    EXPECT_GT(named->items.size(), recipeOf("not-decoded/hqq").items.size());
}

} // namespace loupe::test
