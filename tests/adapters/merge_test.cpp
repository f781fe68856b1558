// Merged models, number by number against those that NumPy made.

#include "adapters/merge.h"

#include "adapters/made_adapter.h"

#include <gmock/gmock.h>

namespace loupe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Result<Recipe> mergedCase(const json& one, double strength)
{
    auto adapter = readAdapter(openAdapterFile(one["adapter"]));
    EXPECT_TRUE(adapter);
    const auto base = openAdapterFile(one["base"]);
    const auto targets = fitToBase(*adapter, *base);
    return mergeRecipe(std::make_shared<const Adapter>(std::move(*adapter)), targets, base, strength,
        *findOutputFormat("safetensors")->checkpoint);
}

TEST(Merge, GivesTheNumbersOfNumpy)
{
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const auto recipe = mergedCase(one, 1);
        ASSERT_TRUE(recipe) << recipe.error().message;
        const auto base = openAdapterFile(one["base"]);
        const auto wanted = openAdapterFile(one["merged"]);
        ASSERT_EQ(recipe->items.size(), base->tensors.size());
        for (const RecipeItem& item : recipe->items) {
            SCOPED_TRACE(item.name);
            EXPECT_EQ(item.dtype, base->tensors[item.tensor].dtype);
            const auto numbers = numbersOf(item.source, item.tensor);
            // Both round once from 64 bits; the order of additions may move that by one step.
            expectNear(numbers, numbersOf(wanted, item.name), roundingOf(item.dtype));
        }
    }
}

TEST(Merge, TakesAsMuchOfTheChangeAsTheStrengthSays)
{
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const auto recipe = mergedCase(one, 0.25);
        ASSERT_TRUE(recipe);
        const auto base = openAdapterFile(one["base"]);
        const auto whole = openAdapterFile(one["merged"]);
        for (const RecipeItem& item : recipe->items) {
            if (item.name == "score.weight") // replaced, whatever the strength
                continue;
            SCOPED_TRACE(item.name);
            auto wanted = numbersOf(base, item.name);
            const auto end = numbersOf(whole, item.name);
            for (std::size_t i = 0; i < wanted.size(); ++i)
                wanted[i] += 0.25 * (end[i] - wanted[i]);
            expectNear(numbersOf(item.source, item.tensor), wanted, roundingOf(item.dtype));
        }
    }
}

TEST(Merge, GivesTheSameNumbersInAnyPieces)
{
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const auto recipe = mergedCase(one, 1);
        ASSERT_TRUE(recipe);
        for (const RecipeItem& item : recipe->items) {
            SCOPED_TRACE(item.name);
            const auto all = numbersOf(item.source, item.tensor);
            const auto elements = Elements::open(item.source, item.tensor);
            Buffer scratch;
            std::vector<double> pieces(all.size());
            for (std::size_t first = 0; first < all.size(); first += 5)
                ASSERT_TRUE(readWide(*elements, first,
                    std::span(pieces).subspan(first, std::min<std::size_t>(5, all.size() - first)), scratch));
            EXPECT_EQ(pieces, all);
        }
    }
}

TEST(Merge, WritesAFileThatHasThem)
{
    const TemporaryFolder folder;
    const json one = adapterCases()[0];
    auto recipe = mergedCase(one, 1);
    ASSERT_TRUE(recipe);
    const auto file = written(std::move(*recipe), "", folder.path() / "out");
    ASSERT_TRUE(file);
    const auto wanted = openAdapterFile(one["merged"]);
    ASSERT_EQ(file->tensors.size(), wanted->tensors.size());
    for (const Tensor& tensor : wanted->tensors)
        expectNear(numbersOf(file, tensor.name), numbersOf(wanted, tensor.name), roundingOf(tensor.dtype));
}

TEST(Merge, RefusesWhatItDoesNotKnow)
{
    const TemporaryFolder folder;
    // Without its configuration, the scale of the adapter is unknown.
    std::filesystem::copy_file(
        dataPath("adapters/peft/adapter_model.safetensors"), folder.path() / "adapter_model.safetensors");
    auto alone = readAdapter(*openCheckpoint(folder.path() / "adapter_model.safetensors"));
    ASSERT_TRUE(alone);
    const auto base = openAdapterFile("peft-base.safetensors");
    const auto other = openAdapterFile("flux-base.safetensors");
    const Format& format = *findOutputFormat("safetensors")->checkpoint;
    const auto adapter = std::make_shared<const Adapter>(std::move(*alone));
    const auto unknown = mergeRecipe(adapter, fitToBase(*adapter, *base), base, 1, format);
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message, HasSubstr("scale of"));
    const auto nothing = mergeRecipe(adapter, fitToBase(*adapter, *other), other, 1, format);
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message, HasSubstr("no module of the adapter fits"));
}

} // namespace
} // namespace loupe::test
