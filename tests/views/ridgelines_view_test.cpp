#include "views/histogram/ridgelines_view.h"

#include "items/histogram/figures.h"
#include "support/child.h"
#include "support/compared_pair.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/details/details_tabs.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_view.h"
#include "views/histogram/ridgeline_chart.h"
#include "views/kit/link_button.h"
#include "views/overview/group_view.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

namespace loupe {
namespace {

constexpr int layerCount = 12;

/// The details of a checkpoint with 12 layers of two tensors each.
class RidgelinesViewTest : public testing::Test {
protected:
    RidgelinesViewTest()
    {
        tabs.resize(640, 600);
        tabs.show();
        std::mt19937 random(5);
        std::vector<test::WantedTensor> wanted;
        for (int layer = 0; layer < layerCount; ++layer) {
            std::normal_distribution<float> normal(0, 1.0F + float(layer));
            std::vector<float> values(3000);
            for (float& value : values)
                value = normal(random);
            const std::string name = "layers." + std::to_string(layer);
            wanted.push_back({name + ".q.weight", "F32", "[3000]", test::packedBytes<float>(values)});
            wanted.push_back({name + ".norm", "F32", "[2]", test::packedBytes<float>({1, 2})});
        }
        opened = openForViewing(folder.write("a.safetensors", test::safetensorsOf(wanted)), {}).value();
        figures.setCheckpoint(opened);
        tabs.setCheckpoint(opened);
        tabs.showTab(DetailsTab::Histogram);
    }

    /// Selects like the tree: first the selection, then the current row.
    void select(const std::vector<NameTree::NodeId>& nodes)
    {
        tabs.setSelection(NodeChoice{opened, opened->order, nodes});
        tabs.setNode(nodes.empty() ? std::nullopt : std::optional(nodes.back()),
            std::shared_ptr<const NameTree>(opened, &opened->tree));
        EXPECT_TRUE(QTest::qWaitFor([this] { return !tabs.isBusy(); }));
    }
    std::uint32_t query(int layer) const { return std::uint32_t(2 * layer); }
    std::vector<NameTree::NodeId> queries(int count) const
    {
        std::vector<NameTree::NodeId> nodes;
        for (int layer = 0; layer < count; ++layer)
            nodes.push_back(query(layer));
        return nodes;
    }
    NameTree::NodeId groupOf(std::uint32_t tensor) const { return opened->tree.parent(opened->tree.parent(tensor)); }
    RidgelinesView& ridgelines() { return *tabs.findChild<RidgelinesView*>(); }
    LinkButton& link(const QString& name)
    {
        for (auto* const button : tabs.findChildren<LinkButton*>()) {
            if (button->accessibleName() == name)
                return *button;
        }
        ADD_FAILURE() << "no link " << name.toStdString();
        return *tabs.findChild<LinkButton*>();
    }

    test::TemporaryFolder folder;
    OpenedCheckpointPtr opened;
    Figures figures;
    DetailsTabs tabs{figures};
};

TEST_F(RidgelinesViewTest, SeveralTensorsAreShownBelowEachOther)
{
    select(queries(3));
    EXPECT_TRUE(ridgelines().isVisible());
    EXPECT_EQ(ridgelines().title(), QStringLiteral("layers.{0…2}.q.weight"));
    EXPECT_TRUE(ridgelines().note().startsWith(QStringLiteral("3 tensors · ")));
    const HistogramBars& bars = ridgelines().chart().bars();
    ASSERT_EQ(bars.layers().size(), 3u);
    EXPECT_TRUE(bars.isStacked());
    EXPECT_GT(bars.base(0), bars.base(1));
    EXPECT_EQ(bars.base(2), 0);
    for (std::size_t layer = 1; layer < 3; ++layer)
        for (int bar = 0; bar < bars.bins(); ++bar)
            EXPECT_LT(bars.base(layer) + bars.height(layer, bars.countOf(layer, bar)), bars.base(layer - 1)) << bar;
    EXPECT_TRUE(test::contains(test::pictureOf(ridgelines()), Theme::of(tabs.palette()).bar));
    select(queries(1));
    EXPECT_FALSE(ridgelines().isVisible());
    EXPECT_TRUE(tabs.findChild<HistogramView*>()->isVisible());
}

TEST_F(RidgelinesViewTest, OfManyTensorsEightAreChosenAndSoItSays)
{
    select(queries(layerCount));
    EXPECT_EQ(ridgelines().chart().bars().layers().size(), 8u);
    EXPECT_TRUE(ridgelines().note().startsWith(QStringLiteral("8 of 12 tensors, evenly spaced · ")))
        << ridgelines().note().toStdString();
}

TEST_F(RidgelinesViewTest, TheArrowKeysReadOutAnyBarOfAnyRidge)
{
    select(queries(3));
    RidgelineChart& chart = ridgelines().chart();
    QTest::keyClick(&chart, Qt::Key_Right);
    ASSERT_EQ(chart.currentBar(), 0);
    EXPECT_TRUE(chart.describe(0).startsWith(QStringLiteral("0 · ")));
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Down);
    EXPECT_EQ(chart.currentRidge(), 2u);
    EXPECT_TRUE(chart.describe(0).startsWith(QStringLiteral("2 · "))) << chart.describe(0).toStdString();
    EXPECT_EQ(chart.accessibleDescription(), chart.describe(0));
    QTest::keyClick(&chart, Qt::Key_Up);
    EXPECT_EQ(chart.currentRidge(), 1u);
    const QPoint uppermost(chart.width() / 2, chart.height() / 5);
    QTest::mouseMove(chart.viewport(), uppermost);
    EXPECT_EQ(chart.currentRidge(), 0u);
}

TEST_F(RidgelinesViewTest, ZoomAndFullRangeAreCountedAnew)
{
    select(queries(3));
    const double high = ridgelines().chart().bars().edges().back();
    QTest::keyClick(&ridgelines().chart(), Qt::Key_Plus);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !tabs.isBusy(); }));
    EXPECT_LT(ridgelines().chart().bars().edges().back(), high);
    EXPECT_FALSE(ridgelines().chart().bars().sides().empty()) << "what lies outside";
    QTest::keyClick(&ridgelines().chart(), Qt::Key_0);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !tabs.isBusy(); }));
    EXPECT_EQ(ridgelines().chart().bars().edges().back(), high);
    QString name;
    for (auto* const button : ridgelines().findChildren<LinkButton*>()) {
        if (button->isVisible())
            name = button->accessibleName();
    }
    ASSERT_TRUE(name.endsWith(QStringLiteral("show full range"))) << name.toStdString();
    link(name).click();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !tabs.isBusy(); }));
    EXPECT_GT(ridgelines().chart().bars().edges().back(), high);
    EXPECT_TRUE(ridgelines().chart().bars().sides().empty());
}

/// A group shows details, or ridgelines once the user asks for them.
TEST_F(RidgelinesViewTest, AGroupIsComparedOnceSomeoneAsks)
{
    select({groupOf(query(0))});
    EXPECT_TRUE(test::shownChild<GroupView>(tabs));
    link(QStringLiteral("Compare histograms")).click();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !tabs.isBusy(); }));
    EXPECT_TRUE(ridgelines().isVisible());
    EXPECT_EQ(ridgelines().chart().bars().layers().size(), 2u);
    select({query(0)});
    EXPECT_FALSE(ridgelines().isVisible());
    select({groupOf(query(1))});
    EXPECT_TRUE(ridgelines().isVisible()) << "as it was left";
    link(QStringLiteral("Group details")).click();
    EXPECT_FALSE(ridgelines().isVisible());
    EXPECT_TRUE(test::shownChild<GroupView>(tabs));
}

TEST_F(RidgelinesViewTest, WorkEndsWhereNobodyLooksAndWhereItIsStopped)
{
    tabs.setSelection(NodeChoice{opened, opened->order, queries(5)});
    tabs.showTab(DetailsTab::Overview);
    EXPECT_FALSE(tabs.hasStoppableWork());
    tabs.showTab(DetailsTab::Histogram);
    ASSERT_TRUE(tabs.hasStoppableWork());
    tabs.stopWork();
    EXPECT_FALSE(tabs.hasStoppableWork());
    EXPECT_TRUE(ridgelines().message().contains(QStringLiteral("Stopped")));
    select(queries(2));
    EXPECT_TRUE(ridgelines().message().isEmpty());
    tabs.setSelection(NodeChoice{opened, opened->order, queries(6)});
    tabs.setCheckpoint(nullptr);
    EXPECT_FALSE(tabs.hasStoppableWork());
}

TEST_F(RidgelinesViewTest, AreCopiedAndSaved)
{
    select(queries(2));
    QSignalSpy saved(&ridgelines().saver(), &FileSaver::saved);
    for (const auto& [kind, name] :
        {std::pair(HistogramFile::Png, "a.png"), {HistogramFile::Svg, "a.svg"}, {HistogramFile::Csv, "a.csv"}}) {
        saved.clear();
        ridgelines().save(kind, QString::fromStdString((folder.path() / name).string()));
        ASSERT_TRUE(QTest::qWaitFor([&] { return saved.size() == 1; })) << name;
    }
    const QImage image(QString::fromStdString((folder.path() / "a.png").string()));
    EXPECT_TRUE(test::contains(image, Theme::of(tabs.palette()).bar));
    std::ostringstream csv;
    csv << std::ifstream(folder.path() / "a.csv").rdbuf();
    EXPECT_TRUE(csv.str().starts_with("tensor,from,to,count\nlayers.0.q.weight,"));
    EXPECT_NE(csv.str().find("\nlayers.1.q.weight,"), std::string::npos);
}

/// When switching tensors, the chart stays until the next one is ready, unless that takes long.
TEST_F(RidgelinesViewTest, NothingFlickersFromTensorToTensor)
{
    select({query(0)});
    auto& histogram = *tabs.findChild<HistogramView*>();
    ASSERT_FALSE(histogram.chart().bars().empty());
    const QWidget* const page = tabs.currentWidget();
    tabs.setSelection(NodeChoice{opened, opened->order, {query(1)}});
    tabs.setNode(query(1));
    EXPECT_FALSE(histogram.chart().bars().empty());
    EXPECT_FALSE(histogram.message().isEmpty()) << "but it is said to be on its way";
    ASSERT_TRUE(QTest::qWaitFor([this] { return !tabs.isBusy(); }));
    EXPECT_TRUE(histogram.message().isEmpty());
    EXPECT_TRUE(histogram.isVisible());
    EXPECT_EQ(tabs.currentWidget(), page);
    histogram.showComputing(QStringLiteral("slow"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return histogram.chart().bars().empty(); }));
}

/// The details of a group must not be computed while its ridgelines are shown instead.
TEST_F(RidgelinesViewTest, NoWorkForAGroupBeginsWhileItsRidgelinesAreShown)
{
    std::vector<test::WantedTensor> wanted;
    for (const char* const name : {"a.0.w", "a.1.w", "b.0.w", "b.1.w", "c.0.w", "c.1.w", "d.x", "d.y"})
        wanted.push_back({name, "F32", "[2]", test::packedBytes<float>({1, 2})});
    opened = openForViewing(folder.write("roles.safetensors", test::safetensorsOf(wanted)), {}).value();
    figures.setCheckpoint(opened);
    tabs.setCheckpoint(opened);
    int begun = 0;
    for (auto* const group : tabs.findChildren<GroupView*>())
        QObject::connect(group, &GroupView::busyChanged, &tabs, [&begun, group] { begun += group->isBusy() ? 1 : 0; });
    const NameTree::NodeId first = groupOf(0);
    ASSERT_EQ(opened->tree.path(first), "a");
    select({first});
    EXPECT_TRUE(ridgelines().isVisible());
    select({groupOf(2)});
    EXPECT_TRUE(ridgelines().isVisible());
    select({0});
    EXPECT_FALSE(ridgelines().isVisible());
    select({groupOf(4)});
    EXPECT_TRUE(ridgelines().isVisible());
    select({1});
    EXPECT_FALSE(ridgelines().isVisible());
    EXPECT_EQ(begun, 0);
    select({opened->tree.parent(6)});
    EXPECT_TRUE(test::shownChild<GroupView>(tabs));
    EXPECT_GT(begun, 0);
}

/// Ctrl+click on one of two selected rows deselects it, but leaves it the current row.
TEST_F(RidgelinesViewTest, TheCurrentRowIsShownWhereAnotherOneStaysSelectedAlone)
{
    select(queries(2));
    ASSERT_TRUE(ridgelines().isVisible());
    tabs.setSelection(NodeChoice{opened, opened->order, {query(0)}});
    EXPECT_TRUE(QTest::qWaitFor([this] { return !ridgelines().isVisible() && !tabs.isBusy(); }));
    EXPECT_EQ(tabs.tensor(), query(1));
    EXPECT_TRUE(tabs.findChild<HistogramView*>()->isVisible());
}

} // namespace
} // namespace loupe
