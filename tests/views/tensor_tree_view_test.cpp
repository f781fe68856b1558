#include "views/tree/tensor_tree_view.h"

#include "shown_tree.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/picture.h"
#include "views/kit/link_button.h"
#include "views/kit/table_copy.h"
#include "views/tree/selected_names.h"
#include "views/tree/tree_delegate.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <set>
#include <string>

namespace loupe {
namespace {

class TensorTreeViewTest : public test::ShownTreeTest { };

std::shared_ptr<const Checkpoint> layers(int count, const char* path = "")
{
    test::MadeCheckpoint made;
    made->path = path;
    for (int layer = 0; layer < count; ++layer)
        for (const char* name : {"attn.weight", "attn.bias", "mlp.weight"})
            made.add("model.layers." + std::to_string(layer) + '.' + name, DType::BF16, {16, 16});
    made.add("model.norm", DType::F32, {16});
    return made.take();
}

TEST_F(TensorTreeViewTest, AnEmptyTreeSaysWhatWouldBeHere)
{
    m_view.setEmptyText(QStringLiteral("Nothing is open."));
    EXPECT_GT(test::colorCount(test::pictureOf(m_view)), 2);
    EXPECT_FALSE(m_view.currentNode());
    EXPECT_TRUE(m_view.selectedTensors().empty());
    EXPECT_TRUE(selectedNames(m_view).isEmpty());
}

TEST_F(TensorTreeViewTest, WhereAFilterMatchesNothingOneClickUsesAnotherOrNone)
{
    open(layers(2));
    filter(QStringLiteral("attn 0-1"));
    ASSERT_EQ(m_model.rowCount(), 0);
    EXPECT_EQ(m_model.noMatch().why, "nothing matches 0-1");
    ASSERT_EQ(m_model.noMatch().instead, "attn layer:0-1");
    m_view.setEmptyText(QStringLiteral("No tensor matches the filter."));
    m_view.offerFilters(QStringLiteral("attn layer:0-1"));
    QSignalSpy wanted(&m_view, &OrderedTreeView::filterWanted);
    for (LinkButton* const link : m_view.findChildren<LinkButton*>()) {
        EXPECT_TRUE(link->isVisible());
        EXPECT_TRUE(m_view.viewport()->rect().contains(QRect(link->mapTo(m_view.viewport(), QPoint()), link->size())));
        link->click();
    }
    ASSERT_EQ(wanted.size(), 2);
    EXPECT_EQ(wanted[0].front().toString(), QStringLiteral("attn layer:0-1"));
    EXPECT_EQ(wanted[1].front().toString(), QString());
    filter(QStringLiteral("attn layer:0-1"));
    EXPECT_GT(m_model.rowCount(), 0);
    EXPECT_EQ(m_model.noMatch().why, "");
    EXPECT_FALSE(m_view.findChild<LinkButton*>()->isVisible());
}

TEST_F(TensorTreeViewTest, OpensTheFirstLevels)
{
    open(layers(12));
    const QModelIndex model = m_model.index(0, 0);
    EXPECT_TRUE(m_view.isExpanded(model));
    EXPECT_TRUE(m_view.isExpanded(m_model.index(0, 0, model)));
    EXPECT_FALSE(m_view.isExpanded(m_model.index(0, 0, m_model.index(0, 0, model))));
    EXPECT_GT(test::colorCount(test::pictureOf(m_view)), 8);
}

/// If such a group stayed closed, the whole model would be one row.
TEST_F(TensorTreeViewTest, OpensALongGroupThatStandsAlone)
{
    for (const auto& [count, isOpen] : {std::pair(250, true), {1001, false}}) {
        open(layers(count));
        const QModelIndex blocks = m_model.index(0, 0, m_model.index(0, 0));
        EXPECT_EQ(m_model.rowCount(blocks), count);
        EXPECT_EQ(m_view.isExpanded(blocks), isOpen) << count;
    }
}

TEST_F(TensorTreeViewTest, SelectingATensorOpensItsGroupsAndTells)
{
    open(layers(40));
    QSignalSpy nodes(&m_view, &TensorTreeView::currentNodeChanged);
    std::vector<std::optional<NameTree::NodeId>> told;
    QObject::connect(&m_view, &TensorTreeView::currentNodeChanged, &m_view,
        [&](std::optional<NameTree::NodeId> node) { told.push_back(node); });
    ASSERT_TRUE(m_view.selectNode(100));
    EXPECT_EQ(nodes.size(), 1);
    EXPECT_EQ(m_view.currentTensor(), 100U);
    EXPECT_EQ(m_view.selectedTensors(), std::vector<std::uint32_t>{100});
    EXPECT_TRUE(m_view.viewport()->rect().intersects(m_view.visualRect(m_view.currentIndex())));
    const NameTree::NodeId group = m_model.checkpoint()->tree.root() + 1;
    ASSERT_TRUE(m_view.selectNode(group));
    EXPECT_EQ(m_view.currentTensor(), std::nullopt);
    EXPECT_EQ(told, (std::vector<std::optional<NameTree::NodeId>>{100U, group}));
}

TEST_F(TensorTreeViewTest, ExpansionAndCurrentRowComeThroughAFilter)
{
    open(layers(40));
    m_view.selectNode(100);
    const QModelIndex layer = m_view.currentIndex().parent();
    const auto group = m_model.nodeAt(layer);
    QSignalSpy nodes(&m_view, &TensorTreeView::currentNodeChanged);
    filter(QStringLiteral("norm"));
    EXPECT_EQ(m_model.visibleTensors(), 1U);
    EXPECT_TRUE(m_view.isExpanded(m_model.index(0, 0)));
    filter({});
    EXPECT_EQ(m_view.currentTensor(), 100U);
    EXPECT_TRUE(m_view.isExpanded(m_model.indexOf(group)));
    EXPECT_TRUE(nodes.isEmpty());
}

TEST_F(TensorTreeViewTest, ExpandedByHandAndAllAtOnceComeThroughAFilter)
{
    open(layers(40));
    const auto group = m_model.checkpoint()->tree.parent(0);
    for (const bool all : {false, true}) {
        all ? m_view.expandAll() : m_view.expand(m_model.indexOf(group));
        filter(QStringLiteral("norm"));
        filter({});
        EXPECT_TRUE(m_view.isExpanded(m_model.indexOf(group)));
    }
    m_view.collapseAll();
    filter(QStringLiteral("norm"));
    filter({});
    EXPECT_FALSE(m_view.isExpanded(m_model.indexOf(group)));
}

TEST_F(TensorTreeViewTest, FocusAloneMakesNoRowCurrent)
{
    open(layers(3));
    QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
    QCoreApplication::sendEvent(&m_view, &focus);
    EXPECT_FALSE(m_view.currentIndex().isValid());
    QTest::keyClick(&m_view, Qt::Key_Down);
    EXPECT_EQ(m_view.currentIndex(), m_model.index(0, 0));
    EXPECT_EQ(m_view.currentNode(), TensorTreeModel::nodeAt(m_model.index(0, 0)));
}

TEST_F(TensorTreeViewTest, CompactRowsOpenSelectAndKeepTheirPlace)
{
    m_model.setForm(TreeForm::Compact);
    open(layers(12)); // each layer has groups of one tensor
    const NameTree& tree = m_model.checkpoint()->tree;
    m_view.expandAll();
    await();
    std::size_t rows = 0;
    for (QModelIndex row = m_model.index(0, 0); row.isValid(); row = m_view.indexBelow(row)) {
        ++rows;
        EXPECT_TRUE(!m_model.hasChildren(row) || m_model.rowCount(row) > 1) << row.data().toString().toStdString();
    }
    EXPECT_GT(rows, tree.tensorCount());
    m_view.selectAll();
    EXPECT_EQ(m_view.selectedTensors().size(), tree.tensorCount());

    m_view.collapseAll();
    await();
    EXPECT_TRUE(m_view.selectNode(30));
    EXPECT_EQ(m_view.currentTensor(), 30U);
    EXPECT_TRUE(m_view.viewport()->rect().intersects(m_view.visualRect(m_view.currentIndex())));
    m_model.setForm(TreeForm::Full);
    await();
    EXPECT_EQ(m_view.currentTensor(), 30U);
    EXPECT_TRUE(m_view.isExpanded(m_view.currentIndex().parent()));
    m_model.setForm(TreeForm::Compact);
    await();
    EXPECT_EQ(m_view.currentTensor(), 30U);
    EXPECT_TRUE(m_view.isExpanded(m_view.currentIndex().parent()));
}

TEST_F(TensorTreeViewTest, ReloadOfTheSamePathKeepsGroupsAndCurrentRowByName)
{
    open(layers(40, "model.bt"));
    const QString name = QStringLiteral("model.layers.33.mlp.weight");
    const auto node = NameTree::NodeId(33 * 3 + 2);
    ASSERT_TRUE(m_view.selectNode(node));
    ASSERT_EQ(m_view.currentIndex().data(FullNameRole).toString(), name);
    const auto nameOfCurrent = [this] { return m_view.currentIndex().data(FullNameRole).toString(); };

    test::MadeCheckpoint more; // the same tensors, with other indices
    more->path = "model.bt";
    more.add("added.weight", DType::F32, {1});
    for (const Tensor& tensor : m_model.checkpoint()->checkpoint->tensors)
        more.add(std::string(tensor.name), DType::BF16, {16, 16});
    open(more.take());
    EXPECT_EQ(nameOfCurrent(), name);
    EXPECT_EQ(m_view.currentTensor(), node + 1);
    EXPECT_TRUE(m_view.isExpanded(m_view.currentIndex().parent()));

    open(layers(3, "model.bt"));
    EXPECT_FALSE(m_view.currentNode());
    EXPECT_TRUE(m_view.isExpanded(m_model.index(0, 0)));
}

TEST_F(TensorTreeViewTest, MenuClosesWhenItsRowsGo)
{
    open(layers(4));
    m_view.selectNode(2);
    QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, m_view.viewport()->mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(m_view.viewport(), &event);
    const auto* const menu = m_view.findChild<QMenu*>();
    ASSERT_TRUE(menu && menu->isVisible());
    open(layers(1));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_FALSE(m_view.findChild<QMenu*>());
}

TEST_F(TensorTreeViewTest, NoSuchNodeIsNotSelected)
{
    open(layers(1));
    EXPECT_FALSE(m_view.selectNode(m_model.checkpoint()->tree.nodeCount()));
    EXPECT_FALSE(m_view.selectNode(900'000));
}

TEST_F(TensorTreeViewTest, HeaderShowsTheOrderThatThereIs)
{
    open(layers(12));
    QHeaderView* const header = m_view.header();
    header->setSortIndicator(TensorTreeModel::Share, Qt::DescendingOrder);
    await();
    EXPECT_EQ(header->sortIndicatorSection(), int(TensorTreeModel::Share));
    m_model.sort(-1);
    await();
    EXPECT_EQ(m_model.order()->sorting(), Sorting{});
    EXPECT_EQ(header->sortIndicatorSection(), int(TensorTreeModel::Name));
    EXPECT_EQ(header->sortIndicatorOrder(), Qt::AscendingOrder);
}

TEST_F(TensorTreeViewTest, TypingGoesToTheNextRowThatBeginsSo)
{
    test::MadeCheckpoint made;
    for (const char* name : {"alpha", "beta", "bias", "gamma"})
        made.add(name, DType::F32, {1});
    open(made.take());
    m_view.selectNode(0);
    const auto current = [this] { return m_view.currentIndex().data().toString(); };
    m_view.keyboardSearch(QStringLiteral("b"));
    EXPECT_EQ(current(), QStringLiteral("beta"));
    m_view.keyboardSearch(QStringLiteral("i"));
    EXPECT_EQ(current(), QStringLiteral("bias"));
    m_view.keyboardSearch({});
    m_view.keyboardSearch(QStringLiteral("A"));
    EXPECT_EQ(current(), QStringLiteral("alpha"));
}

TEST_F(TensorTreeViewTest, ShardsHaveAColumnWhereThereAreSeveral)
{
    test::MadeCheckpoint made;
    made->files.resize(2);
    made->files[0].path = "m-1-of-2.bt";
    made->files[1].path = "m-2-of-2.bt";
    made.add("b", DType::F32, {1}, 1).add("a");
    const auto sharded = made.take();
    open(layers(2));
    EXPECT_TRUE(m_view.isColumnHidden(TensorTreeModel::Shard));
    open(sharded);
    EXPECT_FALSE(m_view.isColumnHidden(TensorTreeModel::Shard));
    m_view.setColumnHidden(TensorTreeModel::Shard, true); // like choosing it in the menu
    filter(QStringLiteral("a"));
    EXPECT_TRUE(m_view.isColumnHidden(TensorTreeModel::Shard));
    m_view.setColumnHidden(TensorTreeModel::Shard, false);
    m_view.sortByColumn(TensorTreeModel::Shard, Qt::DescendingOrder);
    await();
    EXPECT_EQ(m_view.header()->sortIndicatorSection(), TensorTreeModel::Shard);
    open(layers(2));
    EXPECT_TRUE(m_view.isColumnHidden(TensorTreeModel::Shard));
    EXPECT_EQ(m_view.header()->sortIndicatorSection(), TensorTreeModel::Offset) << "of a column that is seen";
    m_view.restoreColumns(m_view.saveColumns());
    EXPECT_TRUE(m_view.isColumnHidden(TensorTreeModel::Shard));
}

TEST_F(TensorTreeViewTest, DtypesThatAreCutStayApart)
{
    open(layers(1));
    constexpr int margin = 4; // as in a column just wide enough for this dtype
    const int room = m_view.fontMetrics().horizontalAdvance(QStringLiteral("F8_E4M3")) + margin;
    std::set<QString> shown;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        const std::string_view name = dtypeName(DType(i));
        const QString text = QString::fromLatin1(name.data(), qsizetype(name.size()));
        EXPECT_TRUE(shown.insert(m_view.fontMetrics().elidedText(text, TreeDelegate::dtypeElision, room)).second)
            << name;
    }
}

TEST_F(TensorTreeViewTest, ChosenWidthOfTheNameComesBack)
{
    open(layers(2));
    m_view.setColumnWidth(TensorTreeModel::Name, 333);
    const QByteArray saved = m_view.saveColumns();
    TensorTreeModel model;
    TensorTreeView view;
    view.setTensorModel(&model);
    view.restoreColumns(saved);
    view.resize(1300, 400);
    view.show();
    QCoreApplication::processEvents();
    EXPECT_EQ(view.columnWidth(TensorTreeModel::Name), 333);
}

TEST_F(TensorTreeViewTest, NamesOfAHugeSelectionAreCutAndThatIsTold)
{
    test::MadeCheckpoint made;
    for (int i = 0; i <= maximumCopiedRows; ++i)
        made.add("t" + std::to_string(i), DType::F32, {1});
    open(made.take());
    m_view.selectAll();
    const QStringList names = selectedNames(m_view).split(QLatin1Char('\n'));
    ASSERT_EQ(names.size(), maximumCopiedRows + 1);
    EXPECT_EQ(names.front(), QStringLiteral("t0"));
    EXPECT_EQ(names.back(), QStringLiteral("(only 100,000 of 100,001 rows were copied)"));
}

TEST_F(TensorTreeViewTest, AnotherCheckpointForgetsTheCurrentRow)
{
    open(layers(4));
    m_view.selectNode(2);
    QSignalSpy nodes(&m_view, &TensorTreeView::currentNodeChanged);
    open(layers(3));
    EXPECT_EQ(nodes.size(), 1);
    EXPECT_FALSE(m_view.currentNode());
}

TEST_F(TensorTreeViewTest, AClickOnAHeaderSortsInAJob)
{
    open(layers(12));
    QSignalSpy finished(&m_model, &TensorTreeModel::arrangementFinished);
    const QHeaderView* const header = m_view.header();
    const int x = header->sectionViewportPosition(TensorTreeModel::Size) + 10;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
    EXPECT_TRUE(header->isSortIndicatorShown());
    EXPECT_EQ(header->sortIndicatorSection(), int(TensorTreeModel::Size));
    EXPECT_EQ(header->sortIndicatorOrder(), Qt::DescendingOrder) << "who sorts by size looks for the large ones";
    await();
    EXPECT_EQ(finished.size(), 1);
    EXPECT_EQ(m_model.order()->sorting().key, SortKey::Size);
}

TEST_F(TensorTreeViewTest, CopiesNamesInTheOrderOfTheRows)
{
    open(layers(2));
    m_view.expandAll();
    m_view.selectAll();
    m_view.copyNames();
    const QStringList names = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_GT(names.size(), 7);
    EXPECT_EQ(names.front(), QStringLiteral("model"));
    EXPECT_EQ(names.back(), QStringLiteral("model.norm"));
    EXPECT_EQ(m_view.selectedTensors().size(), 7U);
}

TEST_F(TensorTreeViewTest, ReturnActivatesTensorsAndTurnsGroups)
{
    open(layers(40));
    QSignalSpy activated(&m_view, &TensorTreeView::tensorActivated);
    m_view.selectNode(0);
    QTest::keyClick(&m_view, Qt::Key_Return);
    EXPECT_EQ(activated.size(), 1);
    const QModelIndex group = m_view.currentIndex().parent();
    m_view.selectNode(m_model.nodeAt(group));
    QTest::keyClick(&m_view, Qt::Key_Return);
    EXPECT_FALSE(m_view.isExpanded(group));
    EXPECT_EQ(activated.size(), 1);
}

TEST_F(TensorTreeViewTest, NameColumnTakesTheRoomThatIsLeft)
{
    open(layers(2));
    m_view.resize(1400, 500);
    QCoreApplication::processEvents();
    EXPECT_EQ(m_view.header()->length(), m_view.viewport()->width());
    m_view.resize(300, 500);
    QCoreApplication::processEvents();
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::Name), m_view.leastNameWidth());
}

TEST_F(TensorTreeViewTest, RowsKeepTheirDepthAndTheirExpandersHoweverLittleRoomThereIs)
{
    test::MadeCheckpoint made;
    for (const char* layer : {"0", "1"})
        made.add("base_model.model.model.layers." + std::string(layer) + ".self_attn.q_proj.lora_A.weight");
    made.add("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t");
    open(made.take());
    m_view.expandAll();
    QTRY_VERIFY(!m_view.isExpanding());
    for (const int width : {250, 500, 900}) {
        m_view.resize(width, 900);
        QCoreApplication::processEvents();
        const QImage drawn = m_view.viewport()->grab().toImage();
        int rows = 0;
        for (QModelIndex row = m_model.index(0, 0); row.isValid(); row = m_view.indexBelow(row), ++rows) {
            int depth = 1;
            for (QModelIndex group = row.parent(); group.isValid(); group = group.parent())
                ++depth;
            const QRect place = m_view.visualRect(row);
            SCOPED_TRACE(row.data(FullNameRole).toString().toStdString());
            EXPECT_EQ(place.left(), depth * m_view.indentation());
            EXPECT_EQ(place.right() + 1, m_view.columnWidth(TensorTreeModel::Name));
            EXPECT_GE(place.width(), 150);
            const QRect before(place.left() - m_view.indentation(), place.top(), m_view.indentation(), place.height());
            if (m_model.hasChildren(row) && drawn.rect().contains(before)) {
                EXPECT_GT(test::colorCount(drawn.copy(before)), 1) << "the expander";
            }
        }
        EXPECT_EQ(rows, 4 + 2 * 5 + 20);
    }
    m_view.collapseAll();
    QTRY_VERIFY(!m_view.isExpanding());
    m_view.resize(250, 900);
    QTRY_COMPARE(m_view.columnWidth(TensorTreeModel::Name), 200);
    m_view.setColumnWidth(TensorTreeModel::Name, 30);
    EXPECT_EQ(m_view.columnWidth(TensorTreeModel::Name), m_view.neededNameWidth()) << "by hand, too";
}

/// Tests the order in which columns are hidden when there is too little room.
class ColumnsTest : public test::ShownTreeTest {
protected:
    ColumnsTest()
    {
        open(layers(2));
        m_view.resize(1600, 400);
        QCoreApplication::processEvents();
        m_name = m_view.neededNameWidth();
        for (int column = TensorTreeModel::Name + 1; column < TensorTreeModel::ColumnCount; ++column)
            m_others += m_view.columnWidth(column);
        for (const int column : {TensorTreeModel::Offset, TensorTreeModel::Share, TensorTreeModel::Parameters})
            m_widths[column] = m_view.columnWidth(column);
    }
    std::string hiddenAt(int viewportWidth)
    {
        m_view.resize(viewportWidth + m_view.width() - m_view.viewport()->width(), 400);
        QCoreApplication::processEvents();
        return hidden(m_view);
    }
    static std::string hidden(const TensorTreeView& view)
    {
        std::string columns;
        for (const int column : {TensorTreeModel::Offset, TensorTreeModel::Share, TensorTreeModel::Parameters,
                 TensorTreeModel::Size, TensorTreeModel::Shape, TensorTreeModel::DType})
            if (view.isColumnHidden(column))
                columns += view.model()->headerData(column, Qt::Horizontal).toString().toStdString() + ' ';
        return columns;
    }
    void choose(const QString& title)
    {
        emit m_view.header()->customContextMenuRequested({5, 5});
        auto* const menu = m_view.findChild<QMenu*>();
        ASSERT_TRUE(menu);
        for (QAction* const action : menu->actions())
            if (action->text() == title)
                action->toggle();
        delete menu;
    }

    int m_name = 0; ///< width needed by the names
    int m_others = 0;
    std::map<int, int> m_widths;
};

TEST_F(ColumnsTest, GiveWayInTurnBeforeTheNameBecomesTooNarrowAndThenTheTreeScrolls)
{
    const int offset = m_widths[TensorTreeModel::Offset];
    const int share = m_widths[TensorTreeModel::Share];
    const int parameters = m_widths[TensorTreeModel::Parameters];
    const int all = m_name + m_others;
    struct {
        int width;
        const char* hidden;
    } const cases[] = {
        {all, ""},
        {all - 1, "Offset "},
        {all - offset, "Offset "},
        {all - offset - 1, "Offset % of file "},
        {all - offset - share - 1, "Offset % of file Parameters "},
        {200, "Offset % of file Parameters "},
        {all + 50, ""},
    };
    for (const auto& [width, expected] : cases) {
        SCOPED_TRACE(width);
        EXPECT_EQ(hiddenAt(width), expected);
        const bool scrolls = width < all - offset - share - parameters;
        EXPECT_EQ(m_view.header()->length() > width, scrolls);
        EXPECT_EQ(m_view.columnWidth(TensorTreeModel::Name) > m_name,
            m_view.header()->length() == width && width != all && width != all - offset);
    }
}

TEST_F(ColumnsTest, ThatAreWantedDoNotGiveWay)
{
    const int narrow = m_name + m_others - 1;
    EXPECT_EQ(hiddenAt(narrow), "Offset ");
    choose(QStringLiteral("Offset"));
    EXPECT_EQ(hidden(m_view), "% of file ");
    choose(QStringLiteral("Parameters"));
    EXPECT_EQ(hidden(m_view), "Parameters ") << "there is room for the others";
    EXPECT_EQ(hiddenAt(narrow - m_widths[TensorTreeModel::Parameters]), "% of file Parameters ");

    TensorTreeModel model;
    TensorTreeView next;
    next.setTensorModel(&model);
    next.restoreColumns(m_view.saveColumns());
    EXPECT_EQ(hidden(next), "% of file Parameters ");
    next.resize(1600, 400);
    next.show();
    QCoreApplication::processEvents();
    EXPECT_EQ(hidden(next), "Parameters ") << "as it was chosen";

    m_view.sortByColumn(TensorTreeModel::Share, Qt::DescendingOrder);
    EXPECT_EQ(hidden(m_view), "Parameters ") << "what the rows are sorted by is seen";
    await();
}

TEST_F(ColumnsTest, WhatTheRowsAreSortedByIsSeenBesideLongNames)
{
    test::MadeCheckpoint made;
    for (const char end : {'a', 'b'})
        made.add(std::string(90, 'x') + end, DType::F32, {4096, 4096});
    open(made.take());
    const auto endOf = [&](int column) {
        return m_view.header()->sectionViewportPosition(column) + m_view.columnWidth(column);
    };
    int others = 0;
    for (const int column : {TensorTreeModel::DType, TensorTreeModel::Shape, TensorTreeModel::Size})
        others += m_view.columnWidth(column);
    ASSERT_LT(m_view.leastNameWidth(), m_view.neededNameWidth());
    const int enough = others + m_view.leastNameWidth();
    EXPECT_EQ(hiddenAt(enough), "Offset % of file Parameters ");
    EXPECT_GT(endOf(TensorTreeModel::Size), enough);
    m_view.sortByColumn(TensorTreeModel::Size, Qt::DescendingOrder);
    await();
    EXPECT_EQ(endOf(TensorTreeModel::Size), enough);
    hiddenAt(enough - 1);
    EXPECT_GT(m_view.columnWidth(TensorTreeModel::Name), m_view.leastNameWidth()) << "it is scrolled to anyway";
}

TEST_F(TensorTreeViewTest, DrawsEverySampleWithOddNames)
{
    for (const char* path :
        {"safetensors/names.safetensors", "bintensors/names.bt", "malformed/offset-wrap-total.bt"}) {
        m_model.setCheckpoint(test::openData(path));
        await();
        m_view.expandAll();
        EXPECT_GT(test::colorCount(test::pictureOf(m_view)), 2) << path;
    }
}

TEST_F(TensorTreeViewTest, AHundredThousandTensorsExpandAndScroll)
{
    open(layers(33'333));
    m_view.expandAll();
    ASSERT_TRUE(m_view.selectNode(99'000));
    EXPECT_TRUE(m_view.viewport()->rect().intersects(m_view.visualRect(m_view.currentIndex())));
}

} // namespace
} // namespace loupe
