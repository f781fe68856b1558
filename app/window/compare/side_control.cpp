#include "app/window/compare/side_control.h"

#include "app/window/opening/location_control.h"
#include "app/window/opening/open_checkpoints.h"
#include "app/window/opening/open_filters.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "items/session/location.h"
#include "items/session/traffic_meter.h"
#include "views/compare/pair_header.h"
#include "views/kit/status_row.h"
#include "views/kit/title_text.h"

#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace loupe {

SideControl::SideControl(const Parts& parts)
    : QObject(&parts.window)
    , m_parts(parts)
{
}

void SideControl::open(
    ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules, ChosenRearrangement rearrangement)
{
    announce(toQString(a.path), toQString(b.path));
    m_parts.session.open(std::move(a), std::move(b), std::move(rules), std::move(rearrangement));
}

void SideControl::announce(const QString& pathA, const QString& pathB)
{
    m_parts.header.setPaths(pathA, pathB);
    m_parts.status.setPath(tr("%1 ↔ %2").arg(pathA, pathB));
    m_parts.window.setWindowTitle(
        tr("%1 and %2", "files").arg(titleText(QFileInfo(pathA).fileName()), titleText(QFileInfo(pathB).fileName())));
    m_parts.traffic.begin();
}

void SideControl::swap()
{
    if (m_parts.session.opened().empty())
        return;
    announce(m_parts.session.pathB(), m_parts.session.pathA());
    m_parts.session.swap();
}

void SideControl::choose(std::size_t side)
{
    const QString now = side == 0 ? m_parts.session.pathA() : m_parts.session.pathB();
    const QString path =
        QFileDialog::getOpenFileName(&m_parts.window, side == 0 ? tr("Compare: choose A") : tr("Compare: choose B"),
            localFolder(now), openFilters(), nullptr, QFileDialog::HideNameFilterDetails);
    if (!path.isEmpty())
        openSide(side, path);
}

void SideControl::chooseLocation(std::size_t side)
{
    m_parts.locations.ask(side == 0 ? tr("Compare: location of A") : tr("Compare: location of B"),
        [this, side](const QString& name) { openSide(side, name); });
}

void SideControl::openSide(std::size_t side, const QString& path)
{
    std::vector<ComparedCheckpoint> sides = m_parts.session.opened();
    if (sides.size() != 2) // one could not be opened
        sides = {openCheckpointAt(m_parts.session.pathA()), openCheckpointAt(m_parts.session.pathB())};
    sides[side] = openCheckpointAt(path);
    open(std::move(sides[0]), std::move(sides[1]));
}

} // namespace loupe
