// Tests the window in German, as proof that it can be translated completely.

#include "app/window/compare/compare_window.h"
#include "app/window/main_window.h"
#include "mnemonics.h"
#include "support/compared_pair.h"
#include "support/german.h"
#include "window_fixture.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include <gtest/gtest.h>

namespace loupe {
namespace {

/// The texts of a menu bar and of its menus.
QStringList menuTexts(const QList<QAction*>& actions)
{
    QStringList texts;
    for (QAction* const action : actions) {
        if (!action->text().isEmpty())
            texts << action->text().section(u'\t', 0, 0);
        if (action->menu())
            texts << menuTexts(action->menu()->actions());
    }
    return texts;
}

class GermanTest : public testing::Test {
protected:
    /// Expects that each menu of the menu bar has a mnemonic, and that no mnemonics clash.
    static void expectMnemonics(const QMainWindow& window)
    {
        EXPECT_EQ(test::clashingMnemonics(window.menuBar()->actions()).join(u", ").toStdString(), "");
        for (const QAction* const menu : window.menuBar()->actions())
            EXPECT_FALSE(test::mnemonic(*menu).isNull()) << menu->text().toStdString();
    }
    test::German m_german;
};

TEST_F(GermanTest, MenusOfTheWindowAreGerman)
{
    const MainWindow window(false);
    const QStringList texts = menuTexts(window.menuBar()->actions());
    for (const char* const text : {"&Datei", "&Bearbeiten", "&Ansicht", "&Hilfe", "Ö&ffnen …"})
        EXPECT_TRUE(texts.contains(QString::fromUtf8(text))) << text << " in " << texts.join(u'\n').toStdString();
    expectMnemonics(window);
}

TEST_F(GermanTest, MenusOfTheComparisonAreGerman)
{
    const test::ComparedPair pair;
    CompareWindow window(false, pair.a(), pair.b());
    const QStringList texts = menuTexts(window.menuBar()->actions());
    for (const char* const text : {"&Datei", "&Ansicht", "&Hilfe"})
        EXPECT_TRUE(texts.contains(QString::fromUtf8(text))) << text << " in " << texts.join(u'\n').toStdString();
    expectMnemonics(window);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.isIdle(); }, 20'000));
}

} // namespace
} // namespace loupe
