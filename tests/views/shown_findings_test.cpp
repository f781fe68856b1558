#include "details_tabs_fixture.h"
#include "items/jobs/qt_text.h"
#include "items/session/findings_model.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health/health_scan.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "views/details/details_tabs.h"
#include "views/details/findings_table.h"
#include "views/details/parts_panel.h"
#include "views/hex/hex_area.h"
#include "views/hex/hex_view.h"
#include "views/kit/icons.h"
#include "views/kit/link_button.h"
#include "views/kit/selectable_label.h"
#include "views/overview/health_panel.h"
#include "views/overview/overview_view.h"

#include <QScrollBar>
#include <QTest>

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

} // namespace
} // namespace loupe
