#include "app/window/theme_menu.h"

#include "app/window/compare/compare_window.h"
#include "window_fixture.h"

#include <QApplication>
#include <QSettings>

namespace loupe {
namespace {

/// Settings are stored in the test's folder.
class ThemeMenuTest : public testing::Test {
protected:
    ThemeMenuTest()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("tensorloupe-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, toQString(m_folder.path()));
    }
    ~ThemeMenuTest() override
    {
        QSettings().clear();
        applyTheme(ThemeChoice::Light);
    }

    test::TemporaryFolder m_folder;
};

TEST_F(ThemeMenuTest, AChoiceHoldsAtOnceAndIsRemembered)
{
    EXPECT_EQ(ThemeMenu::remembered(), ThemeChoice::System);
    MainWindow window(false, {});
    CompareWindow other(false, m_folder.path() / "a", m_folder.path() / "b");
    auto* const menu = window.findChild<ThemeMenu*>();
    auto* const otherMenu = other.findChild<ThemeMenu*>();
    ASSERT_TRUE(menu && otherMenu);
    QStringList texts;
    for (const QAction* const action : menu->actions())
        texts += action->text();
    EXPECT_EQ(texts.join(u'|').remove(u'&'), QStringLiteral("System|Light|Dark"));
    const std::pair<int, ThemeChoice> choices[] = {
        {2, ThemeChoice::Dark}, {1, ThemeChoice::Light}, {0, ThemeChoice::System}};
    for (const auto& [place, choice] : choices) {
        menu->actions()[place]->trigger();
        EXPECT_EQ(themeChoice(), choice);
        EXPECT_EQ(ThemeMenu::remembered(), choice);
        emit otherMenu->aboutToShow();
        EXPECT_TRUE(otherMenu->actions()[place]->isChecked());
        // Windows change only while the event loop runs, which it does not here.
        EXPECT_EQ(QApplication::palette().color(QPalette::Highlight), Theme::current().selection);
        if (choice != ThemeChoice::System) {
            EXPECT_EQ(Theme::current().dark, choice == ThemeChoice::Dark);
        }
    }
}

TEST_F(ThemeMenuTest, WhatSettingsDoNotKnowIsTheSystems)
{
    QSettings().setValue(QStringLiteral("window/theme"), QStringLiteral("pink"));
    EXPECT_EQ(ThemeMenu::remembered(), ThemeChoice::System);
}

} // namespace
} // namespace loupe
