#include "app/window/help_menu.h"

#include "app/window/manual_window.h"

#include <QApplication>
#include <QMessageBox>

namespace loupe {

namespace {

void showAbout(QWidget* window)
{
    QMessageBox::about(window, HelpMenu::tr("About Tensorloupe"),
        HelpMenu::tr(
            "<h3>Tensorloupe %1</h3><p>Looks inside model files.</p><p>Sources: MIT license. This program links "
            "Qt Charts and is distributed under the GNU General Public License, version 3.</p>")
            .arg(QApplication::applicationVersion()));
}

} // namespace

HelpMenu::HelpMenu(QWidget* parent)
    : QMenu(tr("&Help"), parent)
{
    QAction* const manual = addAction(tr("&Manual"), &ManualWindow::open);
    manual->setShortcuts(QKeySequence::HelpContents);
    connect(addAction(tr("&About Tensorloupe")), &QAction::triggered, this,
        [this] { showAbout(parentWidget() ? parentWidget()->window() : nullptr); });
}

} // namespace loupe
