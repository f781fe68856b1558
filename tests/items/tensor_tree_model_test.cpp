#include "items/tree/tensor_tree_model.h"

#include "analysis/filter/filter.h"
#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "support/made_checkpoint.h"
#include "support/test_data.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QThread>
#include <atomic>
#include <set>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::MadeCheckpoint;
using test::Signal;

OpenedCheckpointPtr prepared(std::shared_ptr<const Checkpoint> checkpoint)
{
    return *prepareForViewing(std::move(checkpoint), {});
}

class TensorTreeModelTest : public testing::Test {
protected:
    static OpenedCheckpointPtr small()
    {
        MadeCheckpoint made;
        made.add("h.10.w", DType::BF16, {4, 4}).add("h.2.w", DType::BF16, {9}).add("t10", DType::F32, {8, 2});
        made.add("t9", DType::U8, {}).add("a\nb", DType::F64, {1000, 1000}).addZeros();
        Finding finding;
        finding.severity = Severity::Error;
        finding.code = "test";
        finding.tensor = "h.2.w";
        finding.aboutTensor = true;
        made->findings.add(finding);
        return prepared(made.take());
    }

    QString cell(const QModelIndex& index, int column, int role = Qt::DisplayRole) const
    {
        return index.siblingAtColumn(column).data(role).toString();
    }
    QStringList names(const QModelIndex& parent = {}) const
    {
        QStringList list;
        for (int row = 0; row < model.rowCount(parent); ++row)
            list << cell(model.index(row, 0, parent), TensorTreeModel::Name);
        return list;
    }

    TensorTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    Signal arranged{&model, &TensorTreeModel::arrangementFinished};
};

TEST_F(TensorTreeModelTest, MarksWhatIsStaged)
{
    const OpenedCheckpointPtr opened = small();
    model.setCheckpoint(opened);
    StagedEdits edits(opened->checkpoint);
    edits.rename(0, "h.10.weight"); // stays in its group
    edits.rename(1, "elsewhere.w");
    edits.cast({0}, DType::F16);
    edits.remove({2});
    const Signal changed(&model, &TensorTreeModel::editsChanged);
    model.setEdits(edits);
    EXPECT_EQ(changed.count(), 1);
    const QModelIndex inGroup = model.indexOf(0);
    EXPECT_EQ(cell(inGroup, TensorTreeModel::Name), QStringLiteral("weight"));
    EXPECT_EQ(cell(inGroup, TensorTreeModel::Name, FormerNameRole), QStringLiteral("w"));
    EXPECT_TRUE(cell(inGroup, TensorTreeModel::Name, Qt::ToolTipRole)
                    .startsWith(QStringLiteral("h.10.weight\nrenamed from h.10.w\n")));
    EXPECT_EQ(cell(inGroup, TensorTreeModel::Name, FullNameRole), QStringLiteral("h.10.w"));
    EXPECT_EQ(cell(inGroup, TensorTreeModel::DType), QStringLiteral("BF16 → F16"));
    EXPECT_EQ(cell(inGroup, TensorTreeModel::DType, Qt::ToolTipRole), QStringLiteral("BF16 → F16"));
    EXPECT_EQ(inGroup.siblingAtColumn(TensorTreeModel::DType).data(DTypeRole).toInt(), int(DType::F16));
    EXPECT_FALSE(inGroup.siblingAtColumn(TensorTreeModel::Shape).data(EditedRole).isValid());
    const QModelIndex moved = model.indexOf(1); // moves with its group
    EXPECT_EQ(cell(moved, TensorTreeModel::Name), QStringLiteral("w"));
    EXPECT_FALSE(moved.data(EditedRole).isValid());
    EXPECT_EQ(cell(moved.parent(), TensorTreeModel::Name), QStringLiteral("elsewhere"));
    EXPECT_EQ(cell(moved.parent(), TensorTreeModel::Name, FormerNameRole), QStringLiteral("h.2"));
    const QModelIndex gone = model.indexOf(2);
    EXPECT_EQ(cell(gone, TensorTreeModel::Name), QStringLiteral("t10"));
    EXPECT_EQ(gone.siblingAtColumn(TensorTreeModel::Size).data(EditedRole).toInt(), int(ChangeKind::Deleted));
    // The edits do not apply to another checkpoint.
    model.setCheckpoint(small());
    EXPECT_FALSE(model.indexOf(2).data(EditedRole).isValid());
}

TEST_F(TensorTreeModelTest, GroupsAreMarkedWhereSomethingBelowIsStaged)
{
    MadeCheckpoint made;
    made.add("a.b.x").add("a.b.y").add("a.c.z").add("d.w").add("top");
    const OpenedCheckpointPtr opened = prepared(made.take());
    model.setCheckpoint(opened);
    const QModelIndex a = model.indexOf(opened->tree.parent(opened->tree.parent(0)));
    const QModelIndex b = model.indexOf(opened->tree.parent(0));
    const QModelIndex d = model.indexOf(opened->tree.parent(3));
    EXPECT_FALSE(a.data(EditedBelowRole).isValid());
    StagedEdits edits(opened->checkpoint);
    edits.rename(0, "a.b.new");
    edits.remove({1});
    edits.cast({2}, DType::F16);
    edits.rename(4, "bottom");
    model.setEdits(edits);
    EXPECT_TRUE(a.data(EditedBelowRole).toBool());
    EXPECT_EQ(a.data(Qt::ToolTipRole).toString(), QStringLiteral("a\n1 tensor renamed, 1 cast, 1 deleted below"));
    EXPECT_EQ(b.data(Qt::ToolTipRole).toString(), QStringLiteral("a.b\n1 tensor renamed, 1 deleted below"));
    EXPECT_FALSE(b.siblingAtColumn(TensorTreeModel::Size).data(EditedBelowRole).isValid());
    EXPECT_FALSE(d.data(EditedBelowRole).isValid());
    EXPECT_TRUE(model.isEdited(model.nodeAt(b)));
    EXPECT_FALSE(model.isEdited(model.nodeAt(d)));
    EXPECT_TRUE(model.isEdited(4));
    EXPECT_FALSE(model.isEdited(3));
    model.setEdits(StagedEdits(opened->checkpoint));
    EXPECT_FALSE(a.data(EditedBelowRole).isValid());
}

TEST_F(TensorTreeModelTest, GroupsOfALargeTreeAreMarkedByAJob)
{
    MadeCheckpoint made;
    for (int i = 0; i < 25'000; ++i)
        made.add("g" + std::to_string(i) + ".w");
    const OpenedCheckpointPtr opened = prepared(made.take());
    model.setCheckpoint(opened);
    StagedEdits edits(opened->checkpoint);
    edits.cast({7, 9}, DType::F16);
    Signal changed(&model, &TensorTreeModel::editsChanged);
    model.setEdits(edits);
    EXPECT_TRUE(changed.await());
    ASSERT_TRUE(changed.await()); // the second signal arrives when the edits are counted
    int marked = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        marked += model.index(row, 0).data(EditedBelowRole).toBool();
    EXPECT_EQ(marked, 2);
    EXPECT_TRUE(model.isEdited(opened->tree.parent(7)));
}

TEST_F(TensorTreeModelTest, EmptyUntilThereIsACheckpoint)
{
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.visibleTensors(), 0U);
    EXPECT_FALSE(model.indexOf(0).isValid());
    model.sort(TensorTreeModel::Size);
    model.setFilter(QStringLiteral("x"));
    EXPECT_FALSE(model.isArranging());
    model.setCheckpoint(prepared(std::make_shared<const Checkpoint>()));
    EXPECT_TRUE(arranged.await());
    EXPECT_EQ(model.rowCount(), 0);
    model.setCheckpoint(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(TensorTreeModelTest, WhatHasNoNameIsUnnamed)
{
    MadeCheckpoint made;
    made.add("", DType::F32, {1}).add("g.", DType::F32, {1});
    model.setCheckpoint(prepared(made.take()));
    EXPECT_EQ(cell(model.indexOf(0), TensorTreeModel::Name), QStringLiteral("(unnamed)"));
    EXPECT_EQ(cell(model.indexOf(0), TensorTreeModel::Name, WholeTextRole), QString());
    EXPECT_EQ(cell(model.indexOf(1), TensorTreeModel::Name), QStringLiteral("(empty)")) << "a part of a name";
}

TEST_F(TensorTreeModelTest, SaysInWhichShardATensorIs)
{
    model.setCheckpoint(small());
    EXPECT_FALSE(model.isSharded());
    EXPECT_EQ(cell(model.index(2, 0), TensorTreeModel::Shard), QString());
    MadeCheckpoint made;
    made->files.resize(2);
    made->files[0].path = "m-1-of-2.bt";
    made->files[1].path = "m-2-of-2.bt";
    made.add("b", DType::F32, {1}, 0).add("g.c", DType::F32, {1}, 0).add("a", DType::F32, {1}, 1);
    model.setCheckpoint(prepared(made.take()));
    EXPECT_TRUE(model.isSharded());
    EXPECT_EQ(names(), QStringList({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("g")}));
    EXPECT_EQ(cell(model.index(0, 0), TensorTreeModel::Shard), QStringLiteral("2"));
    EXPECT_EQ(cell(model.index(0, 0), TensorTreeModel::Shard, WholeTextRole), QStringLiteral("m-2-of-2.bt"));
    EXPECT_EQ(cell(model.index(1, 0), TensorTreeModel::Shard), QStringLiteral("1"));
    EXPECT_EQ(cell(model.index(2, 0), TensorTreeModel::Shard), QString()) << "a group may be in several";
    model.sort(TensorTreeModel::Shard, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().front(), QStringLiteral("a"));
    model.sort(TensorTreeModel::Shard, Qt::AscendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().back(), QStringLiteral("a"));
}

TEST_F(TensorTreeModelTest, ShowsGroupsAndTensors)
{
    model.setCheckpoint(small());
    EXPECT_EQ(names(),
        QStringList({QStringLiteral("a\\nb"), QStringLiteral("h"), QStringLiteral("t9"), QStringLiteral("t10")}));
    const QModelIndex group = model.index(1, 0);
    EXPECT_EQ(names(group), QStringList({QStringLiteral("2"), QStringLiteral("10")}));
    EXPECT_TRUE(group.data(IsGroupRole).toBool());
    EXPECT_EQ(group.data(HintRole).toString(), QStringLiteral("2 tensors"));
    EXPECT_EQ(cell(group, TensorTreeModel::Parameters), QStringLiteral("25"));
    EXPECT_EQ(cell(group, TensorTreeModel::Size), QStringLiteral("50 B"));
    EXPECT_FALSE(group.data(TensorRole).isValid());
    EXPECT_EQ(group.data(SeverityRole).toInt(), static_cast<int>(Severity::Error));

    const QModelIndex tensor = model.index(0, 0);
    EXPECT_EQ(tensor.data(TensorRole).toUInt(), 4U);
    EXPECT_EQ(tensor.data(FullNameRole).toString(), QStringLiteral("a\nb"));
    EXPECT_FALSE(tensor.data(SeverityRole).isValid());
    EXPECT_EQ(cell(tensor, TensorTreeModel::DType), QStringLiteral("F64"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Shape), QStringLiteral("[1000, 1000]"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Parameters), QStringLiteral("1.0 M"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Size), QStringLiteral("7.6 MiB"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Size, WholeTextRole), QStringLiteral("8,000,000 bytes"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Offset), QStringLiteral("115"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Share), QStringLiteral("> 99.9 %"));
    EXPECT_NEAR(tensor.data(ShareRole).toDouble(), 1, 0.001);
    EXPECT_TRUE(tensor.flags() & Qt::ItemNeverHasChildren);
}

TEST_F(TensorTreeModelTest, ATensorThatIsNotWholeIsMarkedWithTheBytesThatItLacks)
{
    MadeCheckpoint made;
    made.add("whole", DType::U8, {1000}).add("group.whole", DType::U8, {24}).addZeros();
    made.add("group.cut", DType::F32, {100}).add("gone", DType::U8, {1});
    model.setCheckpoint(prepared(made.take()));
    for (const NameTree::NodeId whole : {0U, 1U}) {
        EXPECT_FALSE(model.indexOf(whole).data(SeverityRole).isValid());
        EXPECT_FALSE(model.indexOf(whole).data(Qt::ToolTipRole).isValid());
    }
    const QModelIndex cut = model.indexOf(2);
    EXPECT_EQ(cut.data(SeverityRole).toInt(), static_cast<int>(Severity::Error));
    EXPECT_EQ(cut.parent().data(SeverityRole).toInt(), static_cast<int>(Severity::Error));
    EXPECT_EQ(cut.data(Qt::ToolTipRole).toString(), QStringLiteral("group.cut\nmissing entirely (400 bytes)"));
    EXPECT_EQ(cell(cut, TensorTreeModel::Size, WholeTextRole), QStringLiteral("missing entirely (400 bytes)"));
    EXPECT_EQ(
        cell(model.indexOf(3), TensorTreeModel::Size, WholeTextRole), QStringLiteral("missing entirely (1 byte)"));
}

TEST_F(TensorTreeModelTest, ATensorWhosePiecesDoNotFitHasNoSizeAndSaysWhy)
{
    const auto checkpoint = openCheckpoint(test::dataPath("torch-dcp/bad-chunk-gap"));
    ASSERT_TRUE(checkpoint) << describe(checkpoint.error());
    const auto& tensors = (*checkpoint)->tensors;
    const auto number = std::ranges::find(tensors, "beta.weight", &Tensor::name) - tensors.begin();
    model.setCheckpoint(prepared(*checkpoint));
    const QModelIndex tensor = model.indexOf(static_cast<NameTree::NodeId>(number));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Size), QStringLiteral("–"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Shard), QStringLiteral("–"));
    EXPECT_EQ(cell(tensor, TensorTreeModel::Size, WholeTextRole), QStringLiteral("no values"));
    EXPECT_TRUE(tensor.data(Qt::ToolTipRole).toString().contains(QStringLiteral("no values: it has ")));
}

/// One of two files is missing, and with it half of each matrix.
TEST_F(TensorTreeModelTest, ATensorWhoseFileIsMissingSaysHowMuchOfIt)
{
    const auto checkpoint = openCheckpoint(test::dataPath("torch-dcp/bad-missing-file"));
    ASSERT_TRUE(checkpoint) << describe(checkpoint.error());
    model.setCheckpoint(prepared(*checkpoint));
    std::set<QString> missing;
    for (NameTree::NodeId tensor = 0; tensor < (*checkpoint)->tensors.size(); ++tensor) {
        const QString size = cell(model.indexOf(tensor), TensorTreeModel::Size, WholeTextRole);
        if (!size.endsWith(QStringLiteral("missing")))
            continue;
        missing.insert(size);
        EXPECT_EQ(cell(model.indexOf(tensor), TensorTreeModel::Shard, WholeTextRole), QStringLiteral("__1_0.distcp"));
    }
    EXPECT_EQ(missing,
        (std::set<QString>{QStringLiteral("48 of 96 bytes missing"), QStringLiteral("24 of 48 bytes missing")}));
}

TEST_F(TensorTreeModelTest, ATensorInSeveralFilesSaysInHowMany)
{
    const auto checkpoint = openCheckpoint(test::dataPath("torch-dcp/real-1.13-4ranks"));
    ASSERT_TRUE(checkpoint) << describe(checkpoint.error());
    model.setCheckpoint(prepared(*checkpoint));
    std::set<QString> shards;
    for (NameTree::NodeId tensor = 0; tensor < (*checkpoint)->tensors.size(); ++tensor)
        shards.insert(cell(model.indexOf(tensor), TensorTreeModel::Shard));
    EXPECT_TRUE(shards.contains(QStringLiteral("4 files")));
}

TEST_F(TensorTreeModelTest, ATensorThatSharesStorageIsMarkedAndCountsOnce)
{
    MadeCheckpoint made;
    made.add("wte", DType::F32, {100}).add("lm_head", DType::F32, {100}).addZeros();
    made->tensors[1].bytes = made->tensors[0].bytes;
    made->files.front().tensorsShare = true;
    model.setCheckpoint(prepared(made.take()));
    EXPECT_EQ(model.checkpoint()->tree.sums(model.checkpoint()->tree.root()), (NameTree::Sums{2, 100, 400}));
    const QModelIndex tied = model.indexOf(1);
    EXPECT_EQ(tied.data(HintRole).toString(), QStringLiteral("shared with wte"));
    EXPECT_FALSE(model.indexOf(0).data(HintRole).isValid());
    EXPECT_EQ(tied.data(Qt::ToolTipRole).toString(), QStringLiteral("lm_head\nshared with wte"));
    EXPECT_EQ(cell(model.indexOf(0), TensorTreeModel::Size, Qt::DisplayRole), QStringLiteral("400 B"));
}

TEST_F(TensorTreeModelTest, IndexesAreRightInAnyOrderOfAsking)
{
    model.setCheckpoint(small());
    const QModelIndex group = model.index(1, 0);
    // The children's texts, in the order shown.
    const auto expected = [&](int row, int column, const QModelIndex& parent) -> std::optional<NameTree::NodeId> {
        const NameTree::NodeId node = parent.isValid() ? model.nodeAt(parent) : model.checkpoint()->tree.root();
        if (!model.checkpoint()->tree.isGroup(node) || parent.column() > 0 || column < 0
            || column >= TensorTreeModel::ColumnCount)
            return std::nullopt;
        const auto children = model.order()->children(node);
        if (row < 0 || row >= static_cast<int>(children.size()))
            return std::nullopt;
        return children[static_cast<std::size_t>(row)];
    };
    const auto ask = [&](int row, int column, const QModelIndex& parent) {
        const QModelIndex index = model.index(row, column, parent);
        const auto node = expected(row, column, parent);
        ASSERT_EQ(index.isValid(), node.has_value()) << row << ' ' << column;
        if (!node)
            return;
        EXPECT_EQ(model.nodeAt(index), *node);
        EXPECT_EQ(index.row(), row);
        EXPECT_EQ(index.column(), column);
        EXPECT_EQ(index.model(), &model);
    };
    const QModelIndexList parents{
        {}, group, group.siblingAtColumn(1), model.index(0, 0), model.index(0, 0, group), model.index(1, 0, group)};
    for (const QModelIndex& parent : parents)
        for (const QModelIndex& other : parents)
            for (int row = -2; row < 6; ++row)
                for (const int column :
                    {-1, 0, 1, int(TensorTreeModel::ColumnCount) - 1, int(TensorTreeModel::ColumnCount)}) {
                    ask(row, column, parent);
                    ask(row + 1, column, parent);
                    ask(row + 1, 0, other);
                    ask(row + 2, column, parent);
                }
    ask(0, 0, {});
    model.sort(TensorTreeModel::Size, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    ask(1, 0, {}); // it was "h" before
    EXPECT_EQ(names().at(1), QStringLiteral("t10"));
}

TEST_F(TensorTreeModelTest, SortingMovesPersistentIndexesWithTheirRows)
{
    model.setCheckpoint(small());
    const QPersistentModelIndex nested(model.indexOf(0));
    const QPersistentModelIndex top(model.indexOf(3, TensorTreeModel::Size));
    model.sort(TensorTreeModel::Size, Qt::DescendingOrder);
    EXPECT_TRUE(model.isArranging());
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(),
        QStringList({QStringLiteral("a\\nb"), QStringLiteral("t10"), QStringLiteral("h"), QStringLiteral("t9")}));
    EXPECT_EQ(model.nodeAt(nested), 0U);
    EXPECT_EQ(nested.parent().row(), 0);
    EXPECT_EQ(top.row(), 3);
    EXPECT_EQ(top.column(), TensorTreeModel::Size);
    model.sort(-1);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names().front(), QStringLiteral("a\\nb"));
    EXPECT_EQ(top.row(), 2);
}

TEST_F(TensorTreeModelTest, AChainOfGroupsIsOneRowWhereItIsCompact)
{
    model.setForm(TreeForm::Compact);
    const OpenedCheckpointPtr opened = small();
    model.setCheckpoint(opened);
    EXPECT_FALSE(model.isArranging()) << "the order was made with the tree";
    EXPECT_EQ(names(model.indexOf(opened->tree.parent(opened->tree.parent(0)))),
        QStringList({QStringLiteral("2.w"), QStringLiteral("10.w")}));
    const QModelIndex tensor = model.indexOf(0); // h.10.w
    EXPECT_EQ(tensor.parent().data(FullNameRole).toString(), QStringLiteral("h"));
    EXPECT_EQ(model.indexOf(opened->tree.parent(0)), tensor) << "the row of a group within a chain";
    EXPECT_EQ(tensor.data(FullNameRole).toString(), QStringLiteral("h.10.w"));
    EXPECT_EQ(tensor.data(TensorRole).toUInt(), 0U);

    model.setFilter(QStringLiteral("dtype:bf16 -10"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), QStringList(QStringLiteral("h.2.w")));
    model.setForm(TreeForm::Full);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), QStringList(QStringLiteral("h")));
    model.setForm(TreeForm::Compact);
    model.setFilter({});
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 5U);
    EXPECT_EQ(names(model.index(1, 0)).size() + names(model.index(0, 0)).size(), 2);

    StagedEdits edits(opened->checkpoint);
    edits.rename(0, "h.10.weight");
    edits.rename(1, "h.x.y.w");
    model.setEdits(edits);
    EXPECT_EQ(cell(model.indexOf(0), TensorTreeModel::Name), QStringLiteral("10.weight"));
    EXPECT_EQ(cell(model.indexOf(1), TensorTreeModel::Name), QStringLiteral("x.y.w"));
}

TEST_F(TensorTreeModelTest, FilterKeepsMatchesAndTheirGroups)
{
    model.setCheckpoint(small());
    model.setFilter(QStringLiteral("dtype:bf16 -10"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), QStringList(QStringLiteral("h")));
    EXPECT_EQ(names(model.index(0, 0)), QStringList(QStringLiteral("2")));
    EXPECT_EQ(cell(model.index(0, 0), TensorTreeModel::Parameters), QStringLiteral("9"));
    EXPECT_EQ(model.visibleTensors(), 1U);
    EXPECT_FALSE(model.indexOf(0).isValid());
    EXPECT_TRUE(model.indexOf(1).isValid());
    model.sort(TensorTreeModel::Size, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 1U);
    model.setFilter({});
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), 5U);
    EXPECT_EQ(names().back(), QStringLiteral("t9"));
}

TEST_F(TensorTreeModelTest, UnderAFilterMarksOfGroupsAreAboutTheRowsBelowThem)
{
    MadeCheckpoint made;
    made.add("g.a.cut").add("g.a.whole").add("g.b.x");
    Finding finding;
    finding.severity = Severity::Error;
    finding.code = "test";
    finding.tensor = "g.a.cut";
    finding.aboutTensor = true;
    made.addZeros();
    made->findings.add(finding);
    const OpenedCheckpointPtr opened = prepared(made.take());
    model.setCheckpoint(opened);
    StagedEdits edits(opened->checkpoint);
    edits.remove({0});
    edits.cast({1}, DType::F16);
    edits.rename(2, "g.b.y");
    model.setEdits(edits);
    const NameTree::NodeId a = opened->tree.parent(0);
    struct Shown {
        const char* filter;
        NameTree::NodeId group;
        bool isError;
        const char* staged; ///< null if there is no mark
    };
    const NameTree::NodeId g = opened->tree.parent(a);
    for (const Shown& shown : {Shown{"cut", g, true, "g\n1 tensor deleted below"},
             Shown{"whole", g, false, "g\n1 tensor cast below"}, Shown{"whole", a, false, "g.a\n1 tensor cast below"},
             Shown{"/cut|x/", g, true, "g\n1 tensor renamed, 1 deleted below"},
             Shown{"", g, true, "g\n1 tensor renamed, 1 cast, 1 deleted below"}}) {
        model.setFilter(QString::fromLatin1(shown.filter));
        while (model.isArranging())
            ASSERT_TRUE(arranged.await());
        const QModelIndex group = model.indexOf(shown.group);
        EXPECT_EQ(group.data(SeverityRole).isValid(), shown.isError) << shown.filter;
        EXPECT_TRUE(group.data(EditedBelowRole).toBool()) << shown.filter;
        EXPECT_EQ(group.data(Qt::ToolTipRole).toString(), QString::fromLatin1(shown.staged)) << shown.filter;
        EXPECT_TRUE(model.isEdited(shown.group));
    }
    edits.revert({1});
    model.setEdits(edits);
    model.setFilter(QStringLiteral("whole"));
    ASSERT_TRUE(arranged.await());
    EXPECT_FALSE(model.indexOf(g).data(EditedBelowRole).isValid());
    EXPECT_FALSE(model.isEdited(g)) << "nothing that is shown can be reverted";
    // All tensors of the next checkpoint count.
    const OpenedCheckpointPtr next = small();
    StagedEdits others(next->checkpoint);
    others.remove({0});
    model.setEdits(others);
    model.setCheckpoint(next);
    EXPECT_TRUE(model.indexOf(next->tree.parent(next->tree.parent(0))).data(EditedBelowRole).toBool());
}

TEST_F(TensorTreeModelTest, SenselessFilterChangesNothing)
{
    model.setCheckpoint(small());
    model.setFilter(QStringLiteral("h"));
    ASSERT_TRUE(arranged.await());
    const QStringList before = names();
    Signal refused(&model, &TensorTreeModel::filterError);
    model.setFilter(QStringLiteral("/(/"));
    model.sort(TensorTreeModel::Name, Qt::DescendingOrder); // a request that must not get lost
    ASSERT_TRUE(refused.await());
    EXPECT_EQ(model.filter(), QStringLiteral("h"));
    while (model.isArranging())
        ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), before);
    EXPECT_EQ(names(model.index(0, 0)), QStringList({QStringLiteral("10"), QStringLiteral("2")}));
}

TEST_F(TensorTreeModelTest, ValueWordsAskTheProviderOnAnotherThread)
{
    model.setCheckpoint(small());
    const auto uiThread = QThread::currentThread();
    std::atomic<bool> askedElsewhere = true;
    std::atomic<std::uint32_t> broken = 2;
    model.setValueProvider([&](std::uint32_t tensor) -> std::optional<ValueCounts> {
        if (QThread::currentThread() == uiThread)
            askedElsewhere = false;
        return ValueCounts{16, tensor == broken ? 1U : 0U, 0, 0};
    });
    model.setFilter(QStringLiteral("nan:>0"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), QStringList(QStringLiteral("t10")));
    broken = 3;
    model.rearrange();
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), QStringList(QStringLiteral("t9")));
    EXPECT_TRUE(askedElsewhere);
}

TEST_F(TensorTreeModelTest, SortingAndFilterOutliveTheCheckpoint)
{
    model.setCheckpoint(small());
    model.sort(TensorTreeModel::Name, Qt::DescendingOrder);
    model.setFilter(QStringLiteral("t"));
    ASSERT_TRUE(arranged.await());
    model.setCheckpoint(small());
    EXPECT_EQ(model.visibleTensors(), 5U); // shown at once, until the job is done
    while (model.isArranging())
        ASSERT_TRUE(arranged.await());
    EXPECT_EQ(names(), QStringList({QStringLiteral("t10"), QStringLiteral("t9")}));
}

TEST_F(TensorTreeModelTest, ManyTensors)
{
    MadeCheckpoint made;
    constexpr int blocks = 100;
    constexpr int perBlock = 1000;
    for (int block = 0; block < blocks; ++block) {
        for (int i = 0; i < perBlock; ++i)
            made.add(
                "b." + std::to_string(block) + '.' + std::to_string(i), DType::U8, {static_cast<std::uint64_t>(i)});
    }
    model.setCheckpoint(prepared(made.take()));
    model.sort(TensorTreeModel::Parameters, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    const QModelIndex block = model.index(0, 0, model.index(0, 0));
    ASSERT_EQ(model.rowCount(block), perBlock);
    EXPECT_EQ(cell(model.index(0, 0, block), TensorTreeModel::Name), QStringLiteral("999"));
    model.setFilter(QStringLiteral("shape:7"));
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(model.visibleTensors(), quint64{blocks});
}

} // namespace
} // namespace loupe
