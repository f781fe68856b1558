#include "saving/recipe/action_label.h"
#include "saving/recipe/staged_edits.h"

#include "support/made_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

namespace loupe::test {

namespace {

using testing::ElementsAre;

/// A rule that replaces a prefix of names.
NewName prefixRule(const std::string& before, const std::string& after)
{
    return [before, after](std::string_view name) -> std::optional<std::string> {
        if (!name.starts_with(before))
            return std::nullopt;
        return after + std::string(name.substr(before.size()));
    };
}

std::shared_ptr<const Checkpoint> model()
{
    MadeCheckpoint made;
    made.add("m.h.0.q").add("m.h.0.k").add("m.h.1.q").add("m.h.1.k").add("m.norm").add("head", DType::F16);
    made->metadata = Metadata{{"format", "pt"}, {"step", "1"}};
    return made.take();
}

const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5};

std::vector<std::string> names(const StagedEdits& edits)
{
    std::vector<std::string> list;
    for (std::uint32_t i = 0; i < edits.checkpoint()->tensors.size(); ++i)
        list.push_back(edits.of(i).isDeleted ? "-" : std::string(edits.nameOf(i)));
    return list;
}

/// The label of an action as "subject (of how many): before > after"; parts that are empty are left out.
std::string label(const StagedEdits& edits, std::size_t action)
{
    const ActionLabel label = labelOf(*edits.actions()[action]);
    return label.subject + (label.among > 0 ? " (" + std::to_string(label.among) + ')' : "")
        + (label.before.empty() ? " > " : ": " + label.before + " > ") + label.after
        + (label.isFirstOfMany ? ", ..." : "");
}

} // namespace

TEST(StagedActions, EachIsKeptWithItsChanges)
{
    StagedEdits edits(model());
    edits.rename(all, prefixRule("m.", ""));
    edits.cast(all, DType::BF16);
    edits.remove({4, 5});
    ASSERT_EQ(edits.actions().size(), 3U);
    EXPECT_EQ(edits.actions()[0]->changes(), 5U);
    EXPECT_EQ(edits.actions()[1]->changes(), 6U);
    EXPECT_EQ(edits.actions()[1]->change(5).before, "F16");
    EXPECT_EQ(edits.actions()[2]->change(0).subject, "norm"); // its name at that time
    EXPECT_EQ(edits.totals(), (ChangeTotals{4, 4, 2, 0}));
}

TEST(StagedActions, OneIsUndoneAloneAndThoseAfterItStay)
{
    StagedEdits edits(model());
    edits.rename(all, prefixRule("m.h.", "m.blocks."));
    edits.cast({0, 1}, DType::BF16);
    edits.rename(all, prefixRule("head", "lm_head"));
    edits.remove({3});
    const StagedEdits whole = edits;
    edits.undo({{0, {}}});
    EXPECT_THAT(names(edits), ElementsAre("m.h.0.q", "m.h.0.k", "m.h.1.q", "-", "m.norm", "lm_head"));
    EXPECT_EQ(edits.totals(), (ChangeTotals{1, 2, 1, 0}));
    edits.undo({{2, {}}}); // the deletion
    EXPECT_THAT(names(edits), ElementsAre("m.h.0.q", "m.h.0.k", "m.h.1.q", "m.h.1.k", "m.norm", "lm_head"));
    EXPECT_THAT(names(whole), ElementsAre("m.blocks.0.q", "m.blocks.0.k", "m.blocks.1.q", "-", "m.norm", "lm_head"));
}

TEST(StagedActions, ADeletedTensorComesBackAsItWas)
{
    StagedEdits edits(model());
    edits.rename(all, prefixRule("m.", "n."));
    edits.remove({4});
    edits.rename(all, prefixRule("n.", "o.")); // except the deleted one
    edits.undo({{1, {}}});
    EXPECT_THAT(names(edits), ElementsAre("o.h.0.q", "o.h.0.k", "o.h.1.q", "o.h.1.k", "o.norm", "head"));
    EXPECT_EQ(edits.actions()[1]->changes(), 5U);
}

TEST(StagedActions, ARuleThatFindsNoNameAnyMoreIsVoid)
{
    StagedEdits edits(model());
    edits.rename(all, prefixRule("m.h.", "blocks."));
    edits.rename(all, prefixRule("blocks.0", "blocks.first"));
    edits.rename(5, "lm_head");
    edits.undo({{0, {}}});
    ASSERT_EQ(edits.actions().size(), 2U);
    EXPECT_TRUE(edits.actions()[0]->isVoid());
    EXPECT_EQ(label(edits, 0), "blocks.0 > blocks.first"); // the label does not change
    EXPECT_THAT(names(edits), ElementsAre("m.h.0.q", "m.h.0.k", "m.h.1.q", "m.h.1.k", "m.norm", "lm_head"));
    const StagedEdits before = edits;
    edits.undo({{0, {}}});
    EXPECT_EQ(edits, before); // only the list of actions differs
    EXPECT_EQ(edits.actions().size(), 1U);
}

TEST(StagedActions, OneChangeOfManyIsUndone)
{
    StagedEdits edits(model());
    edits.rename(all, prefixRule("m.h.", "h."));
    edits.rename(all, prefixRule("h.0.", "h.zero."));
    edits.undo({{0, {1}}});
    EXPECT_THAT(names(edits), ElementsAre("h.zero.q", "m.h.0.k", "h.1.q", "h.1.k", "m.norm", "head"));
    EXPECT_EQ(edits.actions()[0]->changes(), 3U);
    EXPECT_EQ(edits.actions()[1]->changes(), 1U);
}

TEST(StagedActions, RevertedTensorsLeaveAllActions)
{
    StagedEdits edits(model());
    edits.rename(all, prefixRule("m.", "n."));
    edits.remove({0});
    edits.revert({0, 5});
    EXPECT_THAT(names(edits), ElementsAre("m.h.0.q", "n.h.0.k", "n.h.1.q", "n.h.1.k", "n.norm", "head"));
    ASSERT_EQ(edits.actions().size(), 1U);
    EXPECT_EQ(edits.actions()[0]->changes(), 4U);
    const auto actions = edits.actions();
    edits.revert({0, 5});
    EXPECT_EQ(edits.actions(), actions); // this changes nothing
}

TEST(StagedActions, OneThatRepeatsTheLastReplacesIt)
{
    StagedEdits edits(model());
    edits.cast({0, 1}, DType::BF16);
    edits.cast({1, 0}, DType::F16);
    ASSERT_EQ(edits.actions().size(), 1U);
    EXPECT_EQ(edits.actions()[0]->change(0).before, "F32");
    edits.rename(0, "x");
    edits.rename(0, "y");
    edits.setMetadata("step", "2");
    edits.setMetadata("step", "3");
    ASSERT_EQ(edits.actions().size(), 3U);
    EXPECT_EQ(edits.actions()[1]->change(0).subject, "m.h.0.q");
    EXPECT_EQ(edits.actions()[2]->change(0).before, "1");
    edits.setMetadata("step", "1"); // the same value as in the file
    EXPECT_EQ(edits.actions().size(), 2U);
    edits.cast({0, 1}, DType::F32);
    EXPECT_EQ(edits.actions().size(), 3U);
    EXPECT_EQ(edits.totals(), (ChangeTotals{1, 0, 0, 0}));
    edits.rename(0, "m.h.0.q");
    EXPECT_TRUE(edits.actions().empty()); // nothing is staged
}

TEST(StagedActions, KeysAreUndoneAlone)
{
    StagedEdits edits(model());
    edits.setMetadata("step", "2");
    edits.changeMetadata({{"format", std::nullopt}, {"framework", "pt"}});
    edits.setMetadata("step", "3");
    edits.undo({{1, {0}}});
    EXPECT_EQ(edits.metadataEdits().size(), 2U);
    EXPECT_EQ(edits.actions()[2]->change(0).before, "2");
    edits.undo({{0, {}}});
    EXPECT_EQ(edits.actions()[1]->change(0).before, "1");
    edits.revertMetadata(std::vector<std::string>{"step", "framework"});
    EXPECT_TRUE(edits.actions().empty());
    EXPECT_TRUE(edits.isEmpty());
}

TEST(StagedActions, SayWhatTheirChangesHaveInCommon)
{
    const auto renamed = [](const std::string& before, const std::string& after) {
        StagedEdits edits(model());
        edits.rename(all, prefixRule(before, after));
        return label(edits, 0);
    };
    EXPECT_EQ(renamed("m.h", "h"), "m.h > h");
    EXPECT_EQ(renamed("m.h.", "m.blocks."), "h > blocks");
    EXPECT_EQ(renamed("m.", ""), "m.* > *");
    EXPECT_EQ(renamed("", "model."), "* > model.*");
    EXPECT_EQ(renamed("m.h.", "m.h"), "m.h.0.q > m.h0.q, ...");
    StagedEdits edits(model());
    edits.cast({0, 1}, DType::BF16);
    edits.cast(all, DType::F64);
    edits.remove({2, 3});
    edits.remove({4, 5});
    EXPECT_EQ(label(edits, 0), "m.h.0.*: F32 > BF16");
    EXPECT_EQ(label(edits, 1), "* > F64");
    EXPECT_EQ(label(edits, 2), "m.h.1.* > ");
    EXPECT_EQ(label(edits, 3), "m.norm > , ...");
}

/// The model has an embedding, 8 layers with attention and an MLP, and a head.
TEST(StagedActions, NameNoMoreThanTheyChange)
{
    MadeCheckpoint made;
    made.add("m.embed.w");
    for (int layer = 0; layer < 8; ++layer) {
        for (const char* const role : {"attn.q.w", "attn.k.w", "mlp.up.w", "norm.w"})
            made.add("m.layers." + std::to_string(layer) + '.' + role);
    }
    made.add("head.w");
    const auto checkpoint = made.take();
    const auto chosen = [&](const auto& isChosen) {
        std::vector<std::uint32_t> tensors;
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
            if (isChosen(std::string(checkpoint->tensors[i].name)))
                tensors.push_back(i);
        }
        return tensors;
    };
    const auto ofLayers = [](const std::string& name, char first, char last) {
        return name.starts_with("m.layers.") && name[9] >= first && name[9] <= last;
    };
    const auto deleted = [&](const auto& isChosen) {
        StagedEdits edits(checkpoint);
        edits.remove(chosen(isChosen));
        return label(edits, 0);
    };
    const auto ends = [](const std::string& name, const char* end) { return name.ends_with(end); };
    EXPECT_EQ(deleted([&](const auto& name) { return ends(name, "q.w"); }), "m.layers.{0…7}.attn.q.w > ");
    EXPECT_EQ(deleted([&](const auto& name) { return ofLayers(name, '3', '7') && ends(name, "q.w"); }),
        "m.layers.{3…7}.attn.q.w > ");
    EXPECT_EQ(deleted([&](const auto& name) { return ofLayers(name, '3', '5'); }), "m.layers.{3…5}.* > ");
    EXPECT_EQ(deleted([&](const auto& name) { return ofLayers(name, '0', '7'); }), "m.layers.* > ");
    EXPECT_EQ(deleted([&](const auto& name) { return name[0] == 'm'; }), "m.* > ");
    EXPECT_EQ(deleted([&](const auto& name) { return ends(name, "attn.q.w") || ends(name, "attn.k.w"); }),
        "m.layers.{0…7}.attn.* > ");
    EXPECT_EQ(deleted([&](const auto& name) { return ends(name, ".3.norm.w") || ends(name, ".3.attn.q.w"); }),
        "m.layers.3.* (4) > ");
    EXPECT_EQ(deleted([&](const auto& name) { return name == "m.embed.w" || name == "head.w"; }), "m.embed.w > , ...");

    const auto renamed = [&](const std::string& before, const std::string& after) {
        StagedEdits edits(checkpoint);
        std::vector<std::uint32_t> tensors = chosen([](const auto&) { return true; });
        edits.rename(tensors, prefixRule(before, after));
        return label(edits, 0);
    };
    EXPECT_EQ(renamed("m.layers.3.", "m.blocks.3."), "m.layers.3 > m.blocks.3");
    EXPECT_EQ(renamed("m.layers.3.", "m.layers.30."), "m.layers.3 > m.layers.30");
    EXPECT_EQ(renamed("m.layers.3.", "m."), "layers.3.* > *");
    EXPECT_EQ(renamed("m.layers.", "m.blocks."), "layers > blocks");
    StagedEdits edits(checkpoint);
    edits.rename(chosen([&](const auto& name) { return ofLayers(name, '3', '7') && ends(name, "q.w"); }),
        [](std::string_view name) { return std::optional(std::string(name.substr(0, name.size() - 3)) + "query.w"); });
    EXPECT_EQ(label(edits, 0), "m.layers.{3…7}.attn.q > m.layers.{3…7}.attn.query");
}

/// Compares with a slow twin, which applies the remaining actions from the beginning.
TEST(StagedActions, WhatIsLeftIsAsIfOnlyThatHadBeenDone)
{
    struct Done {
        int kind = 0;
        std::vector<std::uint32_t> tensors;
        std::string from, to;
    };
    MadeCheckpoint made;
    for (int i = 0; i < 40; ++i)
        made.add(std::string(1, char('a' + i % 3)) + '.' + std::to_string(i));
    made->metadata = Metadata{{"a", "1"}};
    const auto checkpoint = made.take();
    std::mt19937 random(11);
    const auto below = [&](std::size_t most) { return std::size_t(random() % most); };
    const auto perform = [](StagedEdits& edits, const Done& done) {
        if (done.kind == 0)
            edits.rename(done.tensors, prefixRule(done.from, done.to));
        else if (done.kind == 1)
            edits.rename(done.tensors.front(), done.to);
        else if (done.kind == 2)
            edits.cast(done.tensors, done.to == "a" ? DType::F16 : DType::BF16);
        else if (done.kind == 3)
            edits.remove(done.tensors);
        else
            edits.setMetadata(done.from, done.to);
    };
    for (int round = 0; round < 200; ++round) {
        StagedEdits edits(checkpoint);
        std::map<std::uint64_t, Done> list; // keyed by the action's ID
        for (int step = 0; step < 8; ++step) {
            Done done;
            done.kind = int(below(5));
            for (std::uint32_t i = 0; i < 40; ++i) {
                if (below(3) == 0 || done.tensors.empty())
                    done.tensors.push_back(i);
            }
            if (done.kind == 1)
                done.tensors.resize(1);
            done.from = std::string(1, char('a' + below(4)));
            done.to = std::string(1, char('a' + below(4)));
            const StagedEdits before = edits;
            perform(edits, done);
            if (edits.isEmpty())
                list.clear();
            else if (std::ranges::find(before.actions(), edits.actions().back()) == before.actions().end())
                list[edits.actions().back()->id] = done;
            std::erase_if(list, [&](const auto& one) {
                return std::ranges::none_of(
                    edits.actions(), [&](const auto& action) { return action->id == one.first; });
            });
        }
        for (int undone = 0; undone < 3 && !edits.actions().empty(); ++undone) {
            const std::size_t number = below(edits.actions().size());
            const StagedAction& action = *edits.actions()[number];
            Done& done = list.at(action.id);
            if (below(2) == 0 || action.isVoid() || done.kind == 4) {
                list.erase(action.id);
                edits.undo({{number, {}}});
            } else {
                const std::uint64_t change = below(action.changes());
                std::erase(done.tensors, action.change(change).tensor);
                if (done.tensors.empty())
                    list.erase(action.id);
                edits.undo({{number, {change}}});
            }
            StagedEdits twin(checkpoint);
            for (const auto& [id, one] : list)
                perform(twin, one);
            ASSERT_EQ(edits.actions().size(), list.size());
            ASSERT_EQ(edits, twin) << "round " << round;
        }
    }
}

} // namespace loupe::test
