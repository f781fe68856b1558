// The ways from a checkpoint's window to a comparison with another.

#include "app/window/compare/compare_window.h"
#include "app/window/main_window.h"
#include "app/window/notices.h"
#include "app/window/open_checkpoints.h"
#include "app/window/open_control.h"
#include "items/jobs/qt_text.h"
#include "items/session/document.h"
#include "items/session/edit_session.h"
#include "items/session/location.h"

#include <QAction>
#include <QMenu>

namespace loupe {

std::vector<ComparedCheckpoint> MainWindow::openCheckpoints() const
{
    const OpenedCheckpointPtr& opened = m_document->current();
    if (!opened)
        return {};
    SecretSource secret;
    if (const SecretPtr& known = m_document->secret())
        secret = [known] { return known; };
    return {{opened->checkpoint->path, opened->checkpoint, std::move(secret)}};
}

void MainWindow::compareWith(const QString& path)
{
    const ComparedCheckpoint shown = openCheckpoints().front();
    CompareWindow* const window = CompareWindow::openNew(m_remembers, shown, openCheckpointAt(path));
    if (!edits().isEmpty())
        window->showStagedNotice(toQString(shown.path));
}

/// `a` empty: what is open.
void MainWindow::compare(const QString& a, const QString& b)
{
    if (a.isEmpty())
        compareWith(b);
    else
        CompareWindow::openNew(m_remembers, openCheckpointAt(a), openCheckpointAt(b));
}

void MainWindow::offerComparison(const QString& a, const QString& b)
{
    if (absoluteName(a) == absoluteName(b)) // nothing to compare
        return;
    connect(m_notices, &Notices::comparisonWanted, this, [this, a, b] { m_opening->compareAgain(a, b); });
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
