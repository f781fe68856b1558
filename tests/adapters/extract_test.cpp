// Adapters made of two models, against NumPy's singular values of their difference.

#include "adapters/extract.h"

#include "adapters/made_adapter.h"
#include "adapters/merge.h"
#include "adapters/updates/factors.h"

#include "core/quantized_groups.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <map>
#include <stop_token>
#include <tuple>

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
    EXPECT_EQ(lost.size(), 4U);
    EXPECT_THAT(lost["steps"], HasSubstr("not in the tuned model"));
    EXPECT_THAT(lost["extra.weight"], HasSubstr("not in the base"));
    EXPECT_THAT(lost["model.norm.weight"], HasSubstr("not a matrix"));
    EXPECT_THAT(lost["model.layers.0.q.bias"], HasSubstr("not a matrix"));
    // The merged result is as close as a matrix of that rank can be.
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
        // Their F16 values are differences of rounded numbers, or extraction makes no factors for their tensors.
        if (one["name"] == "dora" || one["name"] == "peft" || one.at("name").get<std::string>().starts_with("experts"))
            continue;
        const bool isOfText = one["name"] == "gpt2" || one["name"] == "replaced";
        for (const AdapterSpelling spelling : {AdapterSpelling::Kohya, AdapterSpelling::ComfyUi}) {
            if (!isOfText)
                continue;
            const auto refused = extract(one["base"], one["merged"], {64, spelling});
            ASSERT_FALSE(refused);
            EXPECT_THAT(refused.error().message, testing::HasSubstr("is part of a language model"));
            EXPECT_THAT(refused.error().path, testing::EndsWith(one["merged"].get<std::string>()));
        }
        for (const AdapterSpelling spelling :
            {AdapterSpelling::Kohya, AdapterSpelling::ComfyUi, AdapterSpelling::Peft}) {
            if (isOfText != (spelling == AdapterSpelling::Peft))
                continue;
            SCOPED_TRACE(one["name"].get<std::string>() + ' ' + std::string(spellingId(spelling)));
            const auto extraction = extract(one["base"], one["merged"], {64, spelling});
            ASSERT_TRUE(extraction) << extraction.error().message;
            EXPECT_TRUE(extraction->lost.empty());
            EXPECT_EQ(extraction->config.empty(), !isOfText);
            const auto folder = m_folder.path() / (one["name"].get<std::string>() + std::string(spellingId(spelling)));
            const auto adapter = readAdapter(written(extraction->recipe, extraction->config, folder));
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

TEST_F(ExtractTest, StackedExpertsBecomeParametersOfPeft)
{
    std::ifstream file(dataPath("adapters/tuned-experts.json"));
    const json wanted = json::parse(file);
    const auto extraction =
        extract("tuned-experts-base.safetensors", "tuned-experts.safetensors", {2, AdapterSpelling::Peft});
    ASSERT_TRUE(extraction) << extraction.error().message;
    EXPECT_EQ(extraction->unchanged, 1U);
    std::vector<std::string> lost;
    for (const LostChange& one : extraction->lost)
        lost.push_back(one.tensor);
    EXPECT_THAT(lost, testing::UnorderedElementsAreArray(wanted["lost"].get<std::vector<std::string>>()));
    EXPECT_THAT(extraction->lost.front().why, HasSubstr("order in which"));
    EXPECT_THAT(extraction->lost.back().why, HasSubstr("of the model itself"));
    const auto config = json::parse(extraction->config);
    EXPECT_EQ(config["target_parameters"], wanted["target_parameters"]);
    EXPECT_EQ(config["target_modules"], wanted["target_modules"]);
    EXPECT_EQ(config["r"], 2);
    EXPECT_EQ(config["rank_pattern"], json::object());
    ASSERT_EQ(extraction->modules.size(), wanted["modules"].size());
    const auto checkpoint = written(extraction->recipe, extraction->config, m_folder.path() / "peft");
    EXPECT_EQ(checkpoint->tensors.size(), 2 * wanted["modules"].size());
    for (const json& one : wanted["modules"]) {
        SCOPED_TRACE(one["tensor"]);
        const auto module =
            std::ranges::find(extraction->modules, one["tensor"].get<std::string>(), &ExtractedModule::tensor);
        ASSERT_NE(module, extraction->modules.end());
        EXPECT_EQ(module->experts, one["experts"]);
        EXPECT_EQ(module->rank, 2U);
        EXPECT_NEAR(module->energy, one["energy"].get<double>(), 1e-6);
        EXPECT_NEAR(module->norm, one["norm"].get<double>(), 1e-6);
        if (one["tensor"] == "model.layers.3.q_proj.weight")
            continue;
        for (const auto& [part, key] : {std::pair(".lora_A.weight", "down"), std::pair(".lora_B.weight", "up")}) {
            const auto name = one["name"].get<std::string>() + part;
            const auto tensor = std::ranges::find(checkpoint->tensors, std::string_view(name), &Tensor::name);
            ASSERT_NE(tensor, checkpoint->tensors.end()) << name;
            EXPECT_EQ(std::vector<std::uint64_t>(tensor->shape.begin(), tensor->shape.end()),
                one[key].get<std::vector<std::uint64_t>>());
        }
    }
    // Merged, it is as near to the tuned model as two ranks in each expert can be.
    const auto adapter = readAdapter(checkpoint);
    ASSERT_TRUE(adapter);
    const auto base = openAdapterFile("tuned-experts-base.safetensors");
    const auto near = openAdapterFile("tuned-experts-near.safetensors");
    const auto targets = fitToBase(*adapter, *base);
    for (std::size_t i = 0; i < targets.size(); ++i)
        EXPECT_EQ(targets[i].fit, Fit::Fits) << adapter->modules[i].name << ": " << targets[i].why;
    const auto recipe = mergeRecipe(
        std::make_shared<const Adapter>(*adapter), targets, base, 1, *findOutputFormat("safetensors")->checkpoint);
    ASSERT_TRUE(recipe) << recipe.error().message;
    for (const RecipeItem& item : recipe->items) {
        SCOPED_TRACE(item.name);
        if (std::ranges::find(lost, item.name) == lost.end())
            expectNear(numbersOf(item.source, item.tensor), numbersOf(near, item.name), 5e-6);
    }
}

TEST_F(ExtractTest, SaysWhyParametersAreNotInOtherSpellings)
{
    const auto open = [&](const std::string& name, char number) {
        return *openCheckpoint(m_folder.write(name,
            safetensorsOf({{"experts.up", "F32", "[2,2,2]", std::string(32, number)},
                {"moe.input_linear.weight", "F32", "[2,1,33]", std::string(264, number)},
                {"moe.experts.shared", "F32", "[1,2,2]", std::string(16, number)},
                {"vit.cls_token", "F32", "[1,1,2]", std::string(8, number)},
                {"conv.weight_v", "F32", "[2,2,2]", std::string(32, number)},
                {"head.scales", "F32", "[2,2]", std::string(16, number)},
                {"blocks.0.to_q.weight", "F32", "[2,2]", std::string(16, number)}})));
    };
    const auto extraction = extractAdapter(open("base.safetensors", '1'), open("tuned.safetensors", '2'),
        {1, AdapterSpelling::Kohya}, *findOutputFormat("safetensors")->checkpoint, m_folder.path(), {});
    ASSERT_TRUE(extraction) << extraction.error().message;
    std::map<std::string, std::string> lost;
    for (const LostChange& one : extraction->lost)
        lost[one.tensor] = one.why;
    const std::string alone = ", which only PEFT can name (target_parameters)";
    const std::string experts = "holds stacked experts" + alone;
    const std::string parameter = "is not the weight of a module" + alone;
    EXPECT_EQ(lost,
        (std::map<std::string, std::string>{{"experts.up", experts}, {"moe.input_linear.weight", experts},
            {"moe.experts.shared", parameter}, {"vit.cls_token", parameter}, {"conv.weight_v", parameter},
            {"head.scales", parameter}}));
}

TEST_F(ExtractTest, ParametersOfAModuleHaveOneRank)
{
    // The largest that one of them can have: settings say one for all.
    const auto extraction =
        extract("tuned-experts-base.safetensors", "tuned-experts.safetensors", {9, AdapterSpelling::Peft});
    ASSERT_TRUE(extraction) << extraction.error().message;
    std::map<std::string, std::uint64_t> ranks;
    for (const ExtractedModule& module : extraction->modules) {
        ranks[module.tensor] = module.rank;
        EXPECT_NEAR(module.energy, 1, 1e-6) << module.tensor;
    }
    EXPECT_EQ(ranks["model.layers.0.mlp.experts.gate_up_proj"], 5U);
    EXPECT_EQ(ranks["model.layers.0.mlp.experts.down_proj"], 5U);
    EXPECT_EQ(ranks["model.layers.3.q_proj.weight"], 4U);
    const auto adapter = readAdapter(written(extraction->recipe, extraction->config, m_folder.path() / "peft"));
    ASSERT_TRUE(adapter);
    const auto base = openAdapterFile("tuned-experts-base.safetensors");
    const auto tuned = openAdapterFile("tuned-experts.safetensors");
    const auto recipe = mergeRecipe(std::make_shared<const Adapter>(*adapter), fitToBase(*adapter, *base), base, 1,
        *findOutputFormat("safetensors")->checkpoint);
    ASSERT_TRUE(recipe) << recipe.error().message;
    for (const RecipeItem& item : recipe->items) {
        if (ranks.contains(item.name))
            expectNear(numbersOf(item.source, item.tensor), numbersOf(tuned, item.name), 5e-6);
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

TEST_F(ExtractTest, StoresFactorsInSixteenBitsAtLeastAndSaysWhatTheseKeep)
{
    for (const auto& [dtype, bytes, stored] : {std::tuple("F8_E4M3", 1, DType::BF16), std::tuple("F16", 2, DType::F16),
             std::tuple("BF16", 2, DType::BF16), std::tuple("F64", 8, DType::F32)}) {
        SCOPED_TRACE(dtype);
        std::string numbers; // the highest byte of each says about how large it is
        for (int i = 0; i < 64; ++i)
            numbers += std::string(static_cast<std::size_t>(bytes - 1), static_cast<char>(i * 37 % 101))
                + static_cast<char>(0x34 + i * i % 11);
        const auto base = *openCheckpoint(m_folder.write("base.safetensors",
            safetensorsOf({{"a.weight", dtype, "[8,8]", std::string(64 * static_cast<std::size_t>(bytes), '\0')}})));
        const auto tuned = *openCheckpoint(
            m_folder.write("tuned.safetensors", safetensorsOf({{"a.weight", dtype, "[8,8]", numbers}})));
        const auto extraction = extractAdapter(base, tuned, {5, AdapterSpelling::Kohya},
            *findOutputFormat("safetensors")->checkpoint, m_folder.path(), {});
        ASSERT_TRUE(extraction) << extraction.error().message;
        const auto adapter = readAdapter(written(extraction->recipe, "", m_folder.path() / dtype));
        ASSERT_TRUE(adapter);
        const AdapterModule& module = adapter->modules.front();
        for (const AdapterPart part : {AdapterPart::Down, AdapterPart::Up})
            EXPECT_EQ(adapter->checkpoint->tensors[*module.part(part)].dtype, stored);
        const auto factors = readFactors(*adapter, module, loraParts, {});
        ASSERT_TRUE(factors);
        const std::vector<double> change = numbersOf(tuned, "a.weight");
        double all = 0;
        double left = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            for (std::size_t j = 0; j < 8; ++j) {
                double rest = change[i * 8 + j];
                all += rest * rest;
                for (std::size_t k = 0; k < module.rank; ++k)
                    rest -= factors->up.at(i, k) * factors->down.at(k, j);
                left += rest * rest;
            }
        }
        EXPECT_GT(all, 0);
        EXPECT_NEAR(extraction->modules.front().energy, 1 - left / all, 1e-12);
    }
}

TEST_F(ExtractTest, SaysWhichTensorsDifferThatAreNotOfFloats)
{
    const auto open = [&](const std::string& name, const std::string& numbers, const char* other) {
        return *openCheckpoint(m_folder.write(name,
            safetensorsOf({{"a.qweight", "I32", "[2]", numbers}, {"b.index", "I32", "[2]", "12345678"},
                {"c.mask", other, "[4]", "1111"}})));
    };
    const auto base = open("base.safetensors", "abcdefgh", "U8");
    const Format& format = *findOutputFormat("safetensors")->checkpoint;
    const auto nothing =
        extractAdapter(base, open("tuned.safetensors", "abcdefgX", "I8"), {}, format, m_folder.path(), {});
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message, HasSubstr("a.qweight differs, but has no floating-point values"));
    const auto other =
        extractAdapter(base, open("other.safetensors", "abcdefgh", "I8"), {}, format, m_folder.path(), {});
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().message, HasSubstr("c.mask is of I8, in the base of U8"));
    const auto same = extractAdapter(base, open("same.safetensors", "abcdefgh", "U8"), {}, format, m_folder.path(), {});
    ASSERT_FALSE(same);
    EXPECT_THAT(same.error().message, HasSubstr("nothing to extract"));
    auto quantized = std::make_shared<Checkpoint>(*base);
    quantized->quantized = std::make_shared<QuantizedGroups>();
    const auto refused = extractAdapter(base, quantized, {}, format, m_folder.path(), {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("the tuned model is quantized"));
}

TEST_F(ExtractTest, StopsAndHasALimitOfRanks)
{
    const auto large = extract("tuned-base.safetensors", "tuned.safetensors", {1025, AdapterSpelling::Peft});
    ASSERT_FALSE(large);
    EXPECT_THAT(large.error().message, HasSubstr("expected at most 1024"));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = extractAdapter(openAdapterFile("tuned-base.safetensors"), openAdapterFile("tuned.safetensors"),
        {4, AdapterSpelling::Peft}, *findOutputFormat("safetensors")->checkpoint, m_folder.path(),
        Work{stop.get_token(), nullptr});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
}

TEST_F(ExtractTest, OfTheSameModelThereIsNothing)
{
    const auto nothing = extract("peft-base.safetensors", "peft-base.safetensors", {4, AdapterSpelling::Peft});
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().message, HasSubstr("nothing to extract"));
}

} // namespace
} // namespace loupe::test
