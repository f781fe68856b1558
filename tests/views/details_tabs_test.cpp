#include "views/details/details_tabs.h"

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/histogram/figures.h"
#include "items/histogram/summary_cache.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "items/session/findings_model.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_scan.h"
#include "support/child.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/opened.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "views/colors/theme.h"
#include "views/details/digest_panel.h"
#include "views/details/findings_table.h"
#include "views/details/parts_panel.h"
#include "views/hex/hex_area.h"
#include "views/hex/hex_view.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_table.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/elided_label.h"
#include "views/kit/icons.h"
#include "views/kit/link_button.h"
#include "views/kit/selectable_label.h"
#include "views/metadata/metadata_view.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/group_view.h"
#include "views/overview/health_panel.h"
#include "views/overview/layer_chart.h"
#include "views/overview/overview_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {
namespace {

class DetailsTabsTest : public testing::Test {
protected:
    DetailsTabsTest()
    {
        tabs.resize(800, 600);
        tabs.show();
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !tabs.isBusy(); });
    }

    /// The digest computed by the panel.
    QString digest()
    {
        const auto* const panel = tabs.findChild<DigestPanel*>();
        for (const auto* const edit : panel->findChildren<QLineEdit*>())
            if (edit->isReadOnly())
                return edit->text();
        return {};
    }

    LinkButton* linkNamed(const QString& name)
    {
        for (auto* const link : tabs.findChild<OverviewView*>()->findChildren<LinkButton*>()) {
            if (link->accessibleName() == name)
                return link;
        }
        return nullptr;
    }

    void show(const OpenedCheckpointPtr& opened)
    {
        figures.setCheckpoint(opened);
        tabs.setCheckpoint(opened);
    }

    Figures figures;
    DetailsTabs tabs{figures};
};

/// Q4_0 has 16 codes from -8 to 7, which are counted separately from the values.
TEST_F(DetailsTabsTest, QuantizedCodesHaveAHistogramOfTheirOwn)
{
    const auto opened = test::openData("gguf/all-types.gguf");
    ASSERT_TRUE(opened && opened->codes);
    show(opened);
    const auto named = [&](std::string_view name) {
        const auto& tensors = opened->checkpoint->tensors;
        const auto found = std::ranges::find(tensors, name, &Tensor::name);
        return std::uint32_t(found - tensors.begin());
    };
    tabs.setTensor(named("q.q4_0"));
    tabs.showTab(DetailsTab::Histogram);
    ASSERT_TRUE(waitUntilIdle());
    auto* const view = tabs.findChild<HistogramView*>();
    QComboBox* box = nullptr;
    for (auto* const each : view->findChildren<QComboBox*>()) {
        if (each->findText(QStringLiteral("Codes")) == 1)
            box = each;
    }
    ASSERT_TRUE(box && box->isVisible());
    const auto* const table = view->findChild<HistogramTable*>();
    EXPECT_EQ(table->model()->rowCount(), 258) << "values first, those outside of the range among them";
    box->setCurrentIndex(1);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(table->model()->rowCount(), 16);
    EXPECT_EQ(view->message(), QString());
    tabs.setTensor(named("q.q8_0"));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(view->showsCodes()) << "what was chosen stays chosen";
    tabs.setTensor(named("f32"));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(box->isVisible());
    EXPECT_FALSE(view->showsCodes());
    EXPECT_EQ(table->model()->rowCount(), 256);
    tabs.setTensor(named("q.q4_0"));
    ASSERT_TRUE(waitUntilIdle());
    box->setCurrentIndex(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(table->model()->rowCount(), 258);
}

TEST_F(DetailsTabsTest, EveryTabIsDrawnWithoutAFileAndWithOne)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    for (const OpenedCheckpointPtr& checkpoint : {OpenedCheckpointPtr(), opened, OpenedCheckpointPtr()}) {
        show(checkpoint);
        if (checkpoint)
            tabs.setTensor(0);
        for (int tab = 0; tab < tabs.count(); ++tab) {
            tabs.showTab(DetailsTab(tab));
            EXPECT_TRUE(waitUntilIdle());
            EXPECT_GT(test::colorCount(test::pictureOf(tabs)), 5);
        }
    }
}

/// The totals of all tensors whose names start with the group's, their types, and links to the largest ones.
TEST_F(DetailsTabsTest, AGroupHasDetailsOfItsOwn)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    const auto& tensors = opened->checkpoint->tensors;
    const auto inGroup = [](const Tensor& tensor) { return tensor.name.starts_with("h.0."); };
    const auto first = std::uint32_t(std::ranges::find_if(tensors, inGroup) - tensors.begin());
    NameTree::NodeId group = first;
    while (opened->tree.path(group) != "h.0")
        group = opened->tree.parent(group);
    std::uint64_t elements = 0;
    std::uint64_t largest = 0;
    for (const Tensor& tensor : tensors) {
        elements += inGroup(tensor) ? tensor.elements() : 0;
        largest = std::max(largest, inGroup(tensor) ? tensor.bytes.size() : 0);
    }
    show(opened);
    tabs.showTab(DetailsTab::Histogram);
    tabs.setNode(group);
    EXPECT_FALSE(tabs.tensor());
    ASSERT_TRUE(waitUntilIdle());
    auto* const view = test::shownChild<GroupView>(tabs);
    ASSERT_TRUE(view);
    std::vector<std::string> exact;
    for (const QLabel* const label : view->findChildren<QLabel*>())
        exact.push_back(label->accessibleName().toStdString());
    EXPECT_THAT(exact, testing::Contains(counted(elements, "parameter")));
    EXPECT_THAT(exact, testing::Contains(counted(std::uint64_t(std::ranges::count_if(tensors, inGroup)), "tensor")));

    std::optional<std::uint32_t> chosen;
    QObject::connect(&tabs, &DetailsTabs::tensorChosen, &tabs, [&](std::uint32_t tensor) {
        chosen = tensor;
        tabs.setNode(tensor); // as the tree does
    });
    view->findChild<LinkButton*>()->click();
    ASSERT_TRUE(chosen);
    EXPECT_EQ(tensors[*chosen].bytes.size(), largest);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(view->isVisible());
    EXPECT_TRUE(tabs.findChild<HistogramView*>()->isVisible());
    tabs.setNode(group);
    tabs.setNode(std::nullopt);
    EXPECT_FALSE(view->isVisible());
    show(nullptr);
}

/// Going from a tensor to its group and back stays in the tab.
TEST_F(DetailsTabsTest, TabsOfOneTensorShowTheDetailsOfAGroup)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    std::uint32_t tensor = 0;
    while (!opened->checkpoint->tensors[tensor].name.starts_with("h.0."))
        ++tensor;
    NameTree::NodeId group = tensor;
    while (opened->tree.path(group) != "h.0")
        group = opened->tree.parent(group);
    const auto shownGroup = [&] { return test::shownChild<GroupView>(tabs); };
    show(opened);
    for (const DetailsTab tab : {DetailsTab::Histogram, DetailsTab::HeatMap, DetailsTab::Values}) {
        SCOPED_TRACE(int(tab));
        tabs.showTab(tab);
        for (int i = 0; i < 2; ++i) {
            tabs.setNode(tensor);
            ASSERT_TRUE(waitUntilIdle());
            EXPECT_FALSE(shownGroup());
            tabs.setNode(group);
            ASSERT_TRUE(waitUntilIdle());
            ASSERT_TRUE(shownGroup());
            EXPECT_FALSE(shownGroup()->findChildren<LinkButton*>().isEmpty());
            EXPECT_EQ(tabs.currentTab(), tab);
        }
    }
    // Known results are reused in another tab.
    tabs.showTab(DetailsTab::Histogram);
    ASSERT_TRUE(shownGroup());
    EXPECT_FALSE(shownGroup()->findChildren<LinkButton*>().isEmpty()) << "at once";
    ASSERT_TRUE(waitUntilIdle());
    tabs.showTab(DetailsTab::Values);
    ASSERT_TRUE(waitUntilIdle());
    std::optional<std::uint32_t> chosen;
    QObject::connect(&tabs, &DetailsTabs::tensorChosen, &tabs, [&](std::uint32_t one) { chosen = one; });
    shownGroup()->findChild<LinkButton*>()->click();
    EXPECT_TRUE(chosen);
    tabs.setNode(std::nullopt);
    EXPECT_FALSE(shownGroup());
    show(nullptr);
}

/// Scan results and pending edits appear on the page of a group as they become known.
TEST_F(DetailsTabsTest, AGroupShowsItsLayersAndWhatIsStagedInIt)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    HealthScan scan;
    EditSession edits;
    tabs.setScan(&scan);
    tabs.setEditSession(&edits);
    scan.setCheckpoint(opened);
    edits.setCheckpoint(opened->checkpoint);
    show(opened);
    NameTree::NodeId group = 0;
    while (!opened->checkpoint->tensors[group].name.starts_with("h.0."))
        ++group;
    const std::uint32_t tensor = group;
    while (opened->tree.path(group) != "h")
        group = opened->tree.parent(group);
    tabs.showTab(DetailsTab::Histogram);
    tabs.setNode(group);
    ASSERT_TRUE(waitUntilIdle());
    auto* const view = test::shownChild<GroupView>(tabs);
    ASSERT_TRUE(view);
    auto* const layers = view->findChild<LayerChart*>();
    auto* const chart = view->findChild<HistogramChart*>();
    auto* const health = view->findChild<HealthPanel*>();
    ASSERT_TRUE(layers && chart && health);
    EXPECT_EQ(layers->readout(), u"Scan the values to see their figures.");
    EXPECT_EQ(chart->message(), u"Scan the values to see how they are distributed.");
    const auto places = [&] {
        return QList<QRect>{layers->geometry(), chart->geometry(), layers->parentWidget()->geometry()};
    };
    const QList<QRect> before = places();
    scan.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !scan.isRunning() && !tabs.isBusy(); }, 20'000));
    EXPECT_EQ(places(), before) << "what arrives moves nothing";
    EXPECT_EQ(health->text(), u"No NaN or infinities in 33 tensors");
    EXPECT_EQ(chart->message(), QString());
    EXPECT_FALSE(chart->bars().empty());
    EXPECT_EQ(layers->readout(), u"3 layers, from 0 to 2");
    QTest::keyClick(layers, Qt::Key_End);
    EXPECT_TRUE(layers->readout().startsWith(QStringLiteral("Layer 2: RMS "))) << layers->readout().toStdString();

    LinkButton* changes = nullptr;
    for (auto* const link : view->findChildren<LinkButton*>()) {
        if (link->accessibleName() == u"Show changes")
            changes = link;
    }
    ASSERT_TRUE(changes);
    EXPECT_FALSE(changes->isVisible());
    edits.rename(tensor, "renamed");
    ASSERT_TRUE(QTest::qWaitFor([&] { return changes->isVisible(); }, 20'000));
    EXPECT_EQ(places(), before);
    changes->click();
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Changes);
    show(nullptr);
}

TEST_F(DetailsTabsTest, AGroupIsCalledAsInTheTreeOnceItsNewNameIsStaged)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    EditSession edits;
    tabs.setEditSession(&edits);
    edits.setCheckpoint(opened->checkpoint);
    show(opened);
    std::vector<std::uint32_t> tensors;
    std::uint64_t bytes = 0;
    for (std::uint32_t number = 0; number < opened->checkpoint->tensors.size(); ++number) {
        const Tensor& tensor = opened->checkpoint->tensors[number];
        if (!tensor.name.starts_with("h.0.attn.c_attn."))
            continue;
        tensors.push_back(number);
        ASSERT_EQ(tensor.dtype, DType::F32);
        bytes += tensor.bytes.size();
    }
    ASSERT_FALSE(tensors.empty());
    NameTree::NodeId group = tensors.front();
    while (opened->tree.path(group) != "h.0.attn.c_attn")
        group = opened->tree.parent(group);
    tabs.showTab(DetailsTab::Histogram);
    tabs.setNode(group);
    ASSERT_TRUE(waitUntilIdle());
    auto* const view = test::shownChild<GroupView>(tabs);
    ASSERT_TRUE(view);
    const auto texts = [&] {
        QStringList all;
        for (const auto* const label : view->findChildren<ElidedLabel*>())
            all << label->text();
        return all;
    };
    const auto says = [&](const QString& text) {
        return QTest::qWaitFor([&] { return texts().contains(text); }, 20'000);
    };
    EXPECT_EQ(texts().front(), u"h.0.attn.c_attn");
    edits.cast(NodeChoice{opened, opened->order, {group}}, DType::BF16);
    const QString saved = toQString(formatBytes(bytes / 2)) + QStringLiteral(" after saving");
    EXPECT_TRUE(says(QStringLiteral("Shown as in the file · ") + saved));
    EXPECT_EQ(texts().front(), u"h.0.attn.c_attn");
    for (const std::uint32_t tensor : tensors)
        edits.rename(tensor, "block." + std::string(opened->checkpoint->tensors[tensor].name));
    EXPECT_TRUE(says(QStringLiteral("block.h.0.attn.c_attn")));
    const auto links = [&] {
        QStringList names;
        for (const auto* const link : view->findChildren<LinkButton*>())
            names << link->name();
        return names;
    };
    EXPECT_TRUE(links().contains(QStringLiteral("block.h.0.attn.c_attn.weight")));
    EXPECT_TRUE(says(QStringLiteral("Shown as in the file (h.0.attn.c_attn) · ") + saved));
    edits.discardAll();
    EXPECT_TRUE(says(QStringLiteral("No changes staged")));
    EXPECT_TRUE(links().contains(QStringLiteral("h.0.attn.c_attn.weight")));
    EXPECT_EQ(texts().front(), u"h.0.attn.c_attn");
    EXPECT_EQ(texts().filter(QStringLiteral("Shown as in the file")), QStringList());
    show(nullptr);
}

TEST_F(DetailsTabsTest, TabsStandInTheOrderOfTheirNumbers)
{
    QStringList titles;
    for (int tab = 0; tab < tabs.count(); ++tab)
        titles += tabs.tabText(tab);
    const auto kinds = detailsPageKinds();
    ASSERT_EQ(tabs.count(), int(kinds.size()));
    EXPECT_TRUE(titles.join(u' ').startsWith(
        QStringLiteral("Overview Layers Histogram Heat map Values Spectrum Hex Metadata Changes")));
    for (const DetailsPageKind& kind : kinds) {
        tabs.showTab(kind.tab);
        EXPECT_EQ(tabs.tabText(tabs.currentIndex()), kind.title());
        EXPECT_EQ(tabs.currentTab(), kind.tab);
    }
    tabs.showTab(DetailsTab::Values);
    EXPECT_EQ(tabs.tabText(tabs.currentIndex()), QStringLiteral("Values"));
}

TEST_F(DetailsTabsTest, StopEndsWhatTheShownTabReads)
{
    show(test::openData("safetensors/gpt2-tiny.safetensors"));
    tabs.setTensor(0);
    EXPECT_FALSE(tabs.hasStoppableWork());
    tabs.showTab(DetailsTab::HeatMap);
    EXPECT_TRUE(tabs.hasStoppableWork());
    tabs.stopWork();
    EXPECT_FALSE(tabs.isBusy());
    tabs.showTab(DetailsTab::Overview);
    EXPECT_FALSE(tabs.hasStoppableWork());
}

TEST_F(DetailsTabsTest, FiguresAreComputedOnlyWhileTheyAreLookedAt)
{
    show(test::openData("safetensors/gpt2-tiny.safetensors"));
    tabs.setTensor(1);
    EXPECT_FALSE(figures.values().summaries.isRunning());
    auto* const histogram = tabs.findChild<HistogramView*>();
    tabs.showTab(DetailsTab::Histogram);
    EXPECT_TRUE(tabs.isBusy());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(histogram->message().isEmpty());
    EXPECT_TRUE(figures.values().summaries.find(1));
    tabs.setTensor(std::nullopt);
    EXPECT_FALSE(histogram->message().isEmpty());
    tabs.setTensor(1);
    EXPECT_FALSE(tabs.isBusy()) << "what was computed is remembered";
}

TEST_F(DetailsTabsTest, ATensorPastTheEndHasASentenceForFigures)
{
    show(test::openData("malformed/offset-beyond-eof.safetensors"));
    tabs.showTab(DetailsTab::Histogram);
    tabs.setTensor(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(tabs.findChild<HistogramView*>()->message().isEmpty());
}

TEST_F(DetailsTabsTest, LargestTensorsLeadToTheTensor)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    show(opened);
    ASSERT_TRUE(waitUntilIdle());
    QSignalSpy chosen(&tabs, &DetailsTabs::tensorChosen);
    const auto& tensors = opened->checkpoint->tensors;
    const auto largest = std::ranges::max_element(tensors, {}, [](const Tensor& one) { return one.bytes.size(); });
    LinkButton* const link = linkNamed(toQString(largest->name));
    ASSERT_TRUE(link);
    QTest::keyClick(link, Qt::Key_Return);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].value<std::uint32_t>(), std::uint32_t(largest - tensors.begin()));
}

TEST_F(DetailsTabsTest, RepeatedBlocksLeadToTheirGroup)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    show(opened);
    ASSERT_TRUE(waitUntilIdle());
    std::string path;
    QObject::connect(
        &tabs, &DetailsTabs::groupChosen, &tabs, [&](NameTree::NodeId group) { path = opened->tree.path(group); });
    LinkButton* const link = linkNamed(QStringLiteral("h"));
    ASSERT_TRUE(link);
    link->click();
    EXPECT_EQ(path, "h");
}

TEST_F(DetailsTabsTest, BlocksAndLargestTensorsHaveTheirStagedNames)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    EditSession edits;
    tabs.setEditSession(&edits);
    edits.setCheckpoint(opened->checkpoint);
    show(opened);
    ASSERT_TRUE(waitUntilIdle());
    const auto namesBelow = [this](const QString& path) {
        const auto links = tabs.findChild<OverviewView*>()->findChildren<LinkButton*>();
        return std::ranges::count_if(
            links, [&](const LinkButton* link) { return link->accessibleName().startsWith(path + u'.'); });
    };
    ASSERT_TRUE(linkNamed(QStringLiteral("h")));
    const auto blocks = namesBelow(QStringLiteral("h"));
    ASSERT_GT(blocks, 0);
    StagedEdits after = edits.edits();
    std::vector<std::uint32_t> all(opened->tree.tensorCount());
    std::iota(all.begin(), all.end(), 0U);
    after.rename(all, [](std::string_view name) {
        return name.starts_with("h.") ? std::optional("layers" + std::string(name.substr(1))) : std::nullopt;
    });
    edits.take({{}, edits.edits(), after});
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(linkNamed(QStringLiteral("layers")));
    EXPECT_FALSE(linkNamed(QStringLiteral("h")));
    EXPECT_EQ(namesBelow(QStringLiteral("layers")), blocks);
    EXPECT_EQ(namesBelow(QStringLiteral("h")), 0);
    edits.clear();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(linkNamed(QStringLiteral("h")));
    EXPECT_EQ(namesBelow(QStringLiteral("h")), blocks);
}

TEST_F(DetailsTabsTest, AFindingLeadsToItsByte)
{
    show(test::openData("malformed/offset-overlap.bt"));
    ASSERT_TRUE(waitUntilIdle());
    auto* const table = tabs.findChild<FindingsTable*>();
    ASSERT_TRUE(table);
    ASSERT_GT(table->findings().rowCount(), 0);
    emit table->activated(table->findings().index(0, 0));
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Hex);
}

TEST_F(DetailsTabsTest, AFindingAboutSeveralTensorsUnfoldsByMouseAndKeys)
{
    std::string bytes = test::readFile(test::dataPath("safetensors/gpt2-tiny.safetensors"));
    bytes.resize(bytes.size() - 20000);
    const test::TemporaryFolder folder;
    auto opened = openForViewing(folder.write("cut.safetensors", bytes), {});
    ASSERT_TRUE(opened.has_value());
    const int affected = int((*opened)->incomplete.size());
    ASSERT_GT(affected, 1);
    show(*opened);
    ASSERT_TRUE(waitUntilIdle());
    auto* const table = tabs.findChild<FindingsTable*>();
    ASSERT_TRUE(table);
    ASSERT_EQ(table->findings().rowCount(), 1);
    const auto place = [&] { return table->visualRect(table->findings().index(0, 0)).center(); };
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place());
    EXPECT_EQ(table->findings().rowCount(), 1 + affected);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place());
    EXPECT_EQ(table->findings().rowCount(), 1);
    table->setCurrentIndex(table->findings().index(0, 0));
    QTest::keyClick(table, Qt::Key_Right);
    EXPECT_EQ(table->findings().rowCount(), 1 + affected);
    emit table->activated(table->findings().index(1, 0));
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Hex) << "an affected tensor leads to its bytes";
    QTest::keyClick(table, Qt::Key_Left);
    EXPECT_EQ(table->findings().rowCount(), 1);
}

TEST_F(DetailsTabsTest, FindingsStandInWholeSentences)
{
    tabs.resize(420, 600);
    show(test::openData("malformed/offset-hole.safetensors"));
    ASSERT_TRUE(waitUntilIdle());
    QCoreApplication::processEvents();
    const auto* const table = tabs.findChild<FindingsTable*>();
    ASSERT_NE(table, nullptr);
    EXPECT_GE(table->rowHeight(0), 2 * table->fontMetrics().height());
    const QString severity = table->findings().index(0, FindingsModel::Severity).data().toString();
    EXPECT_GT(table->columnWidth(FindingsModel::Severity), table->fontMetrics().horizontalAdvance(severity) + iconSize)
        << "read, and not only a shape";
    EXPECT_GE(table->viewport()->height(), table->rowHeight(0)) << "the table grows with its rows";
    const QModelIndex place = table->model()->index(0, FindingsModel::Offset);
    EXPECT_GE(table->columnWidth(FindingsModel::Offset), table->sizeHintForIndex(place).width());
}

/// Uses the size of the tabs in a window of 900x600.
TEST_F(DetailsTabsTest, FindingsLeaveTheFirstPageToHealthUntilAllOfThemAreWanted)
{
    HealthScan scan;
    tabs.setScan(&scan);
    const auto opened = test::openData("quantized/damaged/fp8-scale-values");
    scan.setCheckpoint(opened);
    tabs.resize(424, 424);
    show(opened);
    ASSERT_TRUE(waitUntilIdle());
    const auto* const page = tabs.findChild<OverviewView*>();
    const auto* const health = page->findChild<HealthPanel*>();
    const auto* const table = page->findChild<FindingsTable*>();
    const auto isOnFirstPage = [&] {
        return health->mapTo(page->viewport(), QPoint(0, health->height())).y() <= page->viewport()->height();
    };
    EXPECT_TRUE(QTest::qWaitFor(isOnFirstPage));
    const auto lastRow = [&] { return table->rowViewportPosition(7) + table->rowHeight(7); };
    ASSERT_EQ(table->findings().rowCount(), 8);
    EXPECT_GT(lastRow(), table->viewport()->height());
    LinkButton* const more = linkNamed(QStringLiteral("Show all"));
    ASSERT_TRUE(more && more->isVisible());
    more->click();
    EXPECT_TRUE(QTest::qWaitFor([&] { return lastRow() <= table->viewport()->height(); }));
    for (int row = 0; row < 8; ++row)
        EXPECT_GE(table->rowHeight(row), table->sizeHintForIndex(table->findings().index(row, 2)).height()) << row;
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isOnFirstPage(); }));
    EXPECT_EQ(more->name(), u"Show less");
    more->click();
    EXPECT_TRUE(QTest::qWaitFor(isOnFirstPage));
    auto* const rows = page->findChild<FindingsTable*>();
    rows->setCurrentIndex(rows->model()->index(0, 0));
    for (int row = 1; row < 4; ++row)
        QTest::keyClick(rows, Qt::Key_Down);
    EXPECT_FALSE(rows->isBrief()) << "the keyboard reaches all rows";
}

TEST_F(DetailsTabsTest, AFindingThatIsShownWholeHasNothingMore)
{
    show(test::openData("malformed/offset-hole.safetensors"));
    ASSERT_TRUE(waitUntilIdle());
    ASSERT_TRUE(tabs.findChild<FindingsTable*>());
    EXPECT_FALSE(tabs.findChild<FindingsTable*>()->hasMore());
    const LinkButton* const more = linkNamed(QStringLiteral("Show all"));
    EXPECT_TRUE(!more || !more->isVisible());
}

TEST_F(DetailsTabsTest, NothingIsCutInANarrowWindow)
{
    tabs.resize(416, 300);
    show(test::openData("safetensors/gpt2-tiny.safetensors"));
    ASSERT_TRUE(waitUntilIdle());
    QCoreApplication::processEvents();
    const auto* const page = tabs.findChild<OverviewView*>();
    EXPECT_LE(page->widget()->width(), page->viewport()->width());
}

TEST_F(DetailsTabsTest, NothingOfTheCheckpointBeforeCanBeReached)
{
    const auto before = test::openData("safetensors/gpt2-tiny.safetensors");
    const auto last = std::uint32_t(before->checkpoint->tensors.size() - 1);
    show(before);
    tabs.setTensor(last);
    ASSERT_TRUE(waitUntilIdle());
    ASSERT_TRUE(tabs.findChild<OverviewView*>()->findChild<LinkButton*>());
    show(test::openData("bintensors/metadata-large.bt"));
    EXPECT_FALSE(tabs.findChild<OverviewView*>()->findChild<LinkButton*>());
    EXPECT_FALSE(tabs.findChild<DigestPanel*>());
    tabs.setTensor(0);
    tabs.setTensor(last); // does not exist in this checkpoint
    EXPECT_NE(tabs.tensor(), last);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(tabs.findChild<DigestPanel*>());
    show(before);
    tabs.computeDigest(last); // before the page exists
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(QTest::qWaitFor([this] { return !digest().isEmpty(); }));
}

TEST_F(DetailsTabsTest, AStoppedSummaryIsSaidAndCanBeStartedAgain)
{
    show(test::openData("safetensors/gpt2-tiny.safetensors"));
    tabs.showTab(DetailsTab::Histogram);
    tabs.setTensor(1);
    ASSERT_TRUE(tabs.isBusy());
    QSignalSpy busy(&tabs, &DetailsTabs::busyChanged);
    figures.values().summaries.stop();
    EXPECT_FALSE(tabs.isBusy());
    EXPECT_EQ(busy.size(), 1);
    auto* const histogram = tabs.findChild<HistogramView*>();
    EXPECT_TRUE(histogram->message().contains(QStringLiteral("Stopped")));
    emit histogram->computeWanted();
    EXPECT_TRUE(tabs.isBusy());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(histogram->message().isEmpty());
}

TEST_F(DetailsTabsTest, ChosenBinsAreCountedInAJobAndRemembered)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    const auto floats = std::ranges::find(opened->checkpoint->tensors, DType::F32, &Tensor::dtype);
    const auto tensor = std::uint32_t(floats - opened->checkpoint->tensors.begin());
    show(opened);
    tabs.showTab(DetailsTab::Histogram);
    tabs.setTensor(tensor);
    ASSERT_TRUE(waitUntilIdle());
    auto* const histogram = tabs.findChild<HistogramView*>();
    HistogramControls& controls = histogram->controls();
    const auto choose = [&](std::uint32_t bins) {
        controls.setChoice({.bins = bins});
        emit controls.choiceChanged();
    };
    choose(64);
    EXPECT_TRUE(tabs.isBusy());
    EXPECT_TRUE(tabs.hasStoppableWork());
    EXPECT_TRUE(histogram->message().isEmpty()) << "the chart before stays";
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(histogram->findChild<HistogramTable*>()->model()->rowCount(), 64);
    choose(256);
    EXPECT_FALSE(tabs.isBusy()) << "the summary has them";
    choose(64);
    EXPECT_FALSE(tabs.isBusy()) << "remembered";
    choose(1024);
    EXPECT_TRUE(tabs.isBusy());
    tabs.stopWork();
    EXPECT_FALSE(tabs.isBusy());
    EXPECT_EQ(controls.choice().bins, 64U);
    choose(1024);
    tabs.setTensor(std::nullopt); // leaves the tensor
    EXPECT_FALSE(tabs.isBusy());
    EXPECT_EQ(controls.choice().bins, 1024U);
    tabs.setTensor(tensor);
    EXPECT_TRUE(tabs.isBusy());
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(histogram->findChild<HistogramTable*>()->model()->rowCount(), 1024);
}

TEST_F(DetailsTabsTest, ATensorsBytesAndDigestAreShownAlsoWhereItIsSelectedAlready)
{
    const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
    show(opened);
    ASSERT_TRUE(waitUntilIdle());
    tabs.setTensor(2);
    tabs.showOffset(0, 0);
    auto* const hex = tabs.findChild<HexView*>();
    EXPECT_EQ(hex->scope(), HexView::Scope::Header);
    tabs.showTab(DetailsTab::Metadata);
    tabs.showTensorBytes(2);
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Hex);
    EXPECT_EQ(hex->scope(), HexView::Scope::Tensor);
    EXPECT_EQ(hex->area().cursor(), opened->checkpoint->tensors[2].bytes.begin);
    tabs.computeDigest(2);
    EXPECT_EQ(tabs.currentTab(), DetailsTab::Overview);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !digest().isEmpty(); }));
    auto* const target = tabs.findChild<DigestPanel*>()->findChild<QComboBox*>();
    EXPECT_TRUE(target->currentText().contains(toQString(opened->checkpoint->tensors[2].name)));
}

TEST_F(DetailsTabsTest, TheByteOfAFindingWinsOverItsTensor)
{
    const auto opened = test::openData("malformed/offset-overlap.bt");
    show(opened);
    ASSERT_TRUE(waitUntilIdle());
    std::optional<std::uint32_t> chosen;
    QObject::connect(&tabs, &DetailsTabs::tensorChosen, &tabs, [&](std::uint32_t tensor) {
        tabs.setTensor(tensor); // like the window
        chosen = tensor;
    });
    auto* const table = tabs.findChild<FindingsTable*>();
    ASSERT_TRUE(table);
    for (int row = 0; row < table->findings().rowCount(); ++row) {
        const QModelIndex index = table->findings().index(row, 0);
        const QVariant offset = index.data(OffsetRole);
        if (!offset.isValid())
            continue;
        emit table->activated(index);
        EXPECT_EQ(tabs.findChild<HexView*>()->area().cursor(), offset.toULongLong());
        if (index.data(FullNameRole).isValid()) {
            EXPECT_EQ(toQString(opened->checkpoint->tensors[chosen.value()].name), index.data(FullNameRole).toString());
        }
    }
    EXPECT_TRUE(chosen.has_value());
}

TEST_F(DetailsTabsTest, ThousandsOfDTypesTakeAFewRows)
{
    std::vector<OverviewFacts::DTypeShare> shares;
    for (int number = 0; number < 20'000; ++number)
        shares.push_back({"X" + std::to_string(number), DType::Opaque, false, 0, {1, 1, std::uint64_t(1) << 63}});
    const DTypeMix mix(shares);
    EXPECT_LT(mix.findChildren<QLabel*>().size(), 24 * 6 + 1);
    bool said = false;
    for (const auto* const label : mix.findChildren<ElidedLabel*>())
        said |= label->text().contains(QStringLiteral("and 19,977 more"));
    EXPECT_TRUE(said);
}

TEST_F(DetailsTabsTest, WhatIsDecodedOfATypeAndWhatIsNotAreToldApart)
{
    const auto opened = test::openData("quantized/damaged/nvfp4-faults");
    ASSERT_TRUE(opened);
    const DTypeMix mix(findOverviewFacts(*opened, {}).dtypes);
    std::vector<std::string> names;
    for (const auto* const label : mix.findChildren<ElidedLabel*>())
        if (label->text().startsWith(QStringLiteral("NVFP4")))
            names.push_back(label->text().toStdString());
    EXPECT_THAT(names, testing::ElementsAre("NVFP4", "NVFP4, not decoded"));
}

TEST_F(DetailsTabsTest, AHistogramOfAFileThatIsAnotherNowSaysSo)
{
    show(test::openData("safetensors/gpt2-tiny.safetensors"));
    tabs.showTab(DetailsTab::Histogram);
    tabs.setTensor(0);
    ASSERT_TRUE(waitUntilIdle());
    const auto isMarked = [this] {
        const auto labels = tabs.findChild<HistogramView*>()->findChildren<ElidedLabel*>();
        return std::ranges::any_of(
            labels, [](const auto* label) { return label->text().endsWith(QStringLiteral(" (previous version)")); });
    };
    EXPECT_FALSE(isMarked());
    tabs.setOutdated();
    EXPECT_TRUE(isMarked());
    show(test::openData("safetensors/gpt2-tiny.safetensors"));
    tabs.setTensor(0);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(isMarked());
}

/// In a window 900 pixels wide, the tabs have about their minimum width.
TEST_F(DetailsTabsTest, TheNamesOfAllTabsHaveRoomInAnyLanguage)
{
    tabs.setTabText(int(DetailsTab::Changes), QStringLiteral("Changes of the whole checkpoint (123)"));
    const int narrowest = tabs.minimumSizeHint().width();
    EXPECT_GT(narrowest, 424);
    tabs.resize(narrowest, 600);
    QCoreApplication::processEvents();
    for (int tab = 0; tab < tabs.count(); ++tab)
        EXPECT_EQ(tabs.tabToolTip(tab), QString()) << "is whole";
    tabs.resize(narrowest - 1, 600);
    QCoreApplication::processEvents();
    QString tips;
    for (int tab = 0; tab < tabs.count(); ++tab)
        tips += tabs.tabToolTip(tab);
    EXPECT_FALSE(tips.isEmpty());
}

TEST_F(DetailsTabsTest, TheVerdictOnADigestFollowsTheTheme)
{
    show(test::openData("bintensors/gpt2-tiny.bt"));
    ASSERT_TRUE(waitUntilIdle());
    tabs.setTensor(0);
    tabs.computeDigest(0);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !digest().isEmpty(); }));
    auto* const panel = tabs.findChild<DigestPanel*>();
    for (auto* const edit : panel->findChildren<QLineEdit*>())
        if (!edit->isReadOnly())
            edit->setText(digest());
    const auto verdictColor = [panel] {
        for (const auto* const label : panel->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("The digests match")))
                return label->palette().color(QPalette::WindowText);
        return QColor();
    };
    EXPECT_EQ(verdictColor(), Theme::of(panel->palette()).success);
    QPalette dark = panel->palette();
    dark.setColor(QPalette::Window, QColor(24, 24, 24));
    dark.setColor(QPalette::Base, QColor(16, 16, 16));
    dark.setColor(QPalette::WindowText, Qt::white);
    dark.setColor(QPalette::Text, Qt::white);
    panel->setPalette(dark);
    EXPECT_EQ(verdictColor(), Theme::of(panel->palette()).success);
}

TEST_F(DetailsTabsTest, MetadataIsShownInFull)
{
    show(test::openData("bintensors/metadata-large.bt"));
    tabs.showTab(DetailsTab::Metadata);
    ASSERT_TRUE(waitUntilIdle());
    auto* const metadata = tabs.findChild<MetadataView*>();
    EXPECT_TRUE(metadata->message().isEmpty());
    EXPECT_FALSE(metadata->valueText().isEmpty());
    show(test::openData("malformed/offset-overlap.bt"));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(metadata->message().isEmpty());
}

TEST_F(DetailsTabsTest, ADigestIsComputedOnDemandAndCompared)
{
    show(test::openData("bintensors/gpt2-tiny.bt"));
    ASSERT_TRUE(waitUntilIdle());
    auto* const panel = tabs.findChild<DigestPanel*>();
    ASSERT_TRUE(panel);
    panel->findChild<QPushButton*>()->click();
    ASSERT_TRUE(QTest::qWaitFor([panel] { return !panel->isBusy(); }));
    EXPECT_EQ(digest().size(), 32) << "XXH3-128";
}

TEST_F(DetailsTabsTest, AQuantizedWeightListsWhatItIsStoredIn)
{
    const OpenedCheckpointPtr opened = test::openData("quantized/modelopt-nvfp4");
    tabs.setCheckpoint(opened);
    tabs.showTab(DetailsTab::Histogram);
    auto* const panel = tabs.findChild<PartsPanel*>();
    const auto links = [&] {
        QStringList names;
        for (const auto* const link : panel->findChildren<LinkButton*>())
            names << link->accessibleName();
        return names;
    };
    const QuantizedGroups& groups = *opened->checkpoint->quantized;
    tabs.setNode(groups.list.front().tensor);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(panel->isHidden());
    EXPECT_THAT(links(),
        testing::ElementsAre(
            QStringLiteral("weight"), QStringLiteral("weight_scale"), QStringLiteral("weight_scale_2")));
    tabs.resize(424, 400);
    EXPECT_TRUE(QTest::qWaitFor([&] { // layouts take more than one round of events
        return panel->horizontalScrollBar()->maximum() == 0 && panel->verticalScrollBar()->maximum() == 0;
    }));
    for (const QuantizedGroups::Part& part : groups.list.front().parts)
        EXPECT_LE(groups.stored->dtypeName(part.tensor).size(), opened->longestDType.size());
    tabs.setNode(0);
    EXPECT_FALSE(groups.of(0));
    EXPECT_TRUE(panel->isHidden());
}

/// Half of the codes of one weight are at the maximum. Only a scan finds that.
TEST_F(DetailsTabsTest, WhatOpeningFindsAboutAQuantizedWeightIsShown)
{
    const auto opened = test::openData("quantized/damaged/nvfp4-faults");
    ASSERT_TRUE(opened);
    show(opened);
    tabs.showTab(DetailsTab::Histogram);
    const auto sentence = [&](std::string_view name) {
        const auto& all = opened->checkpoint->tensors;
        const auto found = std::ranges::find(all, name, &Tensor::name);
        tabs.setNode(static_cast<NameTree::NodeId>(found - all.begin()));
        EXPECT_TRUE(waitUntilIdle());
        const auto* const label = tabs.findChild<PartsPanel*>()->findChild<SelectableLabel*>();
        return label ? label->text().toStdString() : std::string();
    };
    EXPECT_THAT(sentence("model.layers.0.self_attn.q_proj.weight"), testing::HasSubstr("weight_scale_2\" is missing"));
    EXPECT_THAT(sentence("model.layers.2.self_attn.q_proj.weight"),
        testing::HasSubstr("is NaN in \"weight_scale\" (the first at [0, 1]): "));
    auto* const panel = tabs.findChild<PartsPanel*>();
    EXPECT_EQ(panel->findChildren<SelectableLabel*>().size(), 3) << "a row for each";
    std::optional<std::uint64_t> chosen;
    QObject::connect(
        panel, &PartsPanel::placeChosen, panel, [&chosen](std::uint32_t, std::uint64_t offset) { chosen = offset; });
    for (auto* const link : panel->findChildren<LinkButton*>())
        if (link->accessibleName() == u"byte 1,456")
            link->click();
    EXPECT_EQ(chosen, 1456U);
    tabs.resize(572, 624); // as in a window of 1280 × 800
    QCoreApplication::processEvents();
    EXPECT_EQ(panel->verticalScrollBar()->maximum(), 0) << "three findings and three parts have room";
    tabs.resize(424, 400); // as in a window of 900 × 600
    QCoreApplication::processEvents();
    EXPECT_LE(panel->height(), 0.35 * panel->parentWidget()->height());
    EXPECT_LE(tabs.minimumSizeHint().height(), 424) << "the window needs no more height";
    EXPECT_EQ(sentence("model.layers.4.self_attn.q_proj.weight"), "");
}

/// Without a scan, three errors and five warnings about scales are known, one of them about an input. A scan finds
/// those about weights again, and NaN in codes.
TEST_F(DetailsTabsTest, OverviewSaysOnceWhatIsOddAboutScales)
{
    const auto opened = test::openData("quantized/damaged/fp8-scale-values");
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->checkpoint->findings.list().empty()) << "opening reads no scales";
    HealthScan scan;
    tabs.setScan(&scan);
    scan.setCheckpoint(opened);
    show(opened);
    tabs.showTab(DetailsTab::Overview);
    ASSERT_TRUE(waitUntilIdle());
    const auto* const overview = tabs.findChild<OverviewView*>();
    const auto counts = [&] {
        std::pair<quint64, quint64> sums;
        for (const auto* const table : overview->findChildren<FindingsTable*>()) {
            if (table->parentWidget()->isHidden())
                continue;
            sums.first += table->findings().errors();
            sums.second += table->findings().warnings();
        }
        return sums;
    };
    EXPECT_EQ(counts(), std::pair(quint64{3}, quint64{5}));
    scan.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return scan.isComplete() && !scan.isRunning(); }));
    EXPECT_EQ(counts(), std::pair(quint64{4}, quint64{5})) << "NaN codes, and nothing is lost or said twice";
}

TEST_F(DetailsTabsTest, WhatAScanFindsInAQuantizedWeightIsShown)
{
    std::string saturated;
    std::string sound;
    for (unsigned pair = 0; pair < 2048; ++pair) {
        saturated += static_cast<char>(0x70 + pair % 16);
        sound += static_cast<char>(pair % 16 * 0x11);
    }
    const test::TemporaryFolder folder;
    const auto weight = [&](const std::string& name, const std::string& bytes) {
        return std::vector<test::WantedTensor>{{name + ".weight", "U8", "[8,256]", bytes},
            {name + ".weight_scale", "F8_E4M3", "[8,32]", std::string(256, '8')},
            {name + ".weight_scale_2", "F32", "[]", test::packedBytes<float>({0.5F})}};
    };
    auto tensors = weight("a", saturated);
    std::ranges::copy(weight("b", sound), std::back_inserter(tensors));
    const auto opened = test::openFile(folder.write("model.safetensors", test::safetensorsOf(tensors)));
    HealthScan scan;
    tabs.setScan(&scan);
    scan.setCheckpoint(opened);
    show(opened);
    tabs.showTab(DetailsTab::Histogram);
    tabs.setNode(0);
    ASSERT_TRUE(waitUntilIdle());
    auto* const panel = tabs.findChild<PartsPanel*>();
    const auto sentence = [&] {
        const auto* const label = panel->findChild<SelectableLabel*>();
        return label && label->isVisible() ? label->text() : QString();
    };
    EXPECT_EQ(sentence(), QString());
    const int height = panel->height();
    auto* const overview = tabs.findChild<OverviewView*>();
    const auto table = [&] { return overview->findChildren<FindingsTable*>().value(1); }; // the scan's findings
    ASSERT_TRUE(table());
    EXPECT_TRUE(table()->parentWidget()->isHidden());

    scan.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return scan.isComplete(); }));
    EXPECT_EQ(sentence(), QStringLiteral("Warning: 56 % of the codes are at the ends of their range in \"weight\""));
    EXPECT_GT(panel->height(), height);
    EXPECT_FALSE(table()->parentWidget()->isHidden());
    EXPECT_EQ(table()->findings().rowCount(), 1);
    std::optional<std::uint32_t> chosen;
    QObject::connect(overview, &OverviewView::placeChosen, overview,
        [&](std::optional<std::uint32_t> tensor, std::uint32_t, std::uint64_t) { chosen = tensor; });
    emit table()->activated(table()->model()->index(0, 0));
    EXPECT_EQ(chosen, 0U);
    tabs.showTab(DetailsTab::Overview);
    const auto isWhole = [&] { // no scroll area within another scrolls
        const int given = table()->rowHeight(0);
        table()->resizeRowToContents(0);
        const int needed = table()->rowHeight(0);
        table()->setRowHeight(0, given);
        return given >= needed && table()->verticalScrollBar()->maximum() == 0;
    };
    for (const int width : {900, 424, 600}) {
        tabs.resize(width, 500);
        EXPECT_TRUE(QTest::qWaitFor(isWhole)) << width;
    }
    tabs.showTab(DetailsTab::Histogram);
    tabs.setNode(1);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_FALSE(panel->isHidden());
    EXPECT_EQ(sentence(), QString()) << "of the other weight";
}

TEST_F(DetailsTabsTest, AllTabsAreInSightHoweverLittleRoomThereIs)
{
    const QTabBar& bar = *tabs.tabBar();
    for (const int width : {900, 480, 424, 300}) {
        tabs.resize(width, 600);
        QCoreApplication::processEvents();
        for (int tab = 0; tab < bar.count(); ++tab) {
            SCOPED_TRACE(width);
            EXPECT_LE(bar.tabRect(tab).right(), width) << tab;
            EXPECT_GE(bar.tabRect(tab).width(), 24) << tab;
        }
        for (const QToolButton* const arrow : bar.findChildren<QToolButton*>())
            EXPECT_FALSE(arrow->isVisible());
    }
    EXPECT_EQ(tabs.tabToolTip(int(DetailsTab::Metadata)), QStringLiteral("Metadata")) << "its end is cut";
    tabs.showTab(DetailsTab::Metadata);
    QCoreApplication::processEvents();
    EXPECT_GE(bar.tabRect(int(DetailsTab::Metadata)).width(),
        bar.fontMetrics().horizontalAdvance(QStringLiteral("Metadata")));
    tabs.resize(900, 600);
    QCoreApplication::processEvents();
    EXPECT_TRUE(tabs.tabToolTip(int(DetailsTab::Overview)).isEmpty());
}

} // namespace
} // namespace loupe
