#include "app/window/compare/compare_window.h"
#include "app/window/main_window.h"
#include "app/window/recent/recent_pairs.h"
#include "compare_window_fixture.h"
#include "items/jobs/qt_text.h"
#include "support/window_parts.h"
#include "views/compare/pair_heat_map_tab.h"

#include <QSettings>
#include <QTest>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using test::CompareWindowTest;
using testing::HasSubstr;

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

} // namespace
} // namespace loupe
