#include "app/window/recent/recent_files.h"

#include "app/window/compare/compare_window.h"
#include "app/window/opening/open_checkpoints.h"
#include "app/window/sample_file.h"
#include "app/window/window_actions.h"
#include "views/kit/notice_row.h"
#include "window_fixture.h"

#include <QMenu>
#include <QMenuBar>
#include <QSettings>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::HasSubstr;

/// Settings are stored in the test's folder.
class RecentFilesTest : public testing::Test {
protected:
    RecentFilesTest()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("tensorloupe-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, toQString(m_folder.path()));
        RecentFiles::clear();
    }
    ~RecentFilesTest() override { RecentFiles::clear(); }

    template <typename Condition>
    bool await(Condition condition)
    {
        return QTest::qWaitFor(condition, 20'000);
    }
    /// The texts of the menu as it opens.
    static QStringList menuTexts(MainWindow& window)
    {
        QStringList texts;
        for (QMenu* const menu : window.findChildren<QMenu*>()) {
            if (menu->title() != QStringLiteral("Open r&ecent"))
                continue;
            emit menu->aboutToShow();
            for (const QAction* const action : menu->actions())
                texts << action->text();
        }
        return texts;
    }

    test::TemporaryFolder m_folder;
};

TEST_F(RecentFilesTest, TheNewestStandsFirstAndOnce)
{
    for (const char* name : {"/a", "/b", "/a"})
        RecentFiles::add(QString::fromLatin1(name));
    RecentFiles::add(samplePath()); // the sample has an entry of its own, elsewhere
    EXPECT_EQ(RecentFiles::list(), QStringList({QStringLiteral("/a"), QStringLiteral("/b")}));
}

TEST_F(RecentFilesTest, KeepsAsManyAsThereAreDigits)
{
    for (int number = 0; number < 12; ++number)
        RecentFiles::add(QStringLiteral("/%1").arg(number));
    ASSERT_EQ(RecentFiles::list().size(), RecentFiles::maximum);
    EXPECT_EQ(RecentFiles::list().front(), QStringLiteral("/11"));
}

TEST_F(RecentFilesTest, AWindowRemembersWhatItOpenedAndOnlyThat)
{
    MainWindow window(true);
    window.open(toQString(test::dataPath("safetensors/gpt2-tiny.safetensors")));
    ASSERT_TRUE(await([&] { return test::document(window).current() != nullptr; }));
    window.open(QStringLiteral("/nowhere/x.bt"));
    ASSERT_TRUE(await([&] { return !window.failure().isEmpty(); }));
    ASSERT_EQ(RecentFiles::list().size(), 1);
    const QStringList texts = menuTexts(window);
    ASSERT_EQ(texts.size(), 3); // including a separator
    EXPECT_THAT(texts.front().toStdString(), HasSubstr("gpt2-tiny.safetensors"));
    EXPECT_THAT(texts.front().toStdString(), HasSubstr("Ctrl+1"));
}

TEST_F(RecentFilesTest, AComparisonRemembersBothFiles)
{
    const QString a = toQString(test::dataPath("safetensors/gpt2-tiny.safetensors"));
    const QString b = toQString(test::dataPath("bintensors/gpt2-tiny.bt"));
    for (const bool remembers : {false, true}) {
        CompareWindow window(remembers, openCheckpointAt(a), openCheckpointAt(b));
        window.show();
        ASSERT_TRUE(await([&] { return window.isIdle(); }));
        EXPECT_EQ(RecentFiles::list(), remembers ? QStringList({a, b}) : QStringList());
    }
}

TEST_F(RecentFilesTest, ForgettingEmptiesTheMenu)
{
    MainWindow window(true);
    RecentFiles::add(QStringLiteral("/a & b"));
    EXPECT_THAT(menuTexts(window).front().toStdString(), HasSubstr("a && b"));
    RecentFiles::clear();
    EXPECT_EQ(menuTexts(window), QStringList(QStringLiteral("No recent files")));
}

TEST_F(RecentFilesTest, AMissingFileSaysSo)
{
    MainWindow window(true);
    RecentFiles::add(QStringLiteral("/nowhere/gone.bt"));
    emit window.findChild<WindowActions*>()->recentChosen(RecentFiles::list().front());
    ASSERT_TRUE(await([&] { return !window.failure().isEmpty(); }));
    NoticeBar& notices = test::notices(window);
    EXPECT_THAT(notices.texts().join(u' ').toStdString(), HasSubstr("gone.bt is no longer in /nowhere."));
    ASSERT_NE(notices.newest(), nullptr);
    const auto actions = notices.newest()->notice().actions;
    ASSERT_EQ(actions.size(), 1U);
    EXPECT_EQ(actions.front().text, QStringLiteral("Remove from recent files"));
    actions.front().trigger();
    EXPECT_TRUE(RecentFiles::list().isEmpty());
    EXPECT_EQ(notices.count(), 0);
}

/// Failing to save settings is not reported. The window works, but remembers nothing.
TEST_F(RecentFilesTest, WhereNothingCanBeRememberedTheWindowIsAsUsual)
{
    const auto file = m_folder.write("no-folder", "");
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, toQString(file));
    QSettings unwritable;
    unwritable.setValue(QStringLiteral("any"), 1);
    unwritable.sync();
    ASSERT_EQ(unwritable.status(), QSettings::AccessError);
    for (int time = 0; time < 2; ++time) {
        MainWindow window(true);
        window.show();
        window.open(toQString(test::dataPath("safetensors/gpt2-tiny.safetensors")));
        ASSERT_TRUE(await([&] { return test::document(window).current() != nullptr && window.isIdle(); }));
        EXPECT_THAT(menuTexts(window).front().toStdString(), HasSubstr("gpt2-tiny.safetensors"));
        EXPECT_TRUE(test::notices(window).texts().isEmpty());
        EXPECT_TRUE(window.close());
    }
}

TEST_F(RecentFilesTest, SettingsThatMakeNoSenseAreNotFollowed)
{
    {
        MainWindow window(true);
        RecentFiles::add(QStringLiteral("/a"));
        EXPECT_TRUE(window.close());
    }
    const QStringList keys = QSettings().allKeys();
    ASSERT_GT(keys.size(), 3);
    for (const QString& key : keys)
        QSettings().setValue(key, QByteArray(1000, '\xff'));
    MainWindow window(true);
    window.show();
    EXPECT_GE(window.width(), window.minimumSizeHint().width());
    EXPECT_FALSE(menuTexts(window).isEmpty());
    EXPECT_TRUE(window.close());
}

} // namespace
} // namespace loupe
