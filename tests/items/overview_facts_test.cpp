#include "items/session/overview_facts.h"

#include "await.h"
#include "core/elements.h"
#include "items/session/overview.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {
namespace {

using test::MadeCheckpoint;

OpenedCheckpointPtr model()
{
    MadeCheckpoint made;
    made.add("embed", DType::F32, {100, 8});
    for (int layer = 0; layer < 12; ++layer) {
        const std::string prefix = "model.layers." + std::to_string(layer);
        made.add(prefix + ".attn.q", DType::BF16, {8, 8}).add(prefix + ".attn.heads.0.w", DType::BF16, {4});
        made.add(prefix + ".attn.heads.1.w", DType::BF16, {4})
            .add(prefix + ".mlp", DType::BF16, {layer == 5 ? 16U : 32U, 8});
    }
    made.add("few.0.x").add("few.1.y"); // numbered, but with different contents
    made->metadata = Metadata{{"note", "hello"}, {"format", "pt"}, {"long", std::string(5000, 'x')}};
    return *prepareForViewing(made.take(), {});
}

std::vector<std::string> listed(const std::vector<TensorFamily>& families)
{
    std::vector<std::string> names;
    for (const TensorFamily& family : families)
        names.push_back(std::to_string(family.count) + " × " + family.name);
    return names;
}

std::string spelled(std::uint32_t first, std::uint32_t count, std::uint64_t each)
{
    return std::to_string(count) + " × " + std::to_string(each) + " from " + std::to_string(first);
}

TEST(OverviewFacts, CountsWhatIsThere)
{
    const OpenedCheckpointPtr opened = model();
    const OverviewFacts facts = findOverviewFacts(*opened, {});
    EXPECT_EQ(facts.totals, opened->tree.sums(opened->tree.root()));
    ASSERT_EQ(facts.dtypes.size(), 2U);
    EXPECT_EQ(facts.dtypes[0].name, "BF16");
    EXPECT_EQ(facts.dtypes[0].sums.tensors, 48U);
    EXPECT_EQ(facts.dtypes[1].sums.elements, 802U);
    EXPECT_THAT(listed(facts.largest.bySize),
        testing::ElementsAre("1 × embed", "11 × model.layers.{0…11}.mlp", "1 × model.layers.5.mlp",
            "12 × model.layers.{0…11}.attn.q", "24 × model.layers.{0…11}.attn.heads.{0…1}.w", "1 × few.0.x",
            "1 × few.1.y"));
    EXPECT_EQ(facts.largest.bySize[1].each, 32U * 8 * 2);
    EXPECT_THAT(listed(facts.largest.byTotal),
        testing::ElementsAre("11 × model.layers.{0…11}.mlp", "1 × embed", "12 × model.layers.{0…11}.attn.q",
            "1 × model.layers.5.mlp", "24 × model.layers.{0…11}.attn.heads.{0…1}.w", "1 × few.0.x", "1 × few.1.y"));
    EXPECT_EQ(opened->checkpoint->tensors[facts.largest.byTotal[0].first].name, "model.layers.0.mlp");
    EXPECT_EQ(facts.largest.byTotal[0].bytes, 11U * 32 * 8 * 2);
    EXPECT_FALSE(facts.equalBytes);
}

TEST(OverviewFacts, NamesThatPretendToHaveNumbersAreRolesOfTheirOwn)
{
    MadeCheckpoint made;
    for (const char* const name : {"\n.2", "1.2", "0.2", "1\n.2", "1", "10"})
        made.add(name);
    const OverviewFacts facts = findOverviewFacts(**prepareForViewing(made.take(), {}), {});
    EXPECT_THAT(
        listed(facts.largest.byTotal), testing::ElementsAre("2 × {0…1}.2", "2 × {1…10}", "1 × \n.2", "1 × 1\n.2"));
}

/// Checks against a twin that groups all tensors by the texts of their roles.
TEST(OverviewFacts, AmongManyRolesFindsTheLargest)
{
    struct Plain {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint64_t each = 0;
    };
    MadeCheckpoint made;
    std::map<std::string, Plain> byRole;
    constexpr std::uint32_t tensors = 5000;
    for (std::uint32_t i = 0; i < tensors; ++i) {
        // Roles with one tensor, with a few that are far apart, and with many.
        const std::uint32_t kind = i % 3;
        const std::uint32_t number = kind == 0 ? i : kind == 1 ? i % 2400 : i % 30;
        const std::string part = "w" + std::to_string(number);
        const std::uint64_t elements = kind == 2 ? number : 1 + number * 7919 % 1201;
        const bool isWide = i % 5 == 0;
        made.add("layers." + std::to_string(i / 10) + "." + part, isWide ? DType::F32 : DType::F16, {elements});
        Plain& plain =
            byRole.try_emplace(part + (isWide ? " wide " : " ") + std::to_string(elements), Plain{i}).first->second;
        ++plain.count;
        plain.each = elements * (isWide ? 4 : 2);
    }
    const auto largest = [&](auto size) {
        std::vector<Plain> all;
        for (const auto& [role, plain] : byRole)
            all.push_back(plain);
        std::ranges::sort(all,
            [&](const Plain& a, const Plain& b) { return size(a) != size(b) ? size(a) > size(b) : a.first < b.first; });
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < OverviewFacts::maximumLargest; ++i)
            texts.push_back(spelled(all[i].first, all[i].count, all[i].each));
        return texts;
    };
    const auto found = [](const std::vector<TensorFamily>& families) {
        std::vector<std::string> texts;
        for (const TensorFamily& family : families)
            texts.push_back(spelled(family.first, family.count, family.each));
        return texts;
    };
    const OverviewFacts facts = findOverviewFacts(**prepareForViewing(made.take(), {}), {});
    EXPECT_EQ(found(facts.largest.bySize), largest([](const Plain& plain) { return plain.each; }));
    EXPECT_EQ(found(facts.largest.byTotal), largest([](const Plain& plain) { return plain.count * plain.each; }));
}

TEST(OverviewFacts, CountsTensorsThatAreNotWhole)
{
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "cut.safetensors";
    std::filesystem::copy_file(test::dataPath("safetensors/gpt2-tiny.safetensors"), path);
    const auto size = std::filesystem::file_size(path) / 2;
    const auto whole = test::openData("safetensors/gpt2-tiny.safetensors");
    std::uint64_t tensors = 0;
    for (const Tensor& tensor : whole->checkpoint->tensors)
        tensors += tensor.bytes.end > size ? 1 : 0;
    std::filesystem::resize_file(path, size);
    const auto cut = openForViewing(path, {});
    ASSERT_TRUE(cut.has_value());
    const OverviewFacts facts = findOverviewFacts(**cut, {});
    EXPECT_GT(tensors, 1U);
    EXPECT_EQ(facts.incompleteTensors, tensors);
    EXPECT_EQ(facts.declaredBytes, findOverviewFacts(*whole, {}).totals.bytes);
    EXPECT_EQ(findOverviewFacts(*whole, {}).incompleteTensors, 0U);
}

/// The missing file has half of two tensors: 4 rows of 3 F32, and 2 rows of 6 BF16.
TEST(OverviewFacts, DeclaredAreAlsoTheBytesOfMissingFiles)
{
    const OverviewFacts facts = findOverviewFacts(*test::openData("torch-dcp/bad-missing-file"), {});
    EXPECT_EQ(facts.incompleteTensors, 2U);
    EXPECT_EQ(facts.declaredBytes, 24U * 4 + 24U * 2 + 10U * 4) << "F32 [8, 3], BF16 [4, 6], and 10 more of F32";
    EXPECT_EQ(facts.totals.bytes, 12U * 4 + 12U * 2 + 10U * 4);
}

/// A storage with four bits per element.
class HalfBytes : public Storage {
public:
    Result<> decode(const Tensor&, const Source&, std::uint64_t, std::uint64_t, std::span<std::byte>) const override
    {
        return {};
    }
    std::string_view typeName() const override { return m_name; }

    explicit HalfBytes(std::string name = "HALF")
        : m_name(std::move(name))
    {
    }

private:
    std::string m_name;
};

/// The shades of `types` 4-bit weights, each with a different type.
std::vector<double> shadesOf(std::size_t types)
{
    MadeCheckpoint made;
    for (std::size_t i = 0; i < types; ++i)
        made.add("tensor" + std::to_string(i), DType::F32, {100});
    for (std::size_t i = 0; i < types; ++i) {
        made->storages.push_back(std::make_shared<const HalfBytes>("type" + std::to_string(i)));
        made->tensors[i].storage = made->storages.back().get();
        made->tensors[i].bytes.end = made->tensors[i].bytes.begin + 50;
    }
    std::vector<double> shades;
    const auto checkpoint = made.take();
    const QuantizedTypes found(*checkpoint);
    for (const QuantizedTypes::Type& type : found.list())
        shades.push_back(type.shade);
    return shades;
}

TEST(QuantizedTypes, OfAsManyBitsHaveDifferentShades)
{
    EXPECT_THAT(shadesOf(1), testing::ElementsAre(4));
    EXPECT_THAT(shadesOf(3), testing::ElementsAre(4, 5, 6));
    EXPECT_THAT(shadesOf(7), testing::ElementsAre(2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5));
    const auto many = shadesOf(100);
    EXPECT_NEAR(many.front(), 1, 1e-9);
    EXPECT_EQ(many.back(), 8.5);
    for (std::size_t i = 1; i < many.size(); ++i)
        EXPECT_NEAR(many[i] - many[i - 1], 7.5 / 99, 1e-9);
}

TEST(OverviewFacts, TellsHowManyBitsAQuantizedParameterHas)
{
    MadeCheckpoint made;
    made.add("plain", DType::F32, {100}).add("small", DType::F32, {100}).add("smaller", DType::F32, {50});
    const auto storage = std::make_shared<const HalfBytes>();
    made->storages.push_back(storage);
    for (const std::size_t i : {1, 2}) {
        Tensor& tensor = made->tensors[i];
        tensor.storage = storage.get();
        tensor.bytes.end = tensor.bytes.begin + tensor.elements() / 2;
    }
    const OpenedCheckpointPtr opened = *prepareForViewing(made.take(), {});
    const OverviewFacts facts = findOverviewFacts(*opened, {});
    EXPECT_DOUBLE_EQ(facts.bitsPerElement.value_or(0), 8 * (400.0 + 75) / 250);
    ASSERT_EQ(facts.dtypes.size(), 2U);
    EXPECT_EQ(facts.dtypes[0].name, "F32");
    EXPECT_FALSE(facts.dtypes[0].isQuantized);
    EXPECT_EQ(facts.dtypes[1].name, "HALF");
    EXPECT_TRUE(facts.dtypes[1].isQuantized);
    EXPECT_EQ(facts.dtypes[1].sums.bytes, 75U);
    ASSERT_EQ(opened->quantizedTypes.list().size(), 1U);
    EXPECT_EQ(opened->quantizedTypes.list()[0].name, "HALF");
    EXPECT_EQ(opened->quantizedTypes.list()[0].bits, 4);
    EXPECT_EQ(opened->dtypes.count(), 1U);
    EXPECT_FALSE(findOverviewFacts(*model(), {}).bitsPerElement);
}

TEST(OverviewFacts, FindsTheOutermostRepetition)
{
    const OpenedCheckpointPtr opened = model();
    const OverviewFacts facts = findOverviewFacts(*opened, {});
    ASSERT_EQ(facts.repetitions.size(), 1U);
    const OverviewFacts::Repetition& layers = facts.repetitions.front();
    EXPECT_EQ(layers.path, "model.layers");
    EXPECT_EQ(layers.blocks, 11U); // layer 5 has another shape
    EXPECT_EQ(layers.total, 12U);
    EXPECT_EQ(layers.tensorsPerBlock, 4U);
    EXPECT_EQ(layers.elementsPerBlock, 64U + 4 + 4 + 256);
    EXPECT_EQ(layers.tensorsPerOther, 0U) << "as many tensors as the others";
    EXPECT_EQ(opened->tree.path(layers.group), "model.layers");
}

TEST(OverviewFacts, CountsTheRepetitionsThatItLeavesOut)
{
    MadeCheckpoint made;
    for (int stack = 0; stack < 10; ++stack) {
        for (int layer = 0; layer < 3; ++layer)
            made.add("stack" + std::to_string(stack) + ".layers." + std::to_string(layer) + ".w", DType::F32, {4});
    }
    const OverviewFacts facts = findOverviewFacts(**prepareForViewing(made.take(), {}), {});
    EXPECT_EQ(facts.repetitions.size(), OverviewFacts::maximumRepetitions);
    EXPECT_EQ(facts.furtherRepetitions, 2U);
    EXPECT_EQ(findOverviewFacts(*model(), {}).furtherRepetitions, 0U);
}

TEST(OverviewFacts, NamesTheBlocksThatDiffer)
{
    MadeCheckpoint made;
    for (int layer = 0; layer < 9; ++layer) {
        const std::string prefix = "layers." + std::to_string(layer);
        made.add(prefix + ".q", DType::F32, {4}).add(prefix + ".k", DType::F32, {4});
        if (layer > 2)
            made.add(prefix + ".v", DType::F32, {4});
    }
    const OpenedCheckpointPtr opened = *prepareForViewing(made.take(), {});
    const OverviewFacts facts = findOverviewFacts(*opened, {});
    ASSERT_EQ(facts.repetitions.size(), 1U);
    EXPECT_EQ(facts.repetitions[0].blocks, 6U);
    EXPECT_EQ(facts.repetitions[0].tensorsPerOther, 2U);
    EXPECT_EQ(facts.repetitions[0].firstOther, "0");
    EXPECT_EQ(facts.repetitions[0].lastOther, "2");
    EXPECT_EQ(facts.equalBytes, 16U);
    EXPECT_EQ(opened->longestShape, 3U);
    EXPECT_EQ(opened->longestDType, "F32");
}

TEST(OverviewFacts, HighlightsShortMetadataKnownKeysFirst)
{
    const OverviewFacts facts = findOverviewFacts(*model(), {});
    EXPECT_EQ(facts.highlights, (decltype(facts.highlights){{"format", "pt"}, {"note", "hello"}}));
}

TEST(OverviewFacts, OfNothing)
{
    const auto opened = *prepareForViewing(std::make_shared<const Checkpoint>(), {});
    const OverviewFacts facts = findOverviewFacts(*opened, {});
    EXPECT_TRUE(facts.dtypes.empty());
    EXPECT_TRUE(facts.largest.bySize.empty() && facts.largest.byTotal.empty());
    EXPECT_TRUE(facts.repetitions.empty());
}

TEST(Overview, FindsFactsInAJob)
{
    Overview overview;
    test::Signal changed(&overview, &Overview::factsChanged);
    overview.setCheckpoint(model());
    EXPECT_FALSE(overview.facts());
    ASSERT_TRUE(changed.await()); // dropped
    ASSERT_TRUE(changed.await()); // found
    ASSERT_TRUE(overview.facts());
    EXPECT_EQ(overview.facts()->dtypes.size(), 2U);
    overview.setCheckpoint(nullptr);
    EXPECT_FALSE(overview.facts());
}

} // namespace
} // namespace loupe
