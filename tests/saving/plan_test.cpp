#include "saving/recipe/plan.h"

#include "formats/opening/registry.h"
#include "saving/writing/save.h"
#include "saving/writing/shard_index_text.h"
#include "support/made_checkpoint.h"
#include "support/test_data.h"
#include "support/writable_formats.h"
#include "support/written_tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace loupe::test {

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

Recipe copyOfData(std::string_view relative, const Format& format)
{
    return copyOf(openCheckpoint(dataPath(relative)).value(), format);
}

std::string whyNot(const Recipe& recipe)
{
    const auto plan = makePlan(recipe);
    return plan ? std::string() : describe(plan.error());
}

std::vector<std::string> namesIn(const Recipe& recipe, const PlannedFile& file)
{
    std::vector<std::string> names;
    for (const std::uint32_t item : file.items)
        names.push_back(recipe.items[item].name);
    return names;
}

} // namespace

TEST(Plan, KnowsEverySizeBeforeAnythingIsWritten)
{
    const Recipe recipe = copyOfData("safetensors/gpt2-tiny.safetensors", bintensors);
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(plan->files.size(), 1U);
    EXPECT_EQ(plan->fileBytes, 142'368U); // of the reference's file
    EXPECT_EQ(plan->files.front().size, 142'368U);
    EXPECT_EQ(plan->tensorBytes, 142'368U - plan->files.front().start.size());
}

TEST(Plan, AnErrorNamesTheTensorAndTheCastThatKeepsItsValues)
{
    Recipe recipe = copyOfData("safetensors/all-dtypes-extended.safetensors", bintensors);
    EXPECT_THAT(whyNot(recipe), HasSubstr("which no bintensors file can hold"));
    for (RecipeItem& item : recipe.items) {
        Recipe one = recipe;
        one.items = {item};
        const std::string what = "tensor \"" + item.name + "\" is " + std::string(dtypeName(item.dtype));
        switch (item.dtype) {
        case DType::F4:
            EXPECT_THAT(whyNot(one), AllOf(HasSubstr(what), HasSubstr("F8_E4M3 would keep every value")));
            break;
        case DType::F8_E8M0:
            EXPECT_THAT(whyNot(one), AllOf(HasSubstr(what), HasSubstr("BF16 would keep every value")));
            break;
        case DType::F8_E4M3FNUZ:
        case DType::F8_E5M2FNUZ:
            EXPECT_THAT(whyNot(one), AllOf(HasSubstr(what), HasSubstr("F16 would keep every value")));
            break;
        case DType::F6_E2M3:
        case DType::F6_E3M2:
        case DType::C64:
            EXPECT_THAT(whyNot(one), AllOf(HasSubstr(what), HasSubstr("leave it out")));
            break;
        default:
            EXPECT_EQ(whyNot(one), "");
        }
    }
}

TEST(Plan, ImpossibleCastsAndNamesAreErrors)
{
    Recipe recipe = copyOfData("bintensors/gpt2-tiny.bt", safetensors);
    recipe.items[3].name = recipe.items[1].name;
    EXPECT_THAT(whyNot(recipe),
        AllOf(HasSubstr("two tensors would be named \"" + recipe.items[1].name + '"'),
            HasSubstr(std::string(recipe.items[3].original().name))));
    recipe = copyOfData("bintensors/gpt2-tiny.bt", safetensors);
    recipe.items[0].dtype = DType::C64;
    EXPECT_THAT(whyNot(recipe), HasSubstr("which cannot be cast to C64"));
    recipe.items[0].dtype = DType::F4;
    recipe.format = &bintensors;
    EXPECT_THAT(whyNot(recipe), HasSubstr("would be cast to F4, which no bintensors file can hold"));
    recipe.items[0].dtype = recipe.items[0].original().dtype;
    EXPECT_EQ(whyNot(recipe), "");
}

TEST(Plan, TensorsWithoutAllTheirBytesAreErrors)
{
    const Recipe recipe = copyOfData("malformed/data-one-short.safetensors", safetensors);
    EXPECT_EQ(makePlan(recipe).error().code, ErrorCode::PastTheEnd);
    EXPECT_THAT(whyNot(recipe), HasSubstr("data-one-short.safetensors"));
}

TEST(Plan, ShardsAreFilledAsHubsDo)
{
    // F32 tensors of 1 element each, except for one of 4.
    const WrittenTensor file("F32", "[1]", std::vector<float>{1});
    const WrittenTensor large("F32", "[4]", std::vector<float>{1, 2, 3, 4});
    Recipe recipe;
    recipe.format = &safetensors;
    recipe.shardSize = 8;
    for (const char* const name : {"a", "b", "c"})
        recipe.items.push_back({file.checkpoint(), 0, name, DType::F32});
    recipe.items.push_back({large.checkpoint(), 0, "large", DType::F32});
    recipe.items.push_back({file.checkpoint(), 0, "d", DType::F32});
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(plan->files.size(), 4U);
    EXPECT_THAT(namesIn(recipe, plan->files[0]), ElementsAre("a", "b"));
    EXPECT_THAT(namesIn(recipe, plan->files[1]), ElementsAre("c"));
    EXPECT_THAT(namesIn(recipe, plan->files[2]), ElementsAre("large"));
    EXPECT_THAT(namesIn(recipe, plan->files[3]), ElementsAre("d"));
    EXPECT_EQ(plan->tensorBytes, 32U);

    recipe.items[2].name = "a"; // the tensor is in another shard
    EXPECT_THAT(whyNot(recipe), HasSubstr("two tensors are named \"a\""));
}

TEST(Plan, ShardsCanBeKept)
{
    const WrittenTensor first("F32", "[1]", std::vector<float>{1});
    const WrittenTensor second("F32", "[1]", std::vector<float>{2});
    Recipe recipe;
    recipe.format = &safetensors;
    recipe.keepShards = true;
    for (const char* const name : {"a", "b"})
        recipe.items.push_back({first.checkpoint(), 0, name, DType::F32});
    recipe.items.push_back({second.checkpoint(), 0, "c", DType::F32});
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan.has_value());
    ASSERT_EQ(plan->files.size(), 2U);
    EXPECT_THAT(namesIn(recipe, plan->files[0]), ElementsAre("a", "b"));
    EXPECT_THAT(namesIn(recipe, plan->files[1]), ElementsAre("c"));
}

TEST(Plan, AnEmptyRecipeIsOneFile)
{
    for (const Format* const format : {&bintensors, &safetensors}) {
        Recipe recipe;
        recipe.format = format;
        recipe.shardSize = 1;
        ASSERT_TRUE(makePlan(recipe).has_value());
        EXPECT_EQ(makePlan(recipe)->files.size(), 1U);
    }
}

TEST(SaveTarget, ShardsAreNamedAsHubsDo)
{
    Plan plan;
    plan.files.resize(3);
    const auto names = [&](const char* path, const Format& format) {
        const SaveTarget target = saveTarget(path, plan, format);
        std::vector<std::string> all{target.index ? target.index->string() : ""};
        for (const auto& file : target.files)
            all.push_back(file.string());
        return all;
    };
    EXPECT_THAT(names("d/model.safetensors", safetensors),
        ElementsAre("d/model.safetensors.index.json", "d/model-00001-of-00003.safetensors",
            "d/model-00002-of-00003.safetensors", "d/model-00003-of-00003.safetensors"));
    EXPECT_EQ(names("d/model.safetensors.index.json", safetensors), names("d/model.safetensors", safetensors));
    EXPECT_THAT(names("x.bt", bintensors),
        ElementsAre("x.bt.index.json", "x-00001-of-00003.bt", "x-00002-of-00003.bt", "x-00003-of-00003.bt"));
    plan.files.resize(1);
    EXPECT_THAT(names("x.bt", bintensors), ElementsAre("", "x.bt"));
    EXPECT_THAT(names("x.bt.index.json", bintensors), ElementsAre("x.bt.index.json", "x-00001-of-00001.bt"));
}

TEST(ShardIndexText, IsWhatTheReferenceSampleIs)
{
    // With the same tensors in the same shards, the index has the same text.
    const auto checkpoint = openCheckpoint(dataPath("safetensors-sharded/model.safetensors.index.json")).value();
    const Recipe recipe = copyOf(checkpoint, safetensors);
    Plan plan;
    std::vector<std::string> names;
    for (const CheckpointFile& file : checkpoint->files) {
        PlannedFile planned;
        for (std::uint32_t i = 0; i < file.tensorCount; ++i) {
            planned.items.push_back(file.firstTensor + i);
            plan.tensorBytes += checkpoint->tensors[file.firstTensor + i].bytes.size();
        }
        plan.files.push_back(std::move(planned));
        names.push_back(file.path.filename());
    }
    std::ifstream sample(dataPath("safetensors-sharded/model.safetensors.index.json"));
    const auto wanted = nlohmann::ordered_json::parse(sample);
    const std::string text = shardIndexText(recipe, plan, names);
    EXPECT_EQ(text, wanted.dump(2) + "\n");
}

} // namespace loupe::test
