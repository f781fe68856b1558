#include "saving/recipe/edit_rules.h"

#include "analysis/comparison/name_rewriter.h"
#include "formats/opening/registry.h"
#include "support/made_checkpoint.h"
#include "support/writable_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <tuple>

namespace loupe::test {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::shared_ptr<const Checkpoint> threeTensors()
{
    MadeCheckpoint made;
    made.add("a.q", DType::F32, {2}).add("a.k", DType::F16, {2}).add("b", DType::C64, {2});
    made->metadata = Metadata{{"format", "pt"}, {"step", "1"}};
    return made.take();
}

std::shared_ptr<const Checkpoint> manyTensors(std::uint32_t count)
{
    MadeCheckpoint made;
    for (std::uint32_t i = 0; i < count; ++i)
        made.add("t" + std::to_string(i), DType::F32, {1});
    return made.take();
}

/// Each change as "kind subject: before > after".
std::vector<std::string> listOf(const StagedEdits& edits)
{
    static const std::map<ChangeKind, std::string> kinds{{ChangeKind::Renamed, "name"}, {ChangeKind::Cast, "cast"},
        {ChangeKind::Deleted, "gone"}, {ChangeKind::MetadataSet, "set"}, {ChangeKind::MetadataRemoved, "unset"}};
    std::vector<std::string> list;
    for (std::uint64_t i = 0; i < edits.totals().all(); ++i) {
        const Change change = edits.change(i);
        list.push_back(kinds.at(change.kind) + ' ' + std::string(change.subject) + ": "
            + std::string(change.before.value_or("-")) + " > " + std::string(change.after.value_or("-")));
    }
    return list;
}

std::vector<std::pair<std::string, DType>> itemsOf(const Recipe& recipe)
{
    std::vector<std::pair<std::string, DType>> items;
    for (const RecipeItem& item : recipe.items)
        items.emplace_back(item.name, item.dtype);
    return items;
}

} // namespace

TEST(StagedEdits, NothingIsStagedAtFirst)
{
    const StagedEdits edits(threeTensors());
    EXPECT_TRUE(edits.isEmpty());
    EXPECT_FALSE(edits.of(0).any());
    const Recipe recipe = edits.recipe(safetensors);
    EXPECT_EQ(recipe.format, &safetensors);
    EXPECT_THAT(itemsOf(recipe), ElementsAre(Pair("a.q", DType::F32), Pair("a.k", DType::F16), Pair("b", DType::C64)));
    EXPECT_THAT(*recipe.metadata, ElementsAre(Pair("format", "pt"), Pair("step", "1")));
}

TEST(StagedEdits, AreListedAndComeOutInTheRecipe)
{
    StagedEdits edits(threeTensors());
    edits.rename(1, "a.key");
    EXPECT_EQ(edits.cast({1}, DType::BF16), 0U);
    edits.remove({0});
    edits.setMetadata("step", "2");
    edits.setMetadata("author", "me");
    edits.removeMetadata("format");
    EXPECT_THAT(listOf(edits),
        ElementsAre("gone a.q: a.q > -", "name a.k: a.k > a.key", "cast a.k: F16 > BF16", "set step: 1 > 2",
            "set author: - > me", "unset format: pt > -"));
    EXPECT_EQ(edits.totals(), (ChangeTotals{1, 1, 1, 3}));
    EXPECT_EQ(edits.nameOf(1), "a.key");
    EXPECT_EQ(edits.dtypeOf(1), DType::BF16);
    EXPECT_EQ(edits.nameOf(2), "b");
    const Recipe recipe = edits.recipe(safetensors);
    EXPECT_THAT(itemsOf(recipe), ElementsAre(Pair("a.key", DType::BF16), Pair("b", DType::C64)));
    EXPECT_EQ(recipe.items[0].tensor, 1U);
    EXPECT_THAT(*recipe.metadata, ElementsAre(Pair("step", "2"), Pair("author", "me")));
}

TEST(StagedEdits, RulesAreStagedInTheOrderOfConvert)
{
    EditRules rules;
    EXPECT_TRUE(rules.isEmpty());
    rules.drops = {*Glob::parse("b*")};
    rules.renames = {*NameRewriter::parse(R"(^a\.=x.)"), *NameRewriter::parse("q$=query")};
    rules.casts = {*CastRule::parse("F16=BF16"), *CastRule::parse("F64")};
    rules.setMetadata = {*parseMetadataEntry("step=2=3")};
    StagedEdits edits(threeTensors());
    rules.stage(edits);
    EXPECT_THAT(listOf(edits),
        ElementsAre("name a.q: a.q > x.query", "cast a.q: F32 > F64", "name a.k: a.k > x.k", "cast a.k: F16 > BF16",
            "gone b: b > -", "set step: 1 > 2=3"));
    EXPECT_EQ(edits.actions().size(), 6U);
    EXPECT_FALSE(parseMetadataEntry("step"));

    StagedEdits none(threeTensors());
    rules = {};
    rules.renames = {*NameRewriter::parse("nowhere=x")};
    rules.stage(none);
    EXPECT_TRUE(none.isEmpty());
    EXPECT_TRUE(none.actions().empty());
}

TEST(StagedEdits, WhatIsAsItWasIsNoChange)
{
    StagedEdits edits(threeTensors());
    edits.rename(0, "other");
    edits.rename(0, "a.q");
    edits.cast({0}, DType::F64);
    edits.cast({0}, DType::F32);
    edits.setMetadata("step", "2");
    edits.setMetadata("step", "1");
    edits.setMetadata("new", "x");
    edits.removeMetadata("new");
    edits.removeMetadata("never there");
    EXPECT_THAT(listOf(edits), IsEmpty());
    EXPECT_TRUE(edits.isEmpty());
}

TEST(StagedEdits, DeletedTensorsStayAsTheyAreUntilTheyComeBack)
{
    StagedEdits edits(threeTensors());
    edits.rename(0, "other");
    edits.remove({0});
    edits.rename(0, "third");
    edits.cast({0}, DType::F64);
    EXPECT_THAT(listOf(edits), ElementsAre("gone a.q: a.q > -"));
    edits.revert({0});
    EXPECT_TRUE(edits.isEmpty());
}

TEST(StagedEdits, WhatCannotBeCastIsCounted)
{
    StagedEdits edits(threeTensors());
    EXPECT_EQ(edits.cast({2, 0, 1}, DType::BF16), 1U);
    EXPECT_THAT(listOf(edits), ElementsAre("cast a.q: F32 > BF16", "cast a.k: F16 > BF16"));
}

TEST(StagedEdits, SingleChangesCanBeUndone)
{
    StagedEdits edits(threeTensors());
    edits.rename(0, "x");
    edits.cast({0, 1}, DType::BF16);
    edits.setMetadata("step", "2");
    edits.undo({{1, {0}}, {2, {}}}); // the cast of a.q and the metadata
    EXPECT_THAT(listOf(edits), ElementsAre("name a.q: a.q > x", "cast a.k: F16 > BF16"));
}

TEST(StagedEdits, ManyKeysGoAndComeBackAsOneByOne)
{
    StagedEdits edits(threeTensors());
    edits.setMetadata("author", "me");
    edits.setMetadata("step", "2");
    StagedEdits single = edits;
    const std::vector<std::string> keys{"format", "never there", "author", "format", "step"};
    edits.removeMetadata(keys);
    for (const std::string& key : keys)
        single.removeMetadata(key);
    EXPECT_THAT(listOf(edits), ElementsAre("unset step: 1 > -", "unset format: pt > -"));
    EXPECT_EQ(edits, single);
    const Recipe recipe = edits.recipe(safetensors);
    EXPECT_THAT(*recipe.metadata, IsEmpty());
    edits.revertMetadata(std::vector<std::string>{"format", "step", "none"});
    EXPECT_TRUE(edits.isEmpty());
}

TEST(StagedEdits, OfClashesOnlyThoseThatConcernOneAreTold)
{
    StagedEdits edits(threeTensors());
    edits.rename(0, "b");
    EXPECT_EQ(findNameClashes(edits).count, 1U);
    EXPECT_EQ(findNameClashes(edits, {}, [](std::uint32_t tensor) { return tensor == 1; }).count, 0U);
    EXPECT_EQ(findNameClashes(edits, {}, [](std::uint32_t tensor) { return tensor == 0; }).count, 1U);
    EXPECT_EQ(findNameClashes(edits, {}, [](std::uint32_t tensor) { return tensor == 2; }).count, 1U);
}

TEST(StagedEdits, CopiesDoNotChangeWithEachOther)
{
    StagedEdits edits(threeTensors());
    edits.rename(0, "x");
    edits.setMetadata("step", "2");
    const StagedEdits before = edits;
    EXPECT_EQ(edits, before);
    edits.rename(0, "y");
    EXPECT_NE(edits, before);
    edits.rename(0, "x"); // the same text at another address
    EXPECT_EQ(edits, before);
    edits.rename(0, "y");
    edits.remove({1});
    edits.setMetadata("step", "3");
    EXPECT_THAT(listOf(before), ElementsAre("name a.q: a.q > x", "set step: 1 > 2"));
    EXPECT_THAT(listOf(edits), ElementsAre("name a.q: a.q > y", "gone a.k: a.k > -", "set step: 1 > 3"));
}

TEST(StagedEdits, MetadataWhereThereWasNone)
{
    MadeCheckpoint made;
    made.add("a");
    StagedEdits edits(made.take());
    EXPECT_FALSE(edits.recipe(safetensors).metadata.has_value());
    edits.setMetadata("k", "v");
    EXPECT_THAT(edits.recipe(safetensors).metadata.value(), ElementsAre(Pair("k", "v")));
}

TEST(StagedEdits, RenamesManyByARule)
{
    StagedEdits edits(manyTensors(5000));
    std::vector<std::uint32_t> all(5000);
    std::iota(all.rbegin(), all.rend(), 0U); // any order will do
    const auto rule = NameRewriter::create("^t(\\d*)7$", "seven.\\1").value();
    edits.rename(all, [&](std::string_view name) { return rule.rewrite(name); });
    edits.rename({4997}, [&](std::string_view name) { return std::string(name) + "!"; });
    EXPECT_EQ(edits.totals().renamed, 500U);
    EXPECT_EQ(edits.nameOf(7), "seven.");
    EXPECT_EQ(edits.nameOf(4997), "seven.499!");
    EXPECT_EQ(edits.nameOf(4998), "t4998");
    EXPECT_EQ(edits.change(499).tensor, 4997U);
}

/// Compares with a slow twin, which has the pending edits in a map.
TEST(StagedEdits, AgreeWithAMapWhateverIsDone)
{
    constexpr std::uint32_t count = 3000; // several pages
    const auto checkpoint = manyTensors(count);
    StagedEdits edits(checkpoint);
    std::map<std::uint32_t, std::tuple<std::string, DType, bool>> twin;
    std::mt19937 random(4);
    for (int step = 0; step < 1000; ++step) {
        const std::uint32_t tensor = std::uint32_t(random()) % count;
        const std::string original = "t" + std::to_string(tensor);
        auto& [name, dtype, deleted] = twin.try_emplace(tensor, original, DType::F32, false).first->second;
        switch (random() % 5) {
        case 0:
            edits.rename(tensor, "n" + std::to_string(step));
            if (!deleted)
                name = "n" + std::to_string(step);
            break;
        case 1:
            edits.rename(tensor, original);
            if (!deleted)
                name = original;
            break;
        case 2:
            edits.cast({tensor}, step % 2 ? DType::I8 : DType::F32);
            if (!deleted)
                dtype = step % 2 ? DType::I8 : DType::F32;
            break;
        case 3:
            edits.remove({tensor});
            std::tie(name, dtype, deleted) = std::tuple(original, DType::F32, true);
            break;
        default:
            edits.revert({tensor});
            twin.erase(tensor);
        }
    }
    std::vector<std::string> wanted;
    std::vector<std::pair<std::string, DType>> items;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string original = "t" + std::to_string(i);
        const auto [name, dtype, deleted] = twin.contains(i) ? twin.at(i) : std::tuple(original, DType::F32, false);
        if (deleted)
            wanted.push_back("gone " + original + ": " + original + " > -");
        if (name != original)
            wanted.push_back("name " + original + ": " + original + " > " + name);
        if (dtype != DType::F32)
            wanted.push_back("cast " + original + ": F32 > I8");
        if (!deleted)
            items.emplace_back(name, dtype);
    }
    EXPECT_EQ(listOf(edits), wanted);
    EXPECT_EQ(itemsOf(edits.recipe(safetensors)), items);
}

TEST(NameClashes, AreFoundWhereTwoWouldHaveOneName)
{
    StagedEdits edits(threeTensors());
    EXPECT_EQ(findNameClashes(edits).count, 0U);
    edits.rename(2, "a.q");
    const NameClashes clashes = findNameClashes(edits);
    ASSERT_EQ(clashes.count, 1U);
    EXPECT_EQ(clashes.listed.front().name, "a.q");
    EXPECT_EQ(clashes.listed.front().first, 0U);
    EXPECT_EQ(clashes.listed.front().second, 2U);
    edits.remove({0});
    EXPECT_EQ(findNameClashes(edits).count, 0U);
    edits.revert({0});
    edits.rename(0, "b"); // the two swap names
    edits.rename(2, "a.q");
    EXPECT_EQ(findNameClashes(edits).count, 0U);
}

TEST(NameClashes, OnlyTheFirstAreListed)
{
    StagedEdits edits(manyTensors(1000));
    std::vector<std::uint32_t> all(1000);
    std::iota(all.begin(), all.end(), 0U);
    edits.rename(all, [](std::string_view) { return std::string("same"); });
    const NameClashes clashes = findNameClashes(edits);
    EXPECT_EQ(clashes.count, 999U);
    EXPECT_EQ(clashes.listed.size(), NameClashes::maximumListed);
}

} // namespace loupe::test
