// Applies each preset to a pair that tests/data/rules/make.py made with NumPy.

#include "analysis/comparison/comparison.h"
#include "analysis/rearrangement/presets.h"
#include "analysis/rearrangement/rearranging.h"
#include "formats/opening/open_checkpoint.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace loupe::test {

namespace {

using nlohmann::json;

const json& manifest()
{
    static const json all = json::parse(readFile(dataPath("rules/manifest.json")));
    return all;
}

AxisSizes sizesOf(const std::string& preset)
{
    return manifest().at(preset).at("sizes").get<AxisSizes>();
}

std::shared_ptr<const Checkpoint> open(const std::filesystem::path& path)
{
    return openCheckpoint(path).value();
}

std::shared_ptr<const Checkpoint> side(const std::string& preset, std::string_view which)
{
    return open(dataPath("rules/" + preset + '.' + std::string(which) + ".safetensors"));
}

struct Compared {
    RearrangedPair arranged;
    ComparisonCounts counts;
    std::vector<std::string> unequal; ///< the names, and the first position at which each pair differs
};

Compared compare(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    const Rearrangement& recipe, const AxisSizes& sizes)
{
    Compared result{rearrange(a, b, recipe, sizes).value(), {}, {}};
    const Checkpoint& arrangedA = *result.arranged.a;
    const Checkpoint& arrangedB = *result.arranged.b;
    const auto pairs = pairTensors(arrangedA, arrangedB, {}, result.arranged.given);
    const auto add = [&](const TensorPair& pair, const PairOutcome& outcome) {
        result.counts.add(arrangedA, arrangedB, pair, outcome, {});
        if (statusOf(pair, outcome) == PairStatus::Identical)
            return;
        const auto nameOf = [](const Checkpoint& checkpoint, std::uint32_t tensor) {
            return tensor == TensorPair::none ? "-" : std::string(checkpoint.tensors[tensor].name);
        };
        std::string text = nameOf(arrangedA, pair.a) + ' ' + nameOf(arrangedB, pair.b) + ' ';
        if (outcome.delta && outcome.delta->firstDifference)
            text += std::to_string(*outcome.delta->firstDifference);
        result.unequal.push_back(text);
    };
    EXPECT_TRUE(comparePairs(result.arranged.a, result.arranged.b, pairs, {}, {}, add));
    return result;
}

class Preset : public testing::TestWithParam<std::string> { };

TEST_P(Preset, FindsBothEqual)
{
    const std::string& name = GetParam();
    const Rearrangement recipe = findRearrangement(name).value();
    const auto compared = compare(side(name, "a"), side(name, "b"), recipe, sizesOf(name));
    EXPECT_THAT(compared.arranged.problems, testing::IsEmpty());
    EXPECT_THAT(compared.unequal, testing::IsEmpty());
    EXPECT_GT(compared.counts.identical, 0U);
    EXPECT_FALSE(compared.arranged.isReversed);
}

TEST_P(Preset, FindsBothEqualTheOtherWayRound)
{
    const std::string& name = GetParam();
    if (name == "conv1d-to-linear")
        return; // both sides have the same names
    const Rearrangement recipe = findRearrangement(name).value();
    const auto compared = compare(side(name, "b"), side(name, "a"), recipe, sizesOf(name));
    EXPECT_THAT(compared.arranged.problems, testing::IsEmpty());
    EXPECT_THAT(compared.unequal, testing::IsEmpty());
    EXPECT_TRUE(compared.arranged.isReversed);
}

std::vector<std::string> names()
{
    std::vector<std::string> list;
    for (const RearrangementPreset& preset : rearrangementPresets())
        list.emplace_back(preset.name);
    return list;
}

INSTANTIATE_TEST_SUITE_P(All, Preset, testing::ValuesIn(names()), [](const auto& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST(Presets, AllHaveAPair)
{
    EXPECT_EQ(manifest().size(), names().size());
}

/// Writes a copy of the file with two F32 elements of a tensor swapped.
std::filesystem::path withSwapped(const TemporaryFolder& folder, const std::filesystem::path& path,
    const std::string& tensor, std::size_t one, std::size_t other)
{
    std::string content = readFile(path);
    std::uint64_t header = 0;
    std::memcpy(&header, content.data(), 8);
    const json list = json::parse(content.substr(8, header));
    const std::size_t begin = 8 + header + list.at(tensor).at("data_offsets").at(0).get<std::size_t>();
    std::swap_ranges(content.begin() + static_cast<std::ptrdiff_t>(begin + one * 4),
        content.begin() + static_cast<std::ptrdiff_t>(begin + one * 4 + 4),
        content.begin() + static_cast<std::ptrdiff_t>(begin + other * 4));
    return folder.write("swapped.safetensors", content);
}

TEST(Presets, OnePermutedElementIsFoundWithItsPlace)
{
    const TemporaryFolder folder;
    const std::string stacked = "moe-to-stacked";
    // Expert 1 (of 3), row 2 of gate (of 10 and 10 of up), columns 1 and 4 (of 6).
    const std::size_t row = (1 * 20 + 2) * 6;
    const auto b = open(withSwapped(folder, dataPath("rules/moe-to-stacked.b.safetensors"),
        "model.layers.1.mlp.experts.gate_up_proj", row + 1, row + 4));
    auto compared = compare(side(stacked, "a"), b, findRearrangement(stacked).value(), sizesOf(stacked));
    EXPECT_THAT(compared.unequal,
        testing::ElementsAre("model.layers.1.mlp.experts.[0:3].gate_proj.weight "
                             "model.layers.1.mlp.experts.gate_up_proj[two 0:1] "
            + std::to_string((1 * 10 + 2) * 6 + 1)));

    const std::string fused = "phi3-to-split";
    // Row 17 of the fused tensor is row 1 of k: q has 16 rows.
    const auto a = open(withSwapped(folder, dataPath("rules/phi3-to-split.a.safetensors"),
        "model.layers.0.self_attn.qkv_proj.weight", 17 * 6 + 3, 17 * 6 + 5));
    compared = compare(a, side(fused, "b"), findRearrangement(fused).value(), sizesOf(fused));
    EXPECT_THAT(compared.unequal,
        testing::ElementsAre("model.layers.0.self_attn.qkv_proj.weight[slot 4:6] "
                             "model.layers.0.self_attn.k_proj.weight 9"));
}

TEST(Presets, WithoutTheNumberOfHeadsTheyStayApartAndSayWhy)
{
    const auto compared =
        compare(side("neox-to-gguf", "a"), side("neox-to-gguf", "b"), findRearrangement("neox-to-gguf").value(), {});
    ASSERT_EQ(compared.arranged.problems.size(), 1U); // one for the rule
    const std::string& problem = compared.arranged.problems.front();
    EXPECT_THAT(problem, testing::HasSubstr("the sizes of heads and head_dim are not known"));
    EXPECT_THAT(problem, testing::HasSubstr("3 other matches")); // weight and bias of two layers
    EXPECT_EQ(compared.counts.onlyA, 4U);
    EXPECT_EQ(compared.counts.onlyB, 4U);
}

TEST(Presets, WhatRulesTakeInPartOnlyIsToldOf)
{
    Rearrangement recipe = findRearrangement("phi3-to-split").value();
    recipe.rules.erase(recipe.rules.begin() + 2); // v
    const auto compared =
        compare(side("phi3-to-split", "a"), side("phi3-to-split", "b"), recipe, sizesOf("phi3-to-split"));
    ASSERT_EQ(compared.arranged.problems.size(), 4U);
    EXPECT_THAT(compared.arranged.problems.front(),
        testing::HasSubstr("the rules take 144 of 192 elements of \"model.layers.0.self_attn.qkv_proj.weight\""));
    EXPECT_EQ(compared.counts.onlyA, 4U);
    EXPECT_EQ(compared.counts.onlyB, 4U);
}

TEST(Presets, AFusedTensorAndItsPartsHaveTheSameFiguresWhereTheyDiffer)
{
    // Tensors that have different names are compared element by element: gate with up.
    Rearrangement recipe = findRearrangement("phi3-to-split").value();
    std::swap(recipe.rules[3].a.form, recipe.rules[4].a.form);
    const auto compared =
        compare(side("phi3-to-split", "a"), side("phi3-to-split", "b"), recipe, sizesOf("phi3-to-split"));
    EXPECT_EQ(compared.counts.changed, 4U);
}

} // namespace

} // namespace loupe::test
