// The ways from a checkpoint's window to a comparison with another.

#include "app/window/compare_window.h"
#include "app/window/main_window.h"
#include "app/window/notices.h"
#include "items/jobs/qt_text.h"
#include "items/session/document.h"
#include "items/session/edit_session.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QMenu>

namespace loupe {

void MainWindow::compareWith(const QString& path)
{
    const QString shown = toQString(m_document->current()->checkpoint->path);
    CompareWindow* const window = CompareWindow::openNew(m_remembers, shown, path);
    if (!edits().isEmpty())
        window->showStagedNotice(shown);
}

void MainWindow::compareAgain(const QString& a, const QString& b)
{
    CompareWindow::openNew(m_remembers, a, b);
}

void MainWindow::offerComparison(const QString& a, const QString& b)
{
    const auto placeOf = [](const QString& path) { return QDir::cleanPath(QFileInfo(path).absoluteFilePath()); };
    if (placeOf(a) == placeOf(b)) // nothing to compare
        return;
    connect(m_notices, &Notices::comparisonWanted, this, [this, a, b] { compareAgain(a, b); });
    m_notices->offerComparison(m_document->path() == a ? b : a);
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
