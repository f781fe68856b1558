// Tests that TensorTreeView opens and closes many groups.

#include "shown_tree.h"
#include "support/made_checkpoint.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <set>

namespace loupe {
namespace {

using NodeId = NameTree::NodeId;

class TreeOpeningTest : public test::ShownTreeTest {
protected:
    /// Opens "b.0.sub.w", "b.1.sub.w" and so on, with two groups per tensor below "b", and a group "a" next to it.
    void open(int count)
    {
        test::MadeCheckpoint made;
        made.add("a.first.w", DType::F32, {1});
        for (int i = 0; i < count; ++i)
            made.add("b." + std::to_string(i) + ".sub.w", DType::F32, {1});
        ShownTreeTest::open(made.take());
    }
    const NameTree& tree() const { return m_model.checkpoint()->tree; }
    NodeId group(std::string_view path) const
    {
        NodeId node = tree().root() + 1;
        while (tree().path(node) != path)
            ++node;
        return node;
    }
    std::set<NodeId> openGroups() const
    {
        std::set<NodeId> open;
        for (NodeId node = tree().root() + 1; node < tree().nodeCount(); ++node)
            if (m_view.isExpanded(m_model.indexOf(node)))
                open.insert(node);
        return open;
    }
    std::size_t groups() const { return tree().groupCount() - 1; }
    /// The number of visible rows, counted by going from each to the next.
    int shownRows() const
    {
        int rows = 0;
        for (QModelIndex row = m_model.index(0, 0); row.isValid(); row = m_view.indexBelow(row))
            ++rows;
        return rows;
    }
    int topOf(const QModelIndex& index) const { return m_view.visualRect(index).top(); }

    QSignalSpy m_reported{&m_view, &TensorTreeView::expandedInPart};
};

TEST_F(TreeOpeningTest, ExpandsAndCollapsesAll)
{
    open(5000);
    m_view.collapseAll();
    await();
    EXPECT_TRUE(openGroups().empty());
    EXPECT_EQ(shownRows(), 2);
    m_view.expandAll();
    EXPECT_TRUE(m_view.isExpanding()); // too many for one turn of the event loop
    await();
    EXPECT_EQ(openGroups().size(), groups());
    EXPECT_EQ(shownRows(), 3 + 1 + 3 * 5000);
    EXPECT_TRUE(m_reported.last().front().toString().isEmpty());
    m_view.collapseAll();
    await();
    EXPECT_TRUE(openGroups().empty());
    EXPECT_EQ(shownRows(), 2);
}

/// Shrinks the tree like a scroll bar or a notice.
TEST_F(TreeOpeningTest, WhatTakesRoomFromBelowDoesNotCoverTheCurrentRow)
{
    open(100);
    m_view.expandAll();
    await();
    const auto isSeen = [this] {
        return m_view.visualRect(m_view.currentIndex()).bottom() <= m_view.viewport()->height();
    };
    const QModelIndex lowest =
        m_view.indexAt({40, m_view.viewport()->height() - m_view.visualRect(m_model.index(0, 0)).height() - 2});
    ASSERT_TRUE(lowest.isValid());
    m_view.selectionModel()->setCurrentIndex(lowest, QItemSelectionModel::ClearAndSelect);
    ASSERT_TRUE(isSeen());
    const QSize size = m_view.size();
    m_view.resize(size.width(), size.height() - 50);
    QCoreApplication::processEvents();
    EXPECT_TRUE(isSeen());

    m_view.resize(size);
    m_view.verticalScrollBar()->setValue(0);
    m_view.selectionModel()->setCurrentIndex(m_model.indexOf(100), QItemSelectionModel::ClearAndSelect);
    m_view.verticalScrollBar()->setValue(0);
    ASSERT_FALSE(isSeen());
    m_view.resize(size.width(), size.height() - 50);
    QCoreApplication::processEvents();
    EXPECT_EQ(m_view.verticalScrollBar()->value(), 0) << "what was not in view stays out of it";
}

TEST_F(TreeOpeningTest, AnEmptyTreeHasNothingToOpen)
{
    m_view.expandAll();
    m_view.collapseAll();
    EXPECT_FALSE(m_view.isExpanding());
}

TEST_F(TreeOpeningTest, FewGroupsOpenAtOnce)
{
    open(100);
    m_view.expandAll();
    EXPECT_FALSE(m_view.isExpanding());
    EXPECT_EQ(openGroups().size(), groups());
}

TEST_F(TreeOpeningTest, OpensNoMoreThanIsBearableAndSaysSo)
{
    open(130'000);
    m_view.expandAll();
    await();
    EXPECT_EQ(openGroups(), (std::set<NodeId>{group("a"), group("b")}));
    EXPECT_TRUE(m_reported.last().front().toString().startsWith(QStringLiteral("Opened 2 of 260,003 groups: ")))
        << m_reported.last().front().toString().toStdString();
    m_view.collapseAll();
    EXPECT_TRUE(m_reported.last().front().toString().isEmpty());
}

TEST_F(TreeOpeningTest, TheKeyForASubtreeOpensItAlone)
{
    open(30);
    m_view.collapseAll();
    m_view.selectNode(group("b"));
    QTest::keyClick(&m_view, Qt::Key_Asterisk);
    await();
    EXPECT_EQ(openGroups().size(), groups() - 2); // all but "a" and "a.first"
    EXPECT_FALSE(openGroups().count(group("a")));
}

TEST_F(TreeOpeningTest, StopsBetweenSlices)
{
    open(20'000);
    m_view.collapseAll();
    await();
    QSignalSpy changed(&m_view, &TensorTreeView::expandingChanged);
    m_view.expandAll();
    ASSERT_TRUE(m_view.isExpanding());
    EXPECT_EQ(changed.size(), 1);
    m_view.stopExpanding();
    EXPECT_FALSE(m_view.isExpanding());
    EXPECT_EQ(changed.size(), 2);
    const auto opened = openGroups();
    EXPECT_FALSE(opened.empty());
    await();
    EXPECT_EQ(openGroups(), opened);
    // Groups that were not reached must not be opened later either.
    filter(QStringLiteral("first"));
    filter({});
    EXPECT_EQ(openGroups(), opened);
}

TEST_F(TreeOpeningTest, AnotherCheckpointEndsIt)
{
    open(20'000);
    m_view.expandAll();
    ASSERT_TRUE(m_view.isExpanding());
    QSignalSpy changed(&m_view, &TensorTreeView::expandingChanged);
    open(3);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(shownRows(), 3 + 1 + 3 * 3);
    m_view.collapseAll();
    EXPECT_EQ(shownRows(), 2);
}

TEST_F(TreeOpeningTest, ASortMeanwhileDoesNotHinderIt)
{
    open(20'000);
    m_view.collapseAll();
    await();
    m_view.expandAll();
    m_model.sort(TensorTreeModel::Name, Qt::DescendingOrder);
    await();
    EXPECT_EQ(openGroups().size(), groups());
    EXPECT_EQ(shownRows(), 3 + 1 + 3 * 20'000);
    EXPECT_EQ(m_view.indexBelow(m_model.index(0, 0)).data().toString(), QStringLiteral("19999"));
}

TEST_F(TreeOpeningTest, AllThatWasOpenComesThroughAFilter)
{
    open(20'000);
    m_view.expandAll();
    filter(QStringLiteral("first")); // while groups are still being opened
    EXPECT_EQ(m_model.visibleTensors(), 1U);
    filter({});
    EXPECT_EQ(openGroups().size(), groups());
    EXPECT_EQ(shownRows(), 3 + 1 + 3 * 20'000);
}

TEST_F(TreeOpeningTest, AGroupThatIsOpenedAgainShowsWhatWasOpenInIt)
{
    open(3000);
    m_view.expandAll();
    await();
    const int rows = shownRows();
    const auto all = openGroups();
    const QModelIndex outer = m_model.indexOf(group("b"));
    m_view.collapse(m_model.indexOf(group("b.7.sub")));
    for (int i = 0; i < 3; ++i) {
        m_view.collapse(outer);
        await();
        EXPECT_EQ(shownRows(), rows - 3 * 3000 + 1 - 1);
        m_view.expand(outer);
        await();
        EXPECT_EQ(shownRows(), rows - 1);
    }
    // A closed group must also stay closed if a filter is set and removed.
    m_view.collapse(outer);
    filter(QStringLiteral("first"));
    filter({});
    EXPECT_FALSE(m_view.isExpanded(m_model.indexOf(group("b"))));
    m_view.expand(m_model.indexOf(group("b")));
    await();
    EXPECT_EQ(shownRows(), rows - 1);
    EXPECT_EQ(openGroups().size(), all.size() - 1);
}

TEST_F(TreeOpeningTest, TheCurrentRowKeepsItsPlace)
{
    open(300);
    m_view.collapseAll();
    m_view.expand(m_model.indexOf(group("b")));
    const NodeId node = group("b.150");
    m_view.selectNode(node);
    m_view.verticalScrollBar()->setValue(m_view.verticalScrollBar()->value() + 100);
    const int before = topOf(m_model.indexOf(node));
    ASSERT_TRUE(m_view.viewport()->rect().contains(0, before));
    m_view.expandAll();
    EXPECT_EQ(topOf(m_model.indexOf(node)), before);
    m_view.collapseAll();
    EXPECT_EQ(m_view.currentNode(), node);
    EXPECT_EQ(shownRows(), 2);
}

TEST_F(TreeOpeningTest, SelectingADeepTensorOpensAllAboveIt)
{
    open(300);
    m_view.collapseAll();
    const NodeId tensor = 151; // "b.150.sub.w"
    ASSERT_TRUE(m_view.selectNode(tensor));
    EXPECT_EQ(m_view.currentIndex().data(FullNameRole).toString(), QStringLiteral("b.150.sub.w"));
    EXPECT_EQ(openGroups(), (std::set<NodeId>{group("b"), group("b.150"), group("b.150.sub")}));
    EXPECT_TRUE(m_view.viewport()->rect().intersects(m_view.visualRect(m_view.currentIndex())));
}

} // namespace
} // namespace loupe
