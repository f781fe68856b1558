#include "app/window/theme_menu.h"

#include <QActionGroup>
#include <QSettings>

#include <array>

namespace loupe {

namespace {

const QString themeKey = QStringLiteral("window/theme");

/// The spellings in the settings and on the command line.
constexpr std::array<std::pair<ThemeChoice, const char*>, 3> themeNames{
    {{ThemeChoice::System, "system"}, {ThemeChoice::Light, "light"}, {ThemeChoice::Dark, "dark"}}};

} // namespace

ThemeMenu::ThemeMenu(QWidget* parent)
    : QMenu(tr("&Theme"), parent)
{
    auto* const group = new QActionGroup(this);
    for (const auto& [choice, name] : themeNames) {
        QAction* const action = group->addAction(QString());
        addAction(action);
        action->setCheckable(true);
        action->setData(int(choice));
        connect(action, &QAction::triggered, this, [choice = choice, name = QLatin1String(name)] {
            applyTheme(choice);
            QSettings().setValue(themeKey, name);
        });
    }
    actions()[0]->setText(tr("&System"));
    actions()[1]->setText(tr("&Light"));
    actions()[2]->setText(tr("&Dark"));
    // The choice may have been changed in another window.
    connect(this, &QMenu::aboutToShow, this, &ThemeMenu::showCurrent);
    showCurrent();
}

ThemeChoice ThemeMenu::remembered()
{
    const QString kept = QSettings().value(themeKey).toString();
    for (const auto& [choice, name] : themeNames) {
        if (kept == QLatin1String(name))
            return choice;
    }
    return ThemeChoice::System;
}

void ThemeMenu::showCurrent()
{
    for (QAction* const action : actions())
        action->setChecked(action->data().toInt() == int(themeChoice()));
}

} // namespace loupe
