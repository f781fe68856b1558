#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "details_tabs_fixture.h"
#include "items/jobs/qt_text.h"
#include "items/session/opened_checkpoint.h"
#include "support/opened.h"
#include "support/picture.h"
#include "views/colors/theme.h"
#include "views/details/details_tabs.h"
#include "views/details/digest_panel.h"
#include "views/details/parts_panel.h"
#include "views/hex/hex_area.h"
#include "views/hex/hex_view.h"
#include "views/histogram/histogram_table.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/elided_label.h"
#include "views/kit/link_button.h"
#include "views/metadata/metadata_view.h"
#include "views/overview/dtype_mix.h"
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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {
namespace {

using test::DetailsTabsTest;

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
