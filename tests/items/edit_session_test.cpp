#include "items/session/edit_session.h"

#include "await.h"
#include "formats/opening/registry.h"
#include "support/made_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::Signal;
using testing::ElementsAre;
using testing::IsEmpty;

OpenedCheckpointPtr made(std::uint32_t layers)
{
    MadeCheckpoint checkpoint;
    for (std::uint32_t i = 0; i < layers; ++i) {
        checkpoint.add("h." + std::to_string(i) + ".w", DType::F32, {2});
        checkpoint.add("h." + std::to_string(i) + ".c", DType::C64, {2});
    }
    checkpoint.add("head", DType::F32, {2});
    checkpoint->metadata = Metadata{{"format", "pt"}};
    return *prepareForViewing(checkpoint.take(), {});
}

class EditSessionTest : public testing::Test {
protected:
    EditSessionTest()
    {
        QObject::connect(&session, &EditSession::stepTaken, &session, [this](const EditStep& step) { steps << step; });
    }
    void show(std::uint32_t layers)
    {
        opened = made(layers);
        session.setCheckpoint(opened->checkpoint);
    }
    /// Chooses nodes by tensor name or group path.
    NodeChoice choose(const std::vector<std::string_view>& paths) const
    {
        NodeChoice choice{opened, opened->order, {}};
        for (NameTree::NodeId node = 0; node < opened->tree.nodeCount(); ++node) {
            if (std::find(paths.begin(), paths.end(), opened->tree.path(node)) != paths.end())
                choice.nodes.push_back(node);
        }
        return choice;
    }
    std::vector<std::string> changed() const
    {
        std::vector<std::string> list;
        for (std::uint64_t i = 0; i < session.edits().totals().all(); ++i) {
            const Change change = session.edits().change(i);
            list.push_back(std::string(change.subject) + " > " + std::string(change.after.value_or("nothing")));
        }
        return list;
    }

    OpenedCheckpointPtr opened;
    EditSession session;
    QList<EditStep> steps;
};

TEST_F(EditSessionTest, NothingCanBeStagedWithoutACheckpoint)
{
    EXPECT_FALSE(session.canEdit());
    session.setMetadata("a", "b");
    session.discardAll();
    EXPECT_TRUE(session.isEmpty());
    EXPECT_TRUE(steps.isEmpty());
}

TEST_F(EditSessionTest, AGroupStandsForTheTensorsInIt)
{
    show(2);
    session.remove(choose({"h.1", "h.1.w", "head"}));
    EXPECT_THAT(changed(), ElementsAre("h.1.w > nothing", "h.1.c > nothing", "head > nothing"));
    ASSERT_EQ(steps.size(), 1);
    EXPECT_EQ(steps.front().text, QStringLiteral("deletion of 3 tensors"));
    session.revert(choose({"h.1"}));
    EXPECT_THAT(changed(), ElementsAre("head > nothing"));
}

TEST_F(EditSessionTest, OnlyWhatTheFilterShowsIsChosen)
{
    show(2);
    NodeChoice choice = choose({"h"});
    choice.order = std::make_shared<const TreeOrder>(*TreeOrder::filtered(*opened->checkpoint, opened->tree,
        *opened->order, [&](std::uint32_t tensor) { return opened->checkpoint->tensors[tensor].name == "h.0.w"; }));
    EXPECT_EQ(choice.mostTensors(), 1U);
    session.remove(choice);
    EXPECT_THAT(changed(), ElementsAre("h.0.w > nothing"));
}

TEST_F(EditSessionTest, EachStepSaysWhatWasBeforeAndAfter)
{
    show(1);
    session.rename(0, "new");
    session.setMetadata("format", "np");
    ASSERT_EQ(steps.size(), 2);
    EXPECT_EQ(steps[1].before, steps[0].after);
    EXPECT_EQ(steps[1].after, session.edits());
    session.show(steps[1].before);
    EXPECT_THAT(changed(), ElementsAre("h.0.w > new"));
    session.show(steps[0].before);
    EXPECT_TRUE(session.isEmpty());
    session.show(steps[1].after);
    EXPECT_THAT(changed(), ElementsAre("h.0.w > new", "format > np"));
    EXPECT_EQ(steps.size(), 2); // undo and redo add no steps
}

TEST_F(EditSessionTest, WhatChangesNothingIsNoStep)
{
    show(1);
    session.rename(0, "h.0.w");
    session.cast(choose({"head"}), DType::F32);
    session.remove(NodeChoice{opened, opened->order, {}});
    session.revert(choose({"h"}));
    session.revertMetadata({"format"});
    EXPECT_TRUE(steps.isEmpty());
}

TEST_F(EditSessionTest, SaysWhatCouldNotBeCast)
{
    show(2);
    quint64 uncast = 0;
    QObject::connect(&session, &EditSession::leftUncast, &session, [&](quint64 tensors) { uncast = tensors; });
    session.cast(choose({"h"}), DType::BF16);
    EXPECT_EQ(uncast, 2U);
    EXPECT_THAT(changed(), ElementsAre("h.0.w > BF16", "h.1.w > BF16"));
}

TEST_F(EditSessionTest, ManyTensorsAreStagedInAJob)
{
    show(3000);
    Signal changedSignal(&session, &EditSession::changed);
    session.remove(choose({"h"}));
    EXPECT_TRUE(session.isStaging());
    EXPECT_FALSE(session.canEdit());
    session.setMetadata("not", "now");
    ASSERT_TRUE(changedSignal.await());
    EXPECT_EQ(session.edits().totals(), (ChangeTotals{0, 0, 6000, 0}));
    EXPECT_TRUE(session.canEdit());
    ASSERT_EQ(steps.size(), 1);
    EXPECT_EQ(steps.front().text, QStringLiteral("deletion of 6,000 tensors"));
}

TEST_F(EditSessionTest, AStepThatIsBeingMadeIsDroppedForAnotherCheckpoint)
{
    show(3000);
    session.remove(choose({"h"}));
    show(1);
    EXPECT_FALSE(session.isStaging());
    EXPECT_TRUE(session.isEmpty());
    EXPECT_TRUE(steps.isEmpty());
}

TEST_F(EditSessionTest, TellsThatStepsAreVoid)
{
    show(1);
    const Signal forgotten(&session, &EditSession::forgotten);
    session.rename(0, "x");
    EXPECT_EQ(forgotten.count(), 0);
    session.clear();
    EXPECT_EQ(forgotten.count(), 1);
    EXPECT_TRUE(session.isEmpty());
    EXPECT_TRUE(session.canEdit());
}

TEST_F(EditSessionTest, FindsNamesThatTwoWouldHave)
{
    show(1);
    Signal found(&session, &EditSession::clashesChanged);
    session.rename(0, "head");
    ASSERT_TRUE(found.await());
    EXPECT_EQ(session.clashes().count, 1U);
    session.rename(0, "other");
    ASSERT_TRUE(found.await());
    EXPECT_EQ(session.clashes().count, 0U);
}

TEST_F(EditSessionTest, AKeyIsReplacedInOneStep)
{
    show(1);
    session.replaceMetadata("format", "framework", "pt");
    EXPECT_THAT(changed(), ElementsAre("format > nothing", "framework > pt"));
    ASSERT_EQ(steps.size(), 1);
    session.undo({{0, {0}}});
    EXPECT_THAT(changed(), ElementsAre("framework > pt"));
    session.discardAll();
    EXPECT_THAT(changed(), IsEmpty());
    session.show(steps.back().before); // as undo does
    EXPECT_THAT(changed(), ElementsAre("framework > pt"));
}

TEST_F(EditSessionTest, NothingIsStagedWhileItIsNotEnabled)
{
    show(1);
    session.rename(0, "x");
    session.setEnabled(false);
    session.rename(0, "y");
    EXPECT_THAT(changed(), ElementsAre("h.0.w > x"));
    session.setEnabled(true);
    session.rename(0, "y");
    EXPECT_THAT(changed(), ElementsAre("h.0.w > y"));
}

TEST_F(EditSessionTest, AStepFromWhatIsNoLongerStagedIsNotTaken)
{
    show(1);
    EditStep step{QStringLiteral("rename"), session.edits(), session.edits()};
    step.after.rename(0, "x");
    session.setMetadata("format", "np"); // the edits changed after the step was made
    session.take(step);
    EXPECT_THAT(changed(), ElementsAre("format > np"));
    session.discardAll();
    session.take(step);
    EXPECT_THAT(changed(), ElementsAre("h.0.w > x"));
}

TEST_F(EditSessionTest, GivesTheRecipe)
{
    show(1);
    session.remove(choose({"h"}));
    session.rename(2, "lm_head");
    const Recipe recipe = session.recipe(*findFormat("safetensors"));
    ASSERT_EQ(recipe.items.size(), 1U);
    EXPECT_EQ(recipe.items.front().name, "lm_head");
}

} // namespace
} // namespace loupe
