#include "items/renaming/rename_preview_model.h"

#include "await.h"
#include "items/jobs/item_roles.h"
#include "support/made_checkpoint.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::Signal;

class RenamePreviewModelTest : public testing::Test {
protected:
    explicit RenamePreviewModelTest(std::uint32_t count = 1000)
    {
        MadeCheckpoint made;
        for (std::uint32_t i = 0; i < count; ++i)
            made.add("h." + std::to_string(i) + ".w");
        opened = *prepareForViewing(made.take(), {});
        preview = std::make_unique<RenamePreviewModel>(
            NodeChoice{opened, opened->order, {opened->tree.root()}}, StagedEdits(opened->checkpoint));
        tester = std::make_unique<QAbstractItemModelTester>(
            preview.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    }
    void tryOut(const char* regex, const char* replacement)
    {
        preview->setRule(QString::fromUtf8(regex), QString::fromUtf8(replacement));
        EXPECT_FALSE(preview->isReady()); // worked out in a job
        Signal updated(preview.get(), &RenamePreviewModel::updated);
        ASSERT_TRUE(updated.await());
    }

    OpenedCheckpointPtr opened;
    std::unique_ptr<RenamePreviewModel> preview;
    std::unique_ptr<QAbstractItemModelTester> tester;
};

TEST_F(RenamePreviewModelTest, ShowsTheFirstNamesAndMakesAStepOfAll)
{
    tryOut(R"(^h\.(\d+)\.w$)", R"(layer.\1.weight)");
    ASSERT_TRUE(preview->isReady());
    EXPECT_EQ(preview->tensors(), 1000U);
    EXPECT_EQ(preview->renamed(), 1000U);
    ASSERT_EQ(preview->rowCount(), int(RenamePreviewModel::maximumRows));
    EXPECT_EQ(preview->index(7, RenamePreviewModel::Now).data().toString(), QStringLiteral("h.7.w"));
    EXPECT_EQ(preview->index(7, RenamePreviewModel::ToBe).data().toString(), QStringLiteral("layer.7.weight"));
    const auto patterns = preview->index(7, RenamePreviewModel::Now).data(NamePatternsRole).value<NamePatternsPtr>();
    ASSERT_TRUE(patterns);
    for (const char* const name : {"h.7.w", "layer.7.weight"})
        EXPECT_TRUE(patterns->patternOf(name)) << name << ": what changes distinguishes the columns";
    const EditStep step = preview->step();
    EXPECT_TRUE(step.before.isEmpty());
    EXPECT_EQ(step.after.totals().renamed, 1000U);
    EXPECT_EQ(step.after.nameOf(999), "layer.999.weight");
    EXPECT_EQ(step.text, QStringLiteral("rename of 1,000 tensors"));
}

TEST_F(RenamePreviewModelTest, OnlyNamesThatChangeCount)
{
    tryOut("^h.(1|2).w$", "h.1.w");
    EXPECT_EQ(preview->renamed(), 1U);
    ASSERT_EQ(preview->rowCount(), 1);
    EXPECT_EQ(preview->index(0, RenamePreviewModel::Now).data().toString(), QStringLiteral("h.2.w"));
    ASSERT_EQ(preview->clashes().count, 1U);
    EXPECT_EQ(preview->clashes().listed.front().name, "h.1.w");
    EXPECT_FALSE(preview->isPossible());
    EXPECT_TRUE(preview->index(0, RenamePreviewModel::ToBe).data(SeverityRole).isValid());
    tryOut("", "x");
    EXPECT_EQ(preview->renamed(), 0U);
    EXPECT_EQ(preview->rowCount(), 0);
}

TEST_F(RenamePreviewModelTest, WhatClashesComesFirstAndIsMarked)
{
    tryOut("^h.(999|.*)(.)$", "h.\\1v"); // all names change, and none clash
    EXPECT_TRUE(preview->isPossible());
    EXPECT_FALSE(preview->index(0, RenamePreviewModel::ToBe).data(SeverityRole).isValid());
    tryOut("^h.99[89].w$|^h", "z");
    EXPECT_EQ(preview->renamed(), 1000U);
    ASSERT_EQ(preview->clashes().count, 1U) << "998 and 999 become z, the others z.N.w";
    EXPECT_FALSE(preview->isPossible());
    ASSERT_EQ(preview->rowCount(), int(RenamePreviewModel::maximumRows));
    for (int row = 0; row < 3; ++row) {
        EXPECT_EQ(preview->index(row, RenamePreviewModel::ToBe).data(SeverityRole).isValid(), row < 2) << row;
        EXPECT_FALSE(preview->index(row, RenamePreviewModel::Now).data(SeverityRole).isValid());
    }
    EXPECT_EQ(preview->index(1, RenamePreviewModel::Now).data().toString(), QStringLiteral("h.999.w"));
    EXPECT_EQ(preview->index(2, RenamePreviewModel::Now).data().toString(), QStringLiteral("h.0.w"));
}

TEST_F(RenamePreviewModelTest, AClashThatWasThereBeforeDoesNotKeepOthersFromBeingRenamed)
{
    StagedEdits staged(opened->checkpoint);
    staged.rename(0, "h.1.w");
    RenamePreviewModel next(NodeChoice{opened, opened->order, {5}}, staged);
    Signal updated(&next, &RenamePreviewModel::updated);
    next.setRule(QStringLiteral("h"), QStringLiteral("x"));
    while (!next.isReady())
        ASSERT_TRUE(updated.await());
    EXPECT_TRUE(next.isPossible());
}

TEST_F(RenamePreviewModelTest, SaysWhyARuleMakesNoSense)
{
    tryOut("(", "x");
    EXPECT_FALSE(preview->isReady());
    EXPECT_TRUE(preview->error().contains(QStringLiteral("missing )"))) << preview->error().toStdString();
    EXPECT_EQ(preview->rowCount(), 0);
    tryOut("h", "\\1");
    EXPECT_TRUE(preview->error().contains(QStringLiteral("replacement"))) << preview->error().toStdString();
    tryOut("h", "x");
    EXPECT_TRUE(preview->error().isEmpty());
    EXPECT_TRUE(preview->isReady());
}

TEST_F(RenamePreviewModelTest, GoesOnFromWhatIsStaged)
{
    StagedEdits staged(opened->checkpoint);
    staged.rename(0, "first");
    staged.remove({1});
    RenamePreviewModel next(NodeChoice{opened, opened->order, {0, 1}}, staged);
    Signal updated(&next, &RenamePreviewModel::updated);
    next.setRule(QStringLiteral("^"), QStringLiteral("my."));
    while (!next.isReady())
        ASSERT_TRUE(updated.await());
    EXPECT_EQ(next.renamed(), 1U);
    EXPECT_EQ(next.step().after.nameOf(0), "my.first");
    EXPECT_TRUE(next.step().after.of(1).isDeleted);
}

} // namespace
} // namespace loupe
