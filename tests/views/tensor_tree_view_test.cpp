#include "views/tensor_tree_view.h"

#include "items/tensor_tree_model.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/picture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>

namespace loupe {
namespace {

class TensorTreeViewTest : public testing::Test {
protected:
    TensorTreeViewTest()
    {
        m_view.setTensorModel(&m_model);
        m_view.resize(900, 500);
        m_view.show();
    }

    void open(std::shared_ptr<const Checkpoint> checkpoint)
    {
        auto opened = prepareForViewing(std::move(checkpoint), {});
        ASSERT_TRUE(opened.has_value());
        m_model.setCheckpoint(*opened);
        await();
    }

    void filter(const QString& text)
    {
        m_model.setFilter(text);
        await();
    }

    void await()
    {
        while (m_model.isArranging())
            QTest::qWait(1);
        QCoreApplication::processEvents();
    }

    TensorTreeModel m_model;
    TensorTreeView m_view;
};

std::shared_ptr<const Checkpoint> layers(int count)
{
    test::MadeCheckpoint made;
    for (int layer = 0; layer < count; ++layer)
        for (const char* name : {"attn.weight", "attn.bias", "mlp.weight"})
            made.add("model.layers." + std::to_string(layer) + '.' + name, DType::BF16, {16, 16});
    made.add("model.norm", DType::F32, {16});
    return made.take();
}

TEST_F(TensorTreeViewTest, anEmptyTreeSaysWhatWouldBeHere)
{
    m_view.setEmptyText(QStringLiteral("Nothing is open."));
    EXPECT_GT(test::colourCount(test::pictureOf(m_view)), 2);
    EXPECT_FALSE(m_view.currentNode());
    EXPECT_TRUE(m_view.selectedTensors().empty());
    EXPECT_TRUE(m_view.selectedNames().isEmpty());
}

TEST_F(TensorTreeViewTest, opensTheFirstLevels)
{
    open(layers(12));
    const QModelIndex model = m_model.index(0, 0);
    EXPECT_TRUE(m_view.isExpanded(model));
    EXPECT_TRUE(m_view.isExpanded(m_model.index(0, 0, model)));
    EXPECT_FALSE(m_view.isExpanded(m_model.index(0, 0, m_model.index(0, 0, model))));
    EXPECT_GT(test::colourCount(test::pictureOf(m_view)), 8);
}

TEST_F(TensorTreeViewTest, selectingATensorOpensItsGroupsAndTells)
{
    open(layers(40));
    QSignalSpy nodes(&m_view, &TensorTreeView::currentNodeChanged);
    std::vector<std::optional<std::uint32_t>> tensors;
    QObject::connect(&m_view, &TensorTreeView::currentTensorChanged, &m_view,
        [&](std::optional<std::uint32_t> tensor) { tensors.push_back(tensor); });
    ASSERT_TRUE(m_view.selectNode(100));
    EXPECT_EQ(nodes.size(), 1);
    EXPECT_EQ(m_view.currentTensor(), 100U);
    EXPECT_EQ(m_view.selectedTensors(), std::vector<std::uint32_t>{100});
    EXPECT_TRUE(m_view.viewport()->rect().intersects(m_view.visualRect(m_view.currentIndex())));
    ASSERT_TRUE(m_view.selectNode(m_model.checkpoint()->tree.root() + 1));
    EXPECT_EQ(tensors, (std::vector<std::optional<std::uint32_t>>{100U, std::nullopt}));
    EXPECT_TRUE(m_view.currentNode());
}

TEST_F(TensorTreeViewTest, expansionAndCurrentRowComeThroughAFilter)
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

TEST_F(TensorTreeViewTest, anotherCheckpointForgetsTheCurrentRow)
{
    open(layers(4));
    m_view.selectNode(2);
    QSignalSpy nodes(&m_view, &TensorTreeView::currentNodeChanged);
    open(layers(3));
    EXPECT_EQ(nodes.size(), 1);
    EXPECT_FALSE(m_view.currentNode());
}

TEST_F(TensorTreeViewTest, aClickOnAHeaderSortsInAJob)
{
    open(layers(12));
    QSignalSpy finished(&m_model, &TensorTreeModel::arrangementFinished);
    const QHeaderView* const header = m_view.header();
    const int x = header->sectionViewportPosition(TensorTreeModel::Size) + 10;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
    EXPECT_TRUE(header->isSortIndicatorShown());
    EXPECT_EQ(header->sortIndicatorSection(), int(TensorTreeModel::Size));
    await();
    EXPECT_EQ(finished.size(), 1);
    EXPECT_EQ(m_model.order()->sorting().key, SortKey::Size);
}

TEST_F(TensorTreeViewTest, copiesNamesInTheOrderOfTheRows)
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

TEST_F(TensorTreeViewTest, returnActivatesTensorsAndTurnsGroups)
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

TEST_F(TensorTreeViewTest, nameColumnTakesTheRoomThatIsLeft)
{
    open(layers(2));
    m_view.resize(1400, 500);
    QCoreApplication::processEvents();
    EXPECT_EQ(m_view.header()->length(), m_view.viewport()->width());
    m_view.resize(300, 500);
    QCoreApplication::processEvents();
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::Name), 150);
}

TEST_F(TensorTreeViewTest, drawsEverySampleWithOddNames)
{
    for (const char* path :
        {"safetensors/names.safetensors", "bintensors/names.bt", "malformed/offset-wrap-total.bt"}) {
        m_model.setCheckpoint(test::openData(path));
        await();
        m_view.expandAll();
        EXPECT_GT(test::colourCount(test::pictureOf(m_view)), 2) << path;
    }
}

TEST_F(TensorTreeViewTest, aHundredThousandTensorsExpandAndScroll)
{
    open(layers(33'333));
    m_view.expandAll();
    ASSERT_TRUE(m_view.selectNode(99'000));
    EXPECT_TRUE(m_view.viewport()->rect().intersects(m_view.visualRect(m_view.currentIndex())));
}

} // namespace
} // namespace loupe
