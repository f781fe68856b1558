// Which two checkpoints a comparison's window compares.

#include "app/window/compare/compare_window.h"

#include "app/window/location_control.h"
#include "app/window/open_checkpoints.h"
#include "app/window/open_filters.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "views/compare/pair_header.h"
#include "views/kit/status_row.h"
#include "views/kit/title_text.h"

#include <QFileDialog>
#include <QFileInfo>

namespace loupe {

void CompareWindow::openPair(
    ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules, ChosenRearrangement rearrangement)
{
    const QString pathA = toQString(a.path);
    const QString pathB = toQString(b.path);
    m_header->setPaths(pathA, pathB);
    m_status->setPath(tr("%1 ↔ %2").arg(pathA, pathB));
    const auto nameOf = [](const ComparedCheckpoint& side) { return QFileInfo(toQString(side.path)).fileName(); };
    setWindowTitle(tr("%1 and %2", "files").arg(titleText(nameOf(a)), titleText(nameOf(b))));
    m_traffic.begin();
    m_session->open(std::move(a), std::move(b), std::move(rules), std::move(rearrangement));
}

/// Pairs as it was chosen for the pair this way round, if it ever was.
void CompareWindow::swapSides()
{
    std::vector<ComparedCheckpoint> sides = m_session->opened();
    if (sides.size() == 2)
        openPair(std::move(sides[1]), std::move(sides[0]));
}

void CompareWindow::chooseSide(std::size_t side)
{
    const QString now = side == 0 ? m_session->pathA() : m_session->pathB();
    const QString path =
        QFileDialog::getOpenFileName(this, side == 0 ? tr("Compare: choose A") : tr("Compare: choose B"),
            localFolder(now), openFilters(), nullptr, QFileDialog::HideNameFilterDetails);
    if (!path.isEmpty())
        openSide(side, path);
}

void CompareWindow::chooseLocation(std::size_t side)
{
    m_locations->ask(side == 0 ? tr("Compare: location of A") : tr("Compare: location of B"),
        [this, side](const QString& name) { openSide(side, name); });
}

void CompareWindow::openSide(std::size_t side, const QString& path)
{
    std::vector<ComparedCheckpoint> sides = m_session->opened();
    if (sides.size() != 2) // one could not be opened
        sides = {openCheckpointAt(m_session->pathA()), openCheckpointAt(m_session->pathB())};
    sides[side] = openCheckpointAt(path);
    openPair(std::move(sides[0]), std::move(sides[1]));
}

} // namespace loupe
