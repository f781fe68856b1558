#include "app/window/compare/compare_window.h"
#include "app/window/main_window.h"
#include "compare_window_fixture.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "mnemonics.h"
#include "support/child.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/pair_values_tab.h"
#include "views/kit/notice_bar.h"
#include "views/layers/layers_canvas.h"
#include "views/renaming/pairing_dialog.h"
#include "views/renaming/rearrangement_dialog.h"
#include "views/tree/sort_menu.h"
#include "views/values/values_area.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <utility>

#include <fstream>

namespace loupe {
namespace {

using test::CompareWindowTest;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(CompareWindowTest, ShowsTheComparisonOfTwoPaths)
{
    open(pair.a(), pair.b());
    EXPECT_EQ(model().visibleTensors(), 6u);
    EXPECT_TRUE(window->failure().isEmpty());
    EXPECT_THAT(chips().verdict().toStdString(), HasSubstr("2 of 4 common tensors differ"));
    EXPECT_EQ(window->windowTitle(), QStringLiteral("a.safetensors and b.safetensors"));
}

TEST_F(CompareWindowTest, TreeAndLayersSelectTheSame)
{
    open(pair.a(), pair.b());
    Options options;
    options.pairTab = PairTab::Layers;
    options.select = {QStringLiteral("layers.0.q")};
    window->apply(options);
    ASSERT_TRUE(awaitIdle());
    auto* const layers = tabs().findChild<LayersCanvas*>();
    ASSERT_TRUE(layers && layers->isVisible());
    ASSERT_TRUE(layers->currentCell());
    QTest::keyClick(layers, Qt::Key_Right);
    EXPECT_EQ(current(), "layers.1.q");
}

TEST_F(CompareWindowTest, ItsTabsCountTheDifferencesOfMetadata)
{
    open(pair.a(), pair.b());
    EXPECT_EQ(tabs().tabText(int(PairTab::MetadataDifferences)), QStringLiteral("Metadata (1)"));
}

TEST_F(CompareWindowTest, ItsTabsHaveKeys)
{
    open(pair.a(), pair.b());
    for (int tab = int(PairTab::MetadataDifferences); tab >= 0; --tab) {
        QTest::keyClick(window.get(), Qt::Key(Qt::Key_1 + tab), Qt::AltModifier);
        EXPECT_EQ(tabs().currentTab(), PairTab(tab));
    }
}

/// Both windows have the listed actions, with the same shortcuts.
TEST_F(CompareWindowTest, ActionsOfBothWindowsHaveTheSameKeys)
{
    open(pair.a(), pair.b());
    MainWindow other(false);
    using Keys = std::map<QString, QList<QKeySequence>>;
    const auto keysOf = [](const QWidget& of) {
        Keys keys;
        for (const QAction* const action : of.findChildren<QAction*>()) {
            if (!action->shortcuts().isEmpty())
                keys[action->text().remove(u'&')] = action->shortcuts();
        }
        return keys;
    };
    const Keys here = keysOf(*window);
    const Keys there = keysOf(other);
    for (const char* const name :
        {"Reload", "Stop", "Close window", "Quit", "Copy names of selected tensors", "Filter", "Expand all",
            "Collapse all", "Sort by name", "Full tree", "Compact tree", "Flat list", "Keyboard shortcuts", "Manual"}) {
        const QString text = QString::fromUtf8(name);
        ASSERT_TRUE(here.contains(text) && there.contains(text)) << name;
        EXPECT_EQ(here.at(text), there.at(text)) << name;
    }
    EXPECT_EQ(here.at(QStringLiteral("Export B − A…")).front(), there.at(QStringLiteral("Export…")).front())
        << "both write tensors";
    EXPECT_EQ(here.at(QStringLiteral("Export…")), there.at(QStringLiteral("Export scan…"))) << "both write figures";
}

TEST_F(CompareWindowTest, NamesOfSelectedPairsAreCopiedAndRowsAreSorted)
{
    open(pair.a(), pair.b());
    view().expandAll();
    ASSERT_TRUE(awaitIdle());
    action("Compact tree")->trigger();
    action("Flat l&ist")->trigger();
    ASSERT_TRUE(awaitIdle());
    view().selectAll();
    action("&Copy names of selected tensors")->trigger();
    QStringList wanted;
    for (int row = 0; row < view().model()->rowCount(); ++row)
        wanted << view().model()->index(row, 0).data(FullNameRole).toString();
    EXPECT_EQ(wanted.size(), 6);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), wanted.join(u'\n'));

    const auto sortBy = [&](const QString& column) {
        auto* const menu = window->findChild<SortMenu*>();
        ASSERT_TRUE(menu);
        emit menu->aboutToShow();
        for (QAction* const one : menu->actions()) {
            if (one->text() == column)
                return one->trigger();
        }
        ADD_FAILURE() << column.toStdString();
    };
    const QString first = wanted.front();
    sortBy(QStringLiteral("Name")); // the column that is already sorted, to reverse it
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(view().model()->index(5, 0).data(FullNameRole).toString(), first);
    sortBy(QStringLiteral("Name"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(view().model()->index(0, 0).data(FullNameRole).toString(), first);
}

TEST_F(CompareWindowTest, KeysGoFromDifferenceToDifference)
{
    open(pair.a(), pair.b());
    QTest::keyClick(window.get(), Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(current(), "layers.0.q");
    QTest::keyClick(window.get(), Qt::Key_Down, Qt::AltModifier);
    EXPECT_EQ(current(), "layers.1.q");
    QTest::keyClick(window.get(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(current(), "layers.0.q");
    QTest::keyClick(window.get(), Qt::Key_Up, Qt::AltModifier);
    EXPECT_THAT(notices(), HasSubstr("No more differences above."));
}

TEST_F(CompareWindowTest, ACountThatIsClickedFilters)
{
    open(pair.a(), pair.b());
    emit chips().filterWanted(QStringLiteral("status:changed"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(filter().text(), QStringLiteral("status:changed"));
    EXPECT_EQ(model().visibleTensors(), 1u);
}

TEST_F(CompareWindowTest, RenamedTensorsArePairedOnceTheyAreConfirmed)
{
    open(pair.a(), pair.b());
    EXPECT_THAT(notices(), HasSubstr("1 tensor only in A, 1 only in B"));
    clickNotice("Match renamed tensors…");
    applyRenames();
    EXPECT_EQ(model().visibleTensors(), 5u);
    EXPECT_THAT(notices(), HasSubstr("1 renamed tensor matched as you chose."));
    clickNotice("Match by name only");
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(model().visibleTensors(), 6u);
}

TEST_F(CompareWindowTest, RulesOfAnArrangementAreChosenAndTakenBack)
{
    const auto side = [](const char* name) { return test::dataPath(std::string("rules/moe-to-stacked.") + name); };
    open(side("a.safetensors"), side("b.safetensors"));
    const auto tensors = model().visibleTensors();
    const auto choose = [&](const char* text) {
        auto* const dialog = window->findChild<RearrangementDialog*>();
        ASSERT_TRUE(dialog);
        auto& list = test::child<QListWidget>(*dialog, QStringLiteral("choices"));
        const auto found =
            list.model()->match(list.model()->index(0, 0), Qt::UserRole, QString::fromUtf8(text), 1, Qt::MatchExactly);
        ASSERT_FALSE(found.isEmpty());
        list.setCurrentRow(found.front().row());
        test::child<QPushButton>(*dialog, QStringLiteral("apply")).click();
        ASSERT_TRUE(awaitIdle());
    };
    clickNotice("Rearrangements…");
    choose("moe-to-stacked");
    EXPECT_EQ(model().visibleTensors(), 8u);
    EXPECT_THAT(notices(), HasSubstr("6 pairs matched by moe-to-stacked."));
    action("Re&arrangements…")->trigger();
    choose("-");
    EXPECT_EQ(model().visibleTensors(), tensors);
    EXPECT_THAT(notices(), Not(HasSubstr("arrangement")));
}

TEST_F(CompareWindowTest, RenamesAreNotChosenWhileTheFilesAreOpenedAgain)
{
    open(pair.a(), pair.b());
    QAction* const review = action("Match &renamed tensors…");
    ASSERT_TRUE(review && review->isEnabled());
    session().reload();
    EXPECT_FALSE(review->isEnabled());
    review->trigger();
    EXPECT_EQ(window->findChild<PairingDialog*>(), nullptr);
    EXPECT_EQ(notices(), "") << "and nothing offers to";
    session().stop();
    EXPECT_TRUE(review->isEnabled());
    EXPECT_THAT(notices(), HasSubstr("1 tensor only in A, 1 only in B"));

    review->trigger();
    const QPointer<PairingDialog> dialog = window->findChild<PairingDialog*>();
    ASSERT_TRUE(dialog);
    session().reload();
    ASSERT_TRUE(awaitIdle());
    EXPECT_FALSE(dialog && dialog->isVisible()) << "it is about files as they were";
    EXPECT_THAT(notices(), HasSubstr("1 tensor only in A, 1 only in B"));
}

TEST_F(CompareWindowTest, RulesOfTheCommandLineAreFollowed)
{
    window = std::make_unique<CompareWindow>(false, pair.a(), pair.b(), std::vector<RenameRuleText>{{"^old", "new"}});
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(model().visibleTensors(), 5u);
    EXPECT_THAT(notices(), HasSubstr("as --map says"));
}

TEST_F(CompareWindowTest, NoTwoEntriesOfAMenuHaveOneMnemonic)
{
    open(pair.a(), pair.b());
    EXPECT_EQ(test::clashingMnemonics(window->menuBar()->actions()).join(u'|').toStdString(), "");
}

TEST_F(CompareWindowTest, WhatIsStagedIsSaidNotToBeCompared)
{
    MainWindow other(false, toQString(pair.a()));
    other.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.isIdle(); }, 20'000));
    test::edits(other).rename(0, "staged");
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.isIdle(); }, 20'000));
    dropOn(other, pair.b());
    qobject_cast<QMenu*>(QApplication::activePopupWidget())->actions().last()->trigger();
    window.reset(onlyCompareWindow());
    ASSERT_TRUE(window);
    EXPECT_THAT(notices(), HasSubstr("unsaved changes to"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("unsaved changes to"));
}

TEST_F(CompareWindowTest, WhatWasStoppedIsGoneOnWithOnlyWhileNothingRuns)
{
    window = std::make_unique<CompareWindow>(false, pair.a(), pair.b());
    ComparisonSession& running = session();
    bool stopped = false;
    QObject::connect(&running, &ComparisonSession::busyChanged, window.get(), [&] {
        if (running.isComparing() && !std::exchange(stopped, true))
            running.stop();
    });
    ASSERT_TRUE(QTest::qWaitFor([&] { return stopped && window->isIdle(); }, 20'000));
    const std::string offer = "Compared the values of 0 of 6 pairs.";
    EXPECT_THAT(notices(), HasSubstr(offer));
    running.reload();
    EXPECT_THAT(notices(), Not(HasSubstr(offer)));
    running.stop();
    EXPECT_THAT(notices(), HasSubstr(offer));
    clickNotice("Compare all");
    EXPECT_THAT(notices(), Not(HasSubstr(offer)));
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(running.results()->isComplete());
    EXPECT_THAT(notices(), Not(HasSubstr(offer)));
}

TEST_F(CompareWindowTest, IdenticalTensorsStayHiddenWhileOneTypes)
{
    open(pair.a(), pair.b());
    QAction* const hide = action("&Hide identical");
    filter().setText(QStringLiteral("q or norm"));
    hide->trigger();
    EXPECT_EQ(filter().text(), QStringLiteral("-status:identical q or -status:identical norm"));
    hide->trigger();
    EXPECT_EQ(filter().text(), QStringLiteral("q or norm"));

    filter().setText(QStringLiteral("norm"));
    hide->trigger();
    action("&Filter")->trigger();
    QTest::keyClicks(&filter(), QStringLiteral("layers"));
    EXPECT_EQ(filter().text(), QStringLiteral("-status:identical layers"));
    EXPECT_TRUE(hide->isChecked());
    hide->trigger();
    EXPECT_EQ(filter().text(), QStringLiteral("layers"));

    filter().clear();
    hide->trigger();
    action("&Filter")->trigger();
    QTest::keyClicks(&filter(), QStringLiteral("q"));
    EXPECT_EQ(filter().text(), QStringLiteral("-status:identical q"));
    filter().clear();
    EXPECT_FALSE(hide->isChecked());
    action("&Filter")->trigger();
    QTest::keyClicks(&filter(), QStringLiteral("k"));
    EXPECT_EQ(filter().text(), QStringLiteral("k"));
}

TEST_F(CompareWindowTest, SelectsAndFiltersAsTheCommandLineAsks)
{
    open(pair.a(), pair.b());
    Options options;
    options.select = {QStringLiteral("layers.0.q")};
    options.filter = QStringLiteral("layers");
    window->apply(options);
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_EQ(model().visibleTensors(), 3u);
    EXPECT_TRUE(window->requestError().isEmpty());
    options.select = {QStringLiteral("no.such")};
    window->apply(options);
    EXPECT_THAT(window->requestError().toStdString(), HasSubstr("no.such"));
}

TEST_F(CompareWindowTest, TreeAndByteMapsAreOneSelection)
{
    open(pair.a(), pair.b());
    ByteMapStrips& strips = byteMap().strips();
    ASSERT_EQ(strips.count(), 2);
    EXPECT_GT(byteMap().height(), strips.stripRect(1).bottom()) << "both are seen";
    QTest::keyClick(window.get(), Qt::Key_Down, Qt::AltModifier);
    EXPECT_THAT(strips.currentText().toStdString(), StartsWith("A · layers.0.q"));
    const PairedCheckpoints& paired = *session().results()->paired();
    const ByteRange bytes = paired.b->tensors[2].bytes;
    const QRect rect = strips.stripRect(1);
    QTest::mouseClick(strips.viewport(), Qt::LeftButton, {},
        {rect.left() + strips.layoutOfBytes().columnOf(bytes.begin + bytes.size() / 2), rect.center().y()});
    EXPECT_EQ(current(), paired.b->tensors[2].name);
    EXPECT_THAT(strips.currentText().toStdString(), StartsWith("B · " + std::string(paired.b->tensors[2].name)));
}

TEST_F(CompareWindowTest, WhatTheFilterHidesIsSaidToBeHiddenAndCanBeShown)
{
    open(pair.a(), pair.b());
    Options options;
    options.pairTab = PairTab::Layers;
    options.select = {QStringLiteral("layers.0.q")};
    options.filter = QStringLiteral("status:changed");
    window->apply(options);
    ASSERT_TRUE(awaitIdle());
    ByteMapStrips& strips = byteMap().strips();
    auto* const layers = tabs().findChild<LayersCanvas*>();
    ASSERT_TRUE(layers && layers->currentCell());
    const std::uint32_t cell = *layers->currentCell();

    QTest::keyClick(layers, Qt::Key_Right);
    EXPECT_THAT(notices(), HasSubstr("layers.1.q is hidden by the filter."));
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_EQ(layers->currentCell(), cell);
    EXPECT_THAT(strips.currentText().toStdString(), HasSubstr("layers.0.q"));

    const Tensor tensor = session().results()->paired()->b->tensors[1];
    const QRect rect = strips.stripRect(1);
    QTest::mouseClick(strips.viewport(), Qt::LeftButton, {},
        {rect.left() + strips.layoutOfBytes().columnOf(tensor.bytes.begin + tensor.bytes.size() / 2),
            rect.center().y()});
    EXPECT_THAT(notices(), HasSubstr(std::string(tensor.name) + " is hidden by the filter."));
    EXPECT_EQ(current(), "layers.0.q");
    EXPECT_THAT(strips.currentText().toStdString(), HasSubstr("layers.0.q"));

    clickNotice("Show");
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(filter().text(), QString());
    EXPECT_EQ(current(), tensor.name);
    EXPECT_NE(layers->currentCell(), cell);
    EXPECT_THAT(notices(), Not(HasSubstr("hidden")));
}

TEST_F(CompareWindowTest, ValuesOfTheSelectedPairBeginAtItsFirstDifference)
{
    open(pair.a(), pair.b());
    Options options;
    options.select = {QStringLiteral("layers.0.q")};
    options.pairTab = PairTab::Values;
    window->apply(options);
    ASSERT_TRUE(awaitIdle());
    const auto* const values = tabs().findChild<PairValuesTab*>();
    ASSERT_TRUE(values);
    EXPECT_TRUE(values->isVisible());
    EXPECT_EQ(values->area().cursor(), (Slice::Cell{0, 3}));
    EXPECT_EQ(values->area().text({0, 3}, 1), QStringLiteral("6"));
}

TEST_F(CompareWindowTest, NoticesMoveNothing)
{
    open(pair.a(), pair.b());
    const auto places = [&] {
        QCoreApplication::processEvents();
        QList<QRect> found;
        for (const QWidget* const part :
            std::initializer_list<const QWidget*>{&view(), &tabs(), &byteMap(), &chips(), window->statusBar()})
            found << QRect(part->mapTo(window.get(), QPoint(0, 0)), part->size());
        return found;
    };
    const QList<QRect> before = places();
    noticeBar().setNotice(QStringLiteral("a"), {.kind = NoticeKind::Error, .text = QString(3000, u'x'), .actions = {}});
    EXPECT_EQ(places(), before);
    noticeBar().removeNotice(QStringLiteral("a"));
    EXPECT_EQ(places(), before);
}

TEST_F(CompareWindowTest, ALongVerdictDoesNotWidenTheWindow)
{
    open(pair.a(), pair.b());
    EXPECT_LT(chips().minimumSizeHint().width(), chips().fontMetrics().horizontalAdvance(chips().verdict()));
}

TEST_F(CompareWindowTest, TheStatusBarCountsPairs)
{
    open(pair.a(), pair.b());
    const auto figure = [&](QStringView name) {
        for (const QLabel* const label : window->statusBar()->findChildren<QLabel*>()) {
            if (label->accessibleName() == name)
                return label->text();
        }
        return QString();
    };
    const auto pairs = session().results()->paired()->pairs.size();
    EXPECT_EQ(figure(u"Pairs"), QStringLiteral("%1 pairs").arg(pairs));
    EXPECT_EQ(figure(u"Values"), u"All values compared");
    filter().setText(QStringLiteral("status:changed"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(figure(u"Pairs"), QStringLiteral("%1 of %2 pairs").arg(model().visibleTensors()).arg(pairs));
}

TEST_F(CompareWindowTest, PairsOfATruncatedFileAreNotSaidToBeCompared)
{
    std::uint64_t header = 0; // in bytes, without its length field
    std::ifstream(pair.b(), std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
    std::filesystem::resize_file(pair.b(), sizeof header + header);
    open(pair.a(), pair.b());
    const std::uint64_t left = session().results()->counts().notCompared;
    EXPECT_GT(left, 1U);
    const auto labels = window->statusBar()->findChildren<QLabel*>();
    const auto compared =
        std::ranges::find_if(labels, [](const QLabel* label) { return label->accessibleName() == u"Values"; });
    ASSERT_NE(compared, labels.end());
    const auto pairs = session().results()->paired()->pairs.size();
    EXPECT_EQ((*compared)->text(), QStringLiteral("%1 of %2 pairs not compared").arg(left).arg(pairs));
    EXPECT_THAT(notices(), HasSubstr("B is damaged: "));
}

} // namespace
} // namespace loupe
