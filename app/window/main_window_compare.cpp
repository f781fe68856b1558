// The ways from a checkpoint's window to a comparison with another.

#include "app/window/compare_window.h"
#include "app/window/main_window.h"
#include "items/qt_text.h"

#include <QAction>
#include <QMenu>

namespace loupe {

void MainWindow::compareWith(const QString& path)
{
    auto* const window = new CompareWindow(m_remembers, toQString(m_document->current()->checkpoint->path), path);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

/// A checkpoint is open: the other may take its place or be compared with it.
void MainWindow::offerDropped(const QString& path, QPoint place)
{
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&Open")), &QAction::triggered, this, [this, path] { open(path); });
    connect(menu->addAction(tr("&Compare")), &QAction::triggered, this, [this, path] { compareWith(path); });
    menu->popup(mapToGlobal(place));
}

} // namespace loupe
