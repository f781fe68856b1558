#include "views/tree/row_ranges.h"

#include "items/tree/tensor_tree_model.h"
#include "support/made_checkpoint.h"
#include "views/tree/open_groups.h"
#include "views/tree/tensor_tree_view.h"

#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace loupe {
namespace {

using NodeId = NameTree::NodeId;

class RowRangesTest : public testing::Test {
protected:
    RowRangesTest()
    {
        test::MadeCheckpoint made;
        for (int i = 0; i < 150; ++i) {
            std::string name;
            for (auto depth = m_random() % 4; depth > 0; --depth)
                name += std::string(1, static_cast<char>('a' + m_random() % 4)) + '.';
            made.add(name + std::to_string(i), DType::F32, {1 + m_random() % 50});
        }
        m_view.setTensorModel(&m_model);
        m_model.setCheckpoint(*prepareForViewing(made.take(), {}));
        m_view.resize(900, 500);
        m_view.show();
        m_view.collapseAll();
    }

    GroupSet openSome()
    {
        const NameTree& tree = m_model.checkpoint()->tree;
        GroupSet open(tree.root());
        for (NodeId group = tree.root() + 1; group < tree.nodeCount(); ++group) {
            m_view.setExpanded(m_model.indexOf(group), m_random() % 3 > 0);
            if (m_view.isExpanded(m_model.indexOf(group)))
                open.insert(group);
        }
        return open;
    }
    std::vector<NodeId> shownRows() const
    {
        std::vector<NodeId> rows;
        for (QModelIndex row = m_model.index(0, 0); row.isValid(); row = m_view.indexBelow(row))
            rows.push_back(m_model.nodeAt(row));
        return rows;
    }
    std::multiset<NodeId> nodesOf(const QItemSelection& selection) const
    {
        std::multiset<NodeId> nodes;
        for (const QModelIndex& index : selection.indexes())
            if (index.column() == 0)
                nodes.insert(m_model.nodeAt(index));
        return nodes;
    }
    std::multiset<NodeId> selected() const { return nodesOf(m_view.selectionModel()->selection()); }

    std::mt19937 m_random{9};
    TensorTreeModel m_model;
    TensorTreeView m_view;
};

TEST_F(RowRangesTest, AreTheRowsFromOneToAnother)
{
    for (int round = 0; round < 10; ++round) {
        const GroupSet open = openSome();
        const std::vector<NodeId> rows = shownRows();
        for (int i = 0; i < 50; ++i) {
            const std::size_t a = m_random() % rows.size();
            const std::size_t b = m_random() % rows.size();
            const auto from = rows.begin() + static_cast<std::ptrdiff_t>(std::min(a, b));
            const auto to = rows.begin() + static_cast<std::ptrdiff_t>(std::max(a, b)) + 1;
            EXPECT_EQ(
                nodesOf(rowsBetween(m_model, OpenRows{open, {}}, m_model.indexOf(rows[a]), m_model.indexOf(rows[b]))),
                std::multiset<NodeId>(from, to));
        }
    }
}

TEST_F(RowRangesTest, SelectingAllSelectsTheRowsThatShow)
{
    openSome();
    const std::vector<NodeId> rows = shownRows();
    for (int i = 0; i < 2; ++i) {
        m_view.selectAll();
        EXPECT_EQ(selected(), std::multiset<NodeId>(rows.begin(), rows.end()));
        EXPECT_EQ(m_view.selectionModel()->selectedRows().size(), static_cast<qsizetype>(rows.size())); // whole rows
    }
    m_model.setCheckpoint(nullptr);
    m_view.selectAll();
    EXPECT_TRUE(selected().empty());
}

TEST_F(RowRangesTest, KeysExtendTheSelectionToTheEnds)
{
    openSome();
    const std::vector<NodeId> rows = shownRows();
    const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
    m_view.selectNode(*middle);
    QTest::keyClick(&m_view, Qt::Key_End, Qt::ShiftModifier);
    EXPECT_EQ(selected(), std::multiset<NodeId>(middle, rows.end()));
    QTest::keyClick(&m_view, Qt::Key_Home, Qt::ShiftModifier);
    EXPECT_EQ(selected(), std::multiset<NodeId>(rows.begin(), middle + 1));
}

} // namespace
} // namespace loupe
