#include "app/window/compare/compare_control.h"

#include "app/window/compare/compare_window.h"
#include "app/window/job_window.h"
#include "app/window/notices.h"
#include "app/window/opening/open_checkpoints.h"
#include "app/window/opening/open_control.h"
#include "items/jobs/qt_text.h"
#include "items/session/document.h"
#include "items/session/edit_session.h"
#include "items/session/location.h"

#include <QAction>
#include <QMenu>

namespace loupe {

CompareControl::CompareControl(const Parts& parts)
    : QObject(&parts.window)
    , m_parts(parts)
{
    connect(&parts.opening, &OpenControl::comparisonWanted, this, &CompareControl::compare);
    connect(&parts.notices, &Notices::comparisonWanted, this,
        [this] { m_parts.opening.compareAgain(m_offeredA, m_offeredB); });
}

void CompareControl::offer(const QString& a, const QString& b)
{
    if (absoluteName(a) == absoluteName(b)) // nothing to compare
        return;
    m_offeredA = a;
    m_offeredB = b;
    m_parts.notices.offerComparison(m_parts.document.path() == a ? b : a);
}

void CompareControl::offerDropped(const QString& path, QPoint place)
{
    auto* const menu = new QMenu(&m_parts.window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&Open")), &QAction::triggered, this, [this, path] { emit openWanted(path); });
    connect(menu->addAction(tr("&Compare")), &QAction::triggered, this, [this, path] { compareWith(path); });
    menu->popup(m_parts.window.mapToGlobal(place));
}

/// Empty `a`: the open checkpoint.
void CompareControl::compare(const QString& a, const QString& b)
{
    if (a.isEmpty())
        compareWith(b);
    else
        CompareWindow::openNew(m_parts.remembers, openCheckpointAt(a), openCheckpointAt(b));
}

void CompareControl::compareWith(const QString& path)
{
    const ComparedCheckpoint shown = m_parts.window.openCheckpoints().front();
    CompareWindow* const window = CompareWindow::openNew(m_parts.remembers, shown, openCheckpointAt(path));
    if (!m_parts.edits.isEmpty())
        window->showStagedNotice(toQString(shown.path));
}

} // namespace loupe
