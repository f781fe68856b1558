// Merged models, number by number against those that NumPy made.

#include "adapters/merge.h"

#include "adapters/made_adapter.h"

#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <limits>

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
            if (item.name == "score.weight" || one["name"] == "replaced") // whatever the strength
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

std::string tensorBytes(const std::vector<float>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

TEST(Merge, RefusesToMakeFiniteNumbersInfiniteOrNan)
{
    const TemporaryFolder folder;
    const std::string full("\x53\x7b\x53\x7b\x53\x7b\x00\x7c", 8); // three times 60,000 and an infinity in F16
    const auto base =
        *openCheckpoint(folder.write("base.safetensors", safetensorsOf({{"a.weight", "F16", "[2,2]", full}})));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const struct {
        std::vector<float> down;
        bool isRefused;
        std::vector<double> merged;
    } cases[]{
        {{100, 1}, true, {infinity, 60096, 60096, infinity}},
        {{nan, 0}, true, {nan, 60000, nan, infinity}},
        {{1, 1}, false, {60096, 60096, 60000, infinity}},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.down.front());
        auto adapter = readAdapter(*openCheckpoint(folder.write("adapter.safetensors",
            safetensorsOf({{"lora_unet_a.lora_down.weight", "F32", "[1,2]", tensorBytes(one.down)},
                {"lora_unet_a.lora_up.weight", "F32", "[2,1]", tensorBytes({100, 1})}}))));
        ASSERT_TRUE(adapter);
        const auto shared = std::make_shared<const Adapter>(std::move(*adapter));
        for (const bool allows : {false, true}) {
            const auto recipe = mergeRecipe(
                shared, fitToBase(*shared, *base), base, 1, *findOutputFormat("safetensors")->checkpoint, allows);
            ASSERT_TRUE(recipe);
            const auto elements = Elements::open(recipe->items[0].source, recipe->items[0].tensor);
            ASSERT_TRUE(elements);
            std::vector<double> numbers(4);
            Buffer scratch;
            const auto read = readWide(*elements, 0, numbers, scratch);
            EXPECT_EQ(read.has_value(), allows || !one.isRefused);
            if (!read) {
                EXPECT_THAT(read.error().message,
                    HasSubstr(std::isnan(one.down.front())
                            ? "\"lora_unet_a.lora_down.weight\" has NaN or infinite values"
                            : "the first one element 0"));
                EXPECT_THAT(read.error().path, HasSubstr(std::isnan(one.down.front()) ? "adapter.s" : "base.s"));
                EXPECT_EQ(read.error().remedy, Remedy::WriteNonFinite);
                continue;
            }
            for (std::size_t i = 0; i < numbers.size(); ++i)
                EXPECT_TRUE(numbers[i] == one.merged[i] || (std::isnan(numbers[i]) && std::isnan(one.merged[i]))) << i;
        }
    }
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
