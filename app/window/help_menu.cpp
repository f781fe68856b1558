#include "app/window/help_menu.h"

#include "app/window/manual_window.h"
#include "views/kit/shortcut_sheet.h"

#include <QApplication>
#include <QMainWindow>
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

HelpMenu::HelpMenu(QMainWindow& window)
    : QMenu(tr("&Help"), &window)
{
    QAction* const shortcuts =
        addAction(tr("&Keyboard shortcuts"), this, [&window] { ShortcutSheet::showFor(window); });
    shortcuts->setShortcut(QKeySequence(Qt::Key_F1));
    QAction* const manual = addAction(tr("&Manual"), this, [] { ManualWindow::open(); });
    manual->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F1));
    addAction(tr("&Filter words"), this, [] { ManualWindow::open(QStringLiteral("filter.md")); });
    addSeparator();
    addAction(tr("&About Tensorloupe"), this, [&window] { showAbout(&window); });
}

} // namespace loupe
