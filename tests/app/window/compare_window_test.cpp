#include "app/window/compare/compare_window.h"

#include "app/window/main_window.h"
#include "app/window/opening/open_checkpoints.h"
#include "app/window/recent/recent_pairs.h"
#include "formats/opening/open_checkpoint.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/rename_draft.h"
#include "items/session/edit_session.h"
#include "mnemonics.h"
#include "support/child.h"
#include "support/compared_pair.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/compare/pair_byte_map.h"
#include "views/compare/pair_heat_map_tab.h"
#include "views/compare/pair_values_tab.h"
#include "views/compare/status_chips.h"
#include "views/details/unlock_dialog.h"
#include "views/kit/elided_label.h"
#include "views/kit/notice_bar.h"
#include "views/layers/layers_canvas.h"
#include "views/renaming/pairing_dialog.h"
#include "views/renaming/rearrangement_dialog.h"
#include "views/tree/filter_edit.h"
#include "views/tree/sort_menu.h"
#include "views/values/values_area.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QStatusBar>
#include <QTest>
#include <QUrl>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fstream>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CompareWindowTest : public testing::Test {
protected:
    void open(const std::filesystem::path& a, const std::filesystem::path& b)
    {
        window = std::make_unique<CompareWindow>(false, a, b);
        window->show();
        ASSERT_TRUE(awaitIdle());
    }
    bool awaitIdle() const
    {
        return QTest::qWaitFor([&] { return window->isIdle(); }, 20'000);
    }
    ComparisonSession& session() const { return test::child<ComparisonSession>(*window); }
    ComparisonModel& model() const { return test::child<ComparisonModel>(*window); }
    ComparisonView& view() const { return test::child<ComparisonView>(*window); }
    ComparisonTabs& tabs() const { return test::child<ComparisonTabs>(*window); }
    StatusChips& chips() const { return test::child<StatusChips>(*window); }
    PairByteMap& byteMap() const { return test::child<PairByteMap>(*window); }
    FilterEdit& filter() const { return test::child<FilterEdit>(*window, QStringLiteral("filter")); }
    NoticeBar& noticeBar() const { return test::child<NoticeBar>(*window, QStringLiteral("notices")); }
    std::string notices() const { return noticeBar().texts().join(u'\n').toStdString(); }
    void clickNotice(const char* text) const
    {
        for (auto* const button : noticeBar().findChildren<QAbstractButton*>()) {
            if (button->isVisibleTo(&noticeBar()) && button->text() == QString::fromUtf8(text))
                return button->click();
        }
        ADD_FAILURE() << text;
    }
    QAction* action(const char* text) const
    {
        const auto actions = window->findChildren<QAction*>();
        const auto found = std::find_if(
            actions.begin(), actions.end(), [&](QAction* one) { return one->text() == QString::fromUtf8(text); });
        return found == actions.end() ? nullptr : *found;
    }
    void applyRenames() const
    {
        auto* const dialog = window->findChild<PairingDialog*>();
        ASSERT_TRUE(dialog);
        auto& apply = test::child<QPushButton>(*dialog, QStringLiteral("apply"));
        const auto& draft = test::child<RenameDraft>(*dialog);
        ASSERT_TRUE(QTest::qWaitFor([&] { return apply.isEnabled() && draft.isSearched(); }, 20'000));
        apply.click();
        ASSERT_TRUE(awaitIdle());
    }
    static void dropOn(QWidget& target, const std::filesystem::path& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(toQString(path))});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&target, &enter);
        QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&target, &drop);
    }
    static CompareWindow* onlyCompareWindow()
    {
        CompareWindow* found = nullptr;
        for (QWidget* const widget : QApplication::topLevelWidgets())
            found = found ? found : qobject_cast<CompareWindow*>(widget);
        return found;
    }
    std::string current() const { return view().currentIndex().data(FullNameRole).toString().toStdString(); }

    test::ComparedPair pair;
    std::unique_ptr<CompareWindow> window;
};

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

/// Settings are stored in the test's folders.
class RememberingTest : public CompareWindowTest {
protected:
    RememberingTest()
    {
        const QString folder = toQString(pair.folder().path());
        qputenv("XDG_DATA_HOME", folder.toUtf8());
        QCoreApplication::setOrganizationName(QStringLiteral("tensorloupe-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
        RecentPairs::clear();
    }
    ~RememberingTest() override
    {
        RecentPairs::clear();
        if (m_dataHome.isNull())
            qunsetenv("XDG_DATA_HOME");
        else
            qputenv("XDG_DATA_HOME", m_dataHome);
    }
    void openRemembering()
    {
        window = std::make_unique<CompareWindow>(true, pair.a(), pair.b());
        window->show();
        ASSERT_TRUE(awaitIdle());
    }
    static QList<QAction*> recentActions(QWidget& of)
    {
        auto* const menu = of.findChild<RecentPairsMenu*>();
        emit menu->aboutToShow();
        return menu->actions();
    }

private:
    QByteArray m_dataHome = qgetenv("XDG_DATA_HOME");
};

TEST_F(RememberingTest, APairThatIsReopenedFindsItsRenamesAndOffersToTakeThemBack)
{
    openRemembering();
    clickNotice("Match renamed tensors…");
    applyRenames();
    openRemembering();
    EXPECT_EQ(model().visibleTensors(), 5u);
    EXPECT_THAT(notices(), HasSubstr("as you chose last time"));
    clickNotice("Match by name only");
    ASSERT_TRUE(awaitIdle());
    openRemembering();
    EXPECT_EQ(model().visibleTensors(), 6u);
}

TEST_F(RememberingTest, OtherWindowsKeepNothing)
{
    open(pair.a(), pair.b());
    clickNotice("Match renamed tensors…");
    applyRenames();
    EXPECT_TRUE(RecentPairs::list().isEmpty());
    openRemembering();
    EXPECT_EQ(model().visibleTensors(), 6u);
}

TEST_F(RememberingTest, RecentComparisonsAreOpenedFromBothWindows)
{
    openRemembering();
    MainWindow main(true);
    for (QWidget* const of : {static_cast<QWidget*>(window.get()), static_cast<QWidget*>(&main)}) {
        const QList<QAction*> actions = recentActions(*of);
        ASSERT_EQ(actions.size(), 3); // including a separator and the action that clears the list
        EXPECT_EQ(actions.front()->text(), QStringLiteral("a.safetensors and b.safetensors"));
        EXPECT_THAT(actions.front()->toolTip().toStdString(), HasSubstr(pair.a().native()));
    }
    QAction* const first = recentActions(main).front();
    window.reset();
    first->trigger();
    window.reset(onlyCompareWindow());
    ASSERT_TRUE(window);
    EXPECT_EQ(session().pathB(), toQString(pair.b()));
    recentActions(main).back()->trigger();
    EXPECT_EQ(recentActions(main).front()->text(), QStringLiteral("No recent comparisons"));
}

TEST_F(RememberingTest, AFileThatVanishedIsToldAndNotAddedAgain)
{
    RecentPairs::add(QStringLiteral("/nowhere/gone.bt"), toQString(pair.b()));
    MainWindow main(true);
    recentActions(main).front()->trigger();
    window.reset(onlyCompareWindow());
    ASSERT_TRUE(window);
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("/nowhere/gone.bt"));
    EXPECT_EQ(RecentPairs::list().size(), 1);
}

TEST_F(RememberingTest, FilesOfOneNameAreToldApartByTheirFolders)
{
    RecentPairs::add(QStringLiteral("/x/base/v1/model & more.bt"), QStringLiteral("/x/tuned/v1/model & more.bt"));
    RecentPairs::add(QStringLiteral("/x/") + QString(100, u'n') + QStringLiteral(".bt"), QStringLiteral("/x/b.bt"));
    MainWindow main(true);
    const QList<QAction*> actions = recentActions(main);
    EXPECT_EQ(actions[1]->text(), QStringLiteral("base/v1/model && more.bt and tuned/v1/model && more.bt"));
    EXPECT_LT(actions[0]->text().size(), 70);
    EXPECT_TRUE(actions[0]->text().endsWith(QStringLiteral("and b.bt")));
}

TEST_F(RememberingTest, TheLastTenComparisonsAreKeptAndDamagedEntriesLeftOut)
{
    for (int i = 0; i < 12; ++i)
        RecentPairs::add(QStringLiteral("/a%1").arg(i), QStringLiteral("/b"));
    RecentPairs::add(QStringLiteral("/a5"), QStringLiteral("/b"));
    ASSERT_EQ(RecentPairs::list().size(), RecentPairs::maximum);
    EXPECT_EQ(RecentPairs::list().front().a, QStringLiteral("/a5"));
    EXPECT_EQ(RecentPairs::list().back().a, QStringLiteral("/a2"));
    QSettings().setValue(QStringLiteral("recentComparisons"),
        QStringList{QStringLiteral("/a"), QString(), QStringLiteral("/c"), QStringLiteral("/d"), QStringLiteral("/e")});
    EXPECT_EQ(RecentPairs::list(), (QList<RecentPairs::Pair>{{QStringLiteral("/c"), QStringLiteral("/d")}}));
    QSettings().setValue(QStringLiteral("recentComparisons"), 7);
    EXPECT_TRUE(RecentPairs::list().isEmpty());
}

TEST_F(RememberingTest, TheHeatMapsKeepTheirScale)
{
    openRemembering();
    EXPECT_FALSE(tabs().heatMap().hasOneScale());
    tabs().heatMap().setOneScale(true);
    window->close();
    openRemembering();
    EXPECT_TRUE(tabs().heatMap().hasOneScale());
    open(pair.a(), pair.b());
    EXPECT_FALSE(tabs().heatMap().hasOneScale()) << "of a picture, or a test";
}

TEST_F(CompareWindowTest, SaysWhyACheckpointCannotBeOpened)
{
    open(pair.a(), "/nowhere/b.bt");
    EXPECT_THAT(notices(), HasSubstr("/nowhere/b.bt: "));
    EXPECT_THAT(window->failure().toStdString(), HasSubstr("/nowhere/b.bt: "));
    EXPECT_THAT(view().emptyText().toStdString(), HasSubstr("could not be opened"));
}

TEST_F(CompareWindowTest, AFileThatIsReplacedIsANoticeThatReloads)
{
    open(pair.a(), pair.b());
    std::filesystem::copy_file(pair.a(), pair.folder().path() / "other");
    std::filesystem::rename(pair.folder().path() / "other", pair.b());
    ASSERT_TRUE(QTest::qWaitFor([&] { return noticeBar().count() > 1; }, 20'000));
    EXPECT_THAT(notices(), HasSubstr("b.safetensors was changed on disk."));
    clickNotice("Reload");
    ASSERT_TRUE(QTest::qWaitFor([&] { return chips().verdict() == u"Identical"; }, 20'000));
    EXPECT_EQ(notices(), "");
}

TEST_F(CompareWindowTest, ReadingBothAgainEndsTheNoticeThatAsksForIt)
{
    open(pair.a(), pair.b());
    std::filesystem::copy_file(pair.a(), pair.folder().path() / "other");
    std::filesystem::rename(pair.folder().path() / "other", pair.b());
    ASSERT_TRUE(QTest::qWaitFor([&] { return noticeBar().count() > 1; }, 20'000));
    QTest::keyClick(window.get(), Qt::Key_F5);
    ASSERT_TRUE(QTest::qWaitFor([&] { return chips().verdict() == u"Identical"; }, 20'000));
    EXPECT_EQ(notices(), "");
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

TEST_F(CompareWindowTest, WritesTheDocumentOfTheCommandLine)
{
    open(pair.a(), pair.b());
    const QString path = toQString(pair.folder().path() / "diff.json");
    window->exportTo(path);
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("diff.json"));
    QFile written(path);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    QProcess tloupe;
    tloupe.start(QStringLiteral(TLOUPE),
        {QStringLiteral("diff"), QStringLiteral("--json"), toQString(pair.a()), toQString(pair.b())});
    ASSERT_TRUE(tloupe.waitForFinished(60'000));
    EXPECT_EQ(tloupe.exitCode(), 1);
    EXPECT_EQ(written.readAll().toStdString(), tloupe.readAllStandardOutput().toStdString());
}

TEST_F(CompareWindowTest, AReportNeverTakesThePlaceOfWhatIsCompared)
{
    open(pair.a(), pair.b());
    QFile a(toQString(pair.a()));
    ASSERT_TRUE(a.open(QIODevice::ReadOnly));
    const QByteArray before = a.readAll();
    window->exportTo(a.fileName());
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("that are compared"));
    QFile after(a.fileName());
    ASSERT_TRUE(after.open(QIODevice::ReadOnly));
    EXPECT_EQ(after.readAll(), before);
}

TEST_F(CompareWindowTest, WritesTheReportOfTheCommandLine)
{
    open(pair.a(), pair.b());
    const QString path = toQString(pair.folder().path() / "diff.html");
    const QString other = toQString(pair.folder().path() / "other.html");
    window->exportTo(path);
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(QProcess::execute(QStringLiteral(TLOUPE),
                  {QStringLiteral("diff"), QStringLiteral("-q"), QStringLiteral("--html"), other, toQString(pair.a()),
                      toQString(pair.b())}),
        1);
    QFile written(path);
    QFile wanted(other);
    ASSERT_TRUE(written.open(QIODevice::ReadOnly));
    ASSERT_TRUE(wanted.open(QIODevice::ReadOnly));
    EXPECT_EQ(written.readAll().toStdString(), wanted.readAll().toStdString());
}

TEST_F(CompareWindowTest, WritesTheDifferenceOfWhatIsSelected)
{
    open(pair.a(), pair.b());
    QAction* exportDifference = nullptr;
    for (QAction* const action : view().actions()) {
        if (action->text().contains(u"B − A"))
            exportDifference = action;
    }
    ASSERT_TRUE(exportDifference);
    exportDifference->trigger();
    auto* dialog = window->findChild<WriteDialog*>();
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->isIdle(); }, 20'000));
    ASSERT_TRUE(dialog->job().current());
    EXPECT_THAT(dialog->job().current()->leftOut.text.toStdString(),
        HasSubstr("Skipped: 2 without a difference, 1 of another shape, 1 only in A, 1 only in B"));
    dialog->status().write().click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->isIdle(); }, 20'000));
    const auto written = openCheckpoint(pair.folder().path() / "b.difference.safetensors");
    ASSERT_TRUE(written);
    ASSERT_EQ((*written)->tensors.size(), 1u);
    EXPECT_EQ((*written)->tensors[0].name, "layers.0.q");
    std::array<float, 4> values{};
    ASSERT_TRUE((*written)->files[0].source->read(
        (*written)->tensors[0].bytes.begin, std::as_writable_bytes(std::span(values))));
    EXPECT_THAT(values, testing::ElementsAre(0, 0, 0, 2));
    delete dialog;

    Options options;
    options.select = {QStringLiteral("layers.0.k")};
    window->apply(options);
    exportDifference->trigger();
    dialog = window->findChild<WriteDialog*>();
    ASSERT_TRUE(dialog);
    ASSERT_TRUE(QTest::qWaitFor([&] { return dialog->isIdle(); }, 20'000));
    EXPECT_FALSE(dialog->status().write().isEnabled());
    ASSERT_EQ(dialog->job().current()->problems.size(), 1u);
    EXPECT_THAT(dialog->job().current()->problems[0].text.toStdString(), HasSubstr("there is no difference"));
}

TEST_F(CompareWindowTest, SaysWhatTheDifferenceIsOf)
{
    open(pair.a(), pair.b());
    const auto source = [&] {
        action("Export &B − A…")->trigger();
        auto* const dialog = window->findChild<WriteDialog*>();
        QString text;
        for (const auto* const label : dialog->findChildren<ElidedLabel*>()) {
            if (label->accessibleName() == u"Source")
                text = label->text();
        }
        delete dialog;
        return text;
    };
    filter().setText(QStringLiteral("layers"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(source(), QStringLiteral("b.safetensors − a.safetensors: all shown differences"));
    open(pair.a(), pair.b());
    EXPECT_EQ(source(), QStringLiteral("b.safetensors − a.safetensors: all differences"));
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

TEST_F(CompareWindowTest, WhatTwoWindowsHaveOpenIsNotReadAgain)
{
    MainWindow first(false, toQString(pair.a()));
    MainWindow second(false, toQString(pair.b()));
    second.offerComparison(toQString(pair.a()), toQString(pair.b()));
    first.show();
    second.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return first.isIdle() && second.isIdle(); }, 20'000));
    std::filesystem::remove(pair.a());
    std::filesystem::remove(pair.b());
    for (auto* const button : test::notices(second).findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Compare"))
            button->click();
    }
    window.reset(onlyCompareWindow());
    ASSERT_TRUE(window);
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(window->failure().isEmpty()) << window->failure().toStdString();
    EXPECT_EQ(session().results()->paired()->a, test::document(first).current()->checkpoint);
    EXPECT_EQ(session().results()->paired()->b, test::document(second).current()->checkpoint);
    EXPECT_EQ(model().visibleTensors(), 6u);

    // A third window can then be opened from it.
    std::unique_ptr<CompareWindow> again(
        CompareWindow::openNew(false, openCheckpointAt(toQString(pair.b())), openCheckpointAt(toQString(pair.a()))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return again->isIdle(); }, 20'000));
    EXPECT_TRUE(again->failure().isEmpty());
}

TEST_F(CompareWindowTest, EncryptedValuesAreUnlockedFromTheirNotice)
{
    const auto phrase = test::dataPath("tensorizer/encrypted-passphrase.tensors");
    open(test::dataPath("tensorizer/encrypted-key.tensors"), phrase);
    EXPECT_THAT(notices(), HasSubstr("The values of A are encrypted. Only names, dtypes and shapes are compared."));
    EXPECT_THAT(notices(), HasSubstr("The values of B are encrypted"));
    clickNotice("Unlock…"); // unlocks A
    auto* dialog = window->findChild<UnlockDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_FALSE(test::child<QRadioButton>(*dialog, QStringLiteral("passphrase")).isEnabled())
        << "A was made with a key";
    dialog->keyFile().setText(
        toQString(pair.folder().write("key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n")));
    test::child<QPushButton>(*dialog, QStringLiteral("unlock")).click();
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), Not(HasSubstr("values of A")));
    EXPECT_THAT(notices(), HasSubstr("Wrong key or passphrase for the values of B."));

    clickNotice("Try another…");
    dialog = window->findChild<UnlockDialog*>();
    ASSERT_TRUE(dialog);
    dialog->passphrase().setText(QStringLiteral("correct horse battery staple"));
    test::child<QPushButton>(*dialog, QStringLiteral("unlock")).click();
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), Not(HasSubstr("encrypted")));
    EXPECT_FALSE(session().results()->firstError());
    EXPECT_EQ(session().results()->total().count(PairStatus::Identical), 1u) << "w is the same in both";
}

TEST_F(CompareWindowTest, BothPathsThatCannotBeOpenedAreSaid)
{
    open("/nowhere/a.bt", "/nowhere/b.bt");
    EXPECT_THAT(notices(), HasSubstr("/nowhere/a.bt: "));
    EXPECT_THAT(notices(), HasSubstr("/nowhere/b.bt: "));
    EXPECT_THAT(window->failure().toStdString(), HasSubstr("/nowhere/a.bt: "));
    EXPECT_THAT(window->failure().toStdString(), HasSubstr("/nowhere/b.bt: "));
    clickNotice("Try again");
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(noticeBar().count(), 2);
}

TEST_F(CompareWindowTest, AFileDroppedOnAnotherCanBeComparedWithIt)
{
    MainWindow other(false, toQString(pair.a()));
    other.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return other.isIdle(); }, 20'000));
    dropOn(other, pair.b());
    const auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_TRUE(menu);
    ASSERT_EQ(menu->actions().size(), 2);
    menu->actions().last()->trigger();
    CompareWindow* const compared = onlyCompareWindow();
    ASSERT_TRUE(compared);
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathA(), toQString(pair.a()));
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathB(), toQString(pair.b()));
    delete compared;
    EXPECT_EQ(test::document(other).path(), toQString(pair.a()));
}

TEST_F(CompareWindowTest, FilesThatAreOpenedTogetherCanBeCompared)
{
    MainWindow second(false, toQString(pair.b()));
    second.offerComparison(toQString(pair.a()), toQString(pair.b()));
    second.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return second.isIdle(); }, 20'000));
    ASSERT_EQ(test::notices(second).texts(),
        QStringList{QStringLiteral("%1 was opened at the same time.").arg(toQString(pair.a()))});
    for (auto* const button : test::notices(second).findChildren<QAbstractButton*>()) {
        if (button->text() == QStringLiteral("Compare"))
            button->click();
    }
    CompareWindow* const compared = onlyCompareWindow();
    ASSERT_TRUE(compared);
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathA(), toQString(pair.a()));
    EXPECT_EQ(test::child<ComparisonSession>(*compared).pathB(), toQString(pair.b()));
    delete compared;

    second.open(toQString(pair.a()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return second.isIdle(); }, 20'000));
    EXPECT_EQ(test::notices(second).texts(), QStringList{}) << "that was about another file";
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

TEST_F(CompareWindowTest, AnotherCheckpointTakesThePlaceOfASide)
{
    open(pair.a(), pair.b());
    window->openSide(1, toQString(pair.a()));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(session().pathA(), toQString(pair.a()));
    EXPECT_EQ(session().pathB(), toQString(pair.a()));
    EXPECT_EQ(chips().verdict(), u"Identical");
    window->openSide(0, toQString(pair.b()));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(session().pathA(), toQString(pair.b()));
    EXPECT_EQ(session().pathB(), toQString(pair.a()));
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

TEST_F(CompareWindowTest, AFileGivenTwiceIsNotOfferedForComparison)
{
    MainWindow twice(false, toQString(pair.a()));
    twice.offerComparison(toQString(pair.a()), toQString(pair.a().parent_path() / "." / pair.a().filename()));
    twice.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return twice.isIdle(); }, 20'000));
    EXPECT_EQ(test::notices(twice).texts(), QStringList{});
}

} // namespace
} // namespace loupe
