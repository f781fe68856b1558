#include "core/text/text.h"
#include "details_tabs_fixture.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "items/tree/health/health_scan.h"
#include "support/child.h"
#include "support/opened.h"
#include "support/picture.h"
#include "views/details/details_tabs.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/elided_label.h"
#include "views/kit/link_button.h"
#include "views/overview/group_view.h"
#include "views/overview/health_panel.h"
#include "views/overview/layer_chart.h"
#include "views/overview/overview_view.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

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

using test::DetailsTabsTest;

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

} // namespace
} // namespace loupe
