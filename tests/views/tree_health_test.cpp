#include "items/tree/health/health_text.h"
#include "items/tree/tensor_tree_model.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"
#include "support/picture.h"
#include "support/test_data.h"
#include "views/colors/theme.h"
#include "views/tree/health_mark.h"
#include "views/tree/tensor_tree_view.h"
#include "views/tree/tree_delegate.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QTest>

namespace loupe {
namespace {

class TreeHealthTest : public testing::Test {
protected:
    TreeHealthTest()
    {
        test::MadeCheckpoint made;
        made.add("g.a", DType::F32, {10}).add("g.b", DType::F32, {10});
        m_opened = *prepareForViewing(made.take(), {});
        m_view.setTensorModel(&m_model);
        m_view.resize(1100, 300);
        m_model.setCheckpoint(m_opened);
        m_view.show();
    }

    void scan(std::uint64_t nan)
    {
        m_model.setHealth(m_results);
        Health health;
        health.summary.elements = 10;
        health.summary.nan = nan;
        health.summary.positiveInf = health.summary.negativeInf = 0;
        m_results->add(*m_opened, 0, health);
        m_model.onHealthAdded(false);
    }
    bool isShown() const { return !m_view.isColumnHidden(TensorTreeModel::Health); }
    bool isDrawn(const QColor& color)
    {
        const QRect cell = m_view.visualRect(m_model.indexOf(0, TensorTreeModel::Health));
        return test::contains(m_view.viewport()->grab(cell).toImage(), color);
    }

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<HealthResults> m_results = std::make_shared<HealthResults>(2);
    TensorTreeModel m_model;
    TensorTreeView m_view;
};

TEST_F(TreeHealthTest, TheColumnComesWithAScanAndTakesItsRoomFromTheName)
{
    EXPECT_FALSE(isShown());
    const int before = m_view.columnWidth(TensorTreeModel::Name);
    scan(0);
    EXPECT_TRUE(isShown());
    EXPECT_LT(m_view.columnWidth(TensorTreeModel::Name), before);
    m_view.setColumnHidden(TensorTreeModel::Health, true);
    m_model.onHealthAdded(false);
    EXPECT_FALSE(isShown()); // the user has hidden it
    m_model.setHealth(nullptr);
    m_model.setHealth(m_results);
    EXPECT_TRUE(isShown());
    m_model.setHealth(nullptr);
    EXPECT_FALSE(isShown());
    EXPECT_EQ(m_view.columnWidth(TensorTreeModel::Name), before);
}

TEST_F(TreeHealthTest, TheColumnIsWideOnlyWhereThereIsAWarning)
{
    scan(0);
    const int narrow = m_view.columnWidth(TensorTreeModel::Health);
    Health nan;
    nan.summary.elements = 10;
    nan.summary.nan = 1;
    m_results->add(*m_opened, 1, nan);
    m_model.onHealthAdded(true);
    EXPECT_GT(m_view.columnWidth(TensorTreeModel::Health), narrow);
    m_model.setHealth(nullptr);
    m_results = std::make_shared<HealthResults>(2);
    scan(0);
    EXPECT_EQ(m_view.columnWidth(TensorTreeModel::Health), narrow);
}

TEST_F(TreeHealthTest, SavedColumnsShowItOnlyWhereThereIsAScan)
{
    scan(0);
    m_view.header()->setSortIndicator(TensorTreeModel::Health, Qt::DescendingOrder);
    const QByteArray saved = m_view.saveColumns();
    TensorTreeModel model;
    TensorTreeView view;
    view.setTensorModel(&model);
    view.restoreColumns(saved);
    EXPECT_TRUE(view.isColumnHidden(TensorTreeModel::Health));
    EXPECT_EQ(view.header()->sortIndicatorSection(), TensorTreeModel::Name);
    QTRY_VERIFY(!m_model.isArranging());
}

TEST_F(TreeHealthTest, TheColumnStandsNearTheNamesAndLeavesThemTheirRoom)
{
    m_view.resize(360, 300);
    m_view.expandAll();
    QTRY_VERIFY(!m_view.isExpanding());
    scan(1'234'567'890'123);
    m_model.onHealthAdded(true);
    EXPECT_EQ(m_view.header()->visualIndex(TensorTreeModel::Health), 2);
    const auto room = [this] { return m_view.columnWidth(TensorTreeModel::Health); };
    EXPECT_GE(room(),
        m_view.fontMetrics().horizontalAdvance(QStringLiteral("1.2 T NaN")) + TreeDelegate::healthMark
            + 2 * TreeDelegate::padding);
    EXPECT_LE(room(), 125);
    EXPECT_GE(room(), m_view.header()->sectionSizeHint(TensorTreeModel::Health));
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::Name), m_view.leastNameWidth() - 60);
    EXPECT_LE(m_view.columnViewportPosition(TensorTreeModel::Health) + room(), m_view.viewport()->width()) << "seen";
    m_view.header()->resizeSection(TensorTreeModel::Health, 200);
    m_model.onHealthAdded(true);
    EXPECT_EQ(room(), 200) << "as the user wants it";
    TensorTreeView other;
    other.setTensorModel(&m_model);
    other.restoreColumns(m_view.saveColumns());
    m_model.onHealthAdded(true);
    EXPECT_EQ(other.columnWidth(TensorTreeModel::Health), 200) << "also the next time";
}

/// Uses the tree's size in a window of 900x600.
TEST_F(TreeHealthTest, AQuantizedTypeLeavesItsSchemeToItsToolTipSoThatHealthIsSeen)
{
    m_opened = test::openData("quantized/fp8-block-128");
    ASSERT_TRUE(m_opened);
    m_model.setCheckpoint(m_opened);
    m_view.resize(472, 400);
    m_results = std::make_shared<HealthResults>(m_opened->tree.tensorCount());
    const int whole = m_view.columnWidth(TensorTreeModel::DType);
    scan(2);
    m_model.onHealthAdded(true);
    const auto isHealthSeen = [this] {
        const int column = TensorTreeModel::Health;
        return m_view.columnViewportPosition(column) + m_view.columnWidth(column) <= m_view.viewport()->width();
    };
    EXPECT_TRUE(isHealthSeen());
    EXPECT_LT(m_view.columnWidth(TensorTreeModel::DType), whole);
    const QFontMetrics metrics = m_view.fontMetrics();
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::DType), metrics.horizontalAdvance(QStringLiteral("F8_E4M3 …")));
    m_view.resize(1100, 400);
    EXPECT_EQ(m_view.columnWidth(TensorTreeModel::DType), whole) << "there is room";
    EXPECT_TRUE(isHealthSeen());
}

/// In a window of 900x600, the tree is 338 pixels wide, so the ends of names are elided.
TEST_F(TreeHealthTest, HealthIsSeenBesideNamesOfSeveralLevels)
{
    test::MadeCheckpoint made;
    made.add("model.embed_tokens.weight", DType::F32, {10}).add("model.layers.0.mlp.up_proj.weight", DType::F32, {10});
    made.add("model.layers.0.mlp.down_proj.weight", DType::F32, {10});
    made.add("model.layers.1.mlp.up_proj.weight", DType::F32, {10});
    m_opened = *prepareForViewing(made.take(), {});
    m_model.setCheckpoint(m_opened);
    m_results = std::make_shared<HealthResults>(4);
    m_view.resize(340, 300);
    m_view.expandAll();
    QTRY_VERIFY(!m_view.isExpanding());
    scan(3);
    m_model.onHealthAdded(true);
    const int column = TensorTreeModel::Health;
    EXPECT_LE(m_view.columnViewportPosition(column) + m_view.columnWidth(column), m_view.viewport()->width());
}

/// In German, the tree in a window of 900x600 is 286 pixels wide.
TEST_F(TreeHealthTest, TheTypeGivesWayBeforeHealthDoes)
{
    test::MadeCheckpoint made;
    for (const char* const role : {"up", "down"})
        made.add("model.layers.0.mlp." + std::string(60, 'x') + role, DType::F32, {10});
    m_opened = *prepareForViewing(made.take(), {});
    m_model.setCheckpoint(m_opened);
    m_view.resize(288, 300);
    m_view.expandAll();
    QTRY_VERIFY(!m_view.isExpanding());
    const auto isTypeShown = [this] { return !m_view.isColumnHidden(TensorTreeModel::DType); };
    EXPECT_TRUE(isTypeShown());
    scan(3);
    m_model.onHealthAdded(true);
    const auto isHealthSeen = [this] {
        const int column = TensorTreeModel::Health;
        return isShown()
            && m_view.columnViewportPosition(column) + m_view.columnWidth(column) <= m_view.viewport()->width();
    };
    EXPECT_TRUE(isHealthSeen());
    EXPECT_FALSE(isTypeShown());
    TensorTreeView next;
    next.setTensorModel(&m_model);
    next.restoreColumns(m_view.saveColumns());
    next.resize(1100, 300);
    next.show();
    QCoreApplication::processEvents();
    EXPECT_FALSE(next.isColumnHidden(TensorTreeModel::DType)) << "it was not the user who hid it";
    m_view.resize(360, 300);
    QCoreApplication::processEvents();
    EXPECT_TRUE(isTypeShown()) << "there is room";
    EXPECT_TRUE(isHealthSeen());
    m_view.resize(288, 300);
    QCoreApplication::processEvents();
    EXPECT_FALSE(isTypeShown());
    m_view.sortByColumn(TensorTreeModel::DType, Qt::AscendingOrder);
    QTRY_VERIFY(!m_model.isArranging());
    EXPECT_TRUE(isTypeShown()) << "what the rows are sorted by is seen";
    m_view.sortByColumn(TensorTreeModel::Name, Qt::AscendingOrder);
    QTRY_VERIFY(!m_model.isArranging());
    EXPECT_FALSE(isTypeShown());
    m_model.setHealth(nullptr);
    EXPECT_TRUE(isTypeShown());
}

/// Each text for one kind of warning is fully visible.
TEST_F(TreeHealthTest, TheColumnHasRoomForTheCountOfItsWarning)
{
    test::MadeCheckpoint made;
    constexpr std::uint32_t tensors = 1234;
    for (std::uint32_t i = 0; i < tensors; ++i)
        made.add("g." + std::to_string(i), DType::F32, {10});
    m_opened = *prepareForViewing(made.take(), {});
    m_results = std::make_shared<HealthResults>(tensors);
    m_model.setCheckpoint(m_opened);
    m_model.setHealth(m_results);
    Health health;
    health.summary.elements = 10;
    health.summary.subnormal = 10;
    for (std::uint32_t tensor = 0; tensor < tensors; ++tensor) {
        health.summary.dtype = DType::F32;
        m_results->add(*m_opened, tensor, health);
    }
    m_model.onHealthAdded(true);
    const QModelIndex row = m_model.index(0, TensorTreeModel::Health);
    QTRY_COMPARE(row.data().toString(), QStringLiteral("1,234 × subnormal"));
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::Health),
        m_view.fontMetrics().horizontalAdvance(row.data().toString()) + TreeDelegate::healthMark
            + 2 * TreeDelegate::padding);
}

/// In a window of 900x600, with two kinds of warnings and names that do not fit.
TEST_F(TreeHealthTest, SeveralWarningsAndEndsOfNamesGiveUpRoomForDistributions)
{
    test::MadeCheckpoint made;
    for (const char* const role : {"a", "b"})
        made.add("model." + std::string(60, 'x') + role + ".weight", DType::F32, {10});
    m_opened = *prepareForViewing(made.take(), {});
    m_model.setCheckpoint(m_opened);
    m_view.resize(472, 300);
    m_view.expandAll();
    QTRY_VERIFY(!m_view.isExpanding());
    m_model.setHealth(m_results);
    Health health;
    health.summary.elements = 10;
    health.summary.nan = 99;
    health.summary.positiveInf = 99;
    health.summary.negativeInf = 0;
    m_results->add(*m_opened, 0, health);
    m_model.onHealthAdded(false);
    ASSERT_TRUE(m_model.hasSeveralWarnings());
    const int end = m_view.columnViewportPosition(TensorTreeModel::Distribution)
        + m_view.columnWidth(TensorTreeModel::Distribution);
    EXPECT_LE(end, m_view.viewport()->width());
    const auto room = [this] {
        return m_view.columnWidth(TensorTreeModel::Health) - TreeDelegate::healthMark - 2 * TreeDelegate::padding;
    };
    const QFontMetrics metrics = m_view.fontMetrics();
    EXPECT_GE(room(), metrics.horizontalAdvance(QStringLiteral("99 NaN")));
    EXPECT_LT(room(), metrics.horizontalAdvance(QStringLiteral("99 NaN +1 more")));
    m_view.resize(1400, 300);
    EXPECT_GE(room(), metrics.horizontalAdvance(QStringLiteral("99 NaN +1 more"))) << "there is room";
}

TEST_F(TreeHealthTest, TheColumnHasRoomForAsManyAsCouldNotBeRead)
{
    test::MadeCheckpoint made;
    for (int i = 0; i < 133; ++i)
        made.add("g." + std::to_string(i), DType::F32, {10});
    m_opened = *prepareForViewing(made.take(), {});
    m_results = std::make_shared<HealthResults>(133);
    m_model.setCheckpoint(m_opened);
    m_model.setHealth(m_results);
    for (std::uint32_t tensor = 0; tensor < 133; ++tensor)
        m_results->add(*m_opened, tensor, fail(ErrorCode::Io, "gone", {}));
    m_model.onHealthAdded(true);
    const QModelIndex row = m_model.index(0, TensorTreeModel::Health);
    QTRY_COMPARE(row.data().toString(), QStringLiteral("133 unreadable"));
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::Health),
        m_view.fontMetrics().horizontalAdvance(row.data().toString()) + TreeDelegate::healthMark
            + 2 * TreeDelegate::padding);
}

TEST_F(TreeHealthTest, ADistributionIsDrawnBesideItAndIsScrolledToWhereThereIsNoRoom)
{
    m_model.setHealth(m_results);
    Health health;
    health.summary.elements = 10;
    health.summary.minimum = Scalar{.kind = Scalar::Kind::Float, .real = -1};
    health.summary.maximum = Scalar{.kind = Scalar::Kind::Float, .real = 1};
    const std::vector<double> values{-1, -0.5, 0, 0.5, 1};
    health.summary.distribution = Distribution::of(-1, 1, std::span<const double>(values));
    m_results->add(*m_opened, 0, health);
    m_model.onHealthAdded(false);
    m_view.expandAll();
    QTRY_VERIFY(!m_view.isExpanding());
    const auto isShownNow = [this] { return !m_view.isColumnHidden(TensorTreeModel::Distribution); };
    ASSERT_TRUE(isShownNow());
    const auto isSizeShown = [this] { return !m_view.isColumnHidden(TensorTreeModel::Size); };
    EXPECT_TRUE(isSizeShown());
    EXPECT_EQ(m_view.header()->visualIndex(TensorTreeModel::Distribution),
        m_view.header()->visualIndex(TensorTreeModel::Health) + 1);
    const auto grabbed = [this](NameTree::NodeId node) {
        const QRect cell = m_view.visualRect(m_model.indexOf(node, TensorTreeModel::Distribution));
        return m_view.viewport()->grab(cell).toImage();
    };
    EXPECT_TRUE(test::contains(grabbed(0), Theme::current().bar));
    EXPECT_FALSE(test::contains(grabbed(1), Theme::current().bar));
    m_view.resize(360, 300);
    QTRY_VERIFY(!isSizeShown());
    EXPECT_TRUE(isShown()) << "warnings stay";
    EXPECT_TRUE(isShownNow());
    EXPECT_GE(m_view.columnWidth(TensorTreeModel::Name), m_view.leastNameWidth() - 60) << "names give up an end";
    const int end = m_view.header()->sectionPosition(TensorTreeModel::Distribution)
        + m_view.columnWidth(TensorTreeModel::Distribution);
    EXPECT_EQ(m_view.horizontalScrollBar()->maximum(), m_view.header()->length() - m_view.viewport()->width());
    EXPECT_LE(end, m_view.header()->length()) << "it can be scrolled to";
    m_view.resize(1100, 300);
    QTRY_VERIFY(isSizeShown());
    EXPECT_TRUE(isShownNow());
    EXPECT_EQ(m_view.horizontalScrollBar()->maximum(), 0);
    m_model.setHealth(nullptr);
    EXPECT_FALSE(isShownNow());
}

TEST_F(TreeHealthTest, NanIsDrawnInItsColorBesideItsText)
{
    m_view.expandAll();
    scan(3);
    EXPECT_TRUE(isDrawn(Theme::current().nanFill));
    EXPECT_FALSE(isDrawn(Theme::current().infinity));
}

TEST_F(TreeHealthTest, IconsAndDTypesStandOutOnASelectedRow)
{
    QPalette palette = m_view.palette();
    palette.setColor(QPalette::Highlight, QColor(0x30, 0x8c, 0xc6));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    m_view.setPalette(palette);
    ASSERT_TRUE(m_view.selectNode(0));
    const Theme& theme = Theme::current();
    const auto cell = [this](int column) {
        return m_view.viewport()->grab(m_view.visualRect(m_model.indexOf(0, column))).toImage();
    };
    const QImage name = cell(TensorTreeModel::Name);
    ASSERT_TRUE(test::contains(name, QColor(0x30, 0x8c, 0xc6)));
    EXPECT_FALSE(test::contains(name, theme.mutedText));
    EXPECT_FALSE(test::contains(name, Qt::white)) << "3.7 : 1";
    EXPECT_TRUE(test::contains(name.copy(0, 0, 20, name.height()), Qt::black)) << "the icon";
    const QImage dtype = cell(TensorTreeModel::DType).copy(0, 0, 20, name.height());
    for (const QColor& ring : {QColor(Qt::black), theme.surface, theme.colorOf(DType::F32)})
        EXPECT_TRUE(test::contains(dtype, ring)) << ring.name().toStdString();
}

TEST(HealthMark, EveryShapeIsAnother)
{
    QSet<QByteArray> shapes;
    Theme grey = Theme::light();
    grey.nan = grey.nanFill = grey.infinity = grey.infinityFill = grey.warning = grey.error = grey.mutedText =
        Qt::black;
    for (const HealthRemark remark :
        {HealthRemark::Unread, HealthRemark::NaN, HealthRemark::Infinite, HealthRemark::AllZero}) {
        QImage picture(16, 16, QImage::Format_RGB32);
        picture.fill(Qt::white);
        QPainter painter(&picture);
        paintHealthMark(painter, picture.rect(), remark, grey);
        painter.end();
        EXPECT_GT(test::colorCount(picture), 1);
        shapes.insert(QByteArray(reinterpret_cast<const char*>(picture.constBits()), picture.sizeInBytes()));
    }
    EXPECT_EQ(shapes.size(), 4);
}

} // namespace
} // namespace loupe
