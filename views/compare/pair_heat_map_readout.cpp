#include "views/compare/pair_heat_map_tab.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/heat_map/heat_map_readout.h"
#include "views/kit/elided_label.h"

#include <algorithm>

namespace loupe {

namespace {

// Of a difference, which is exact to more digits than the values of most dtypes mean.
constexpr int differenceDigits = 9;

} // namespace

bool PairHeatMapTab::readsBoth() const
{
    return m_pictures->isLinked() && reading(PairSide::A).source() && reading(PairSide::B).source();
}

void PairHeatMapTab::updateReadout()
{
    const auto leader = m_pictures->leader();
    const bool both = readsBoth();
    const auto cell = both && leader && m_active ? m_pictures->canvas(*leader).current() : std::nullopt;
    if (cell)
        return readCell(*cell);
    leaveCell();
    for (const PairSide side : pairSides)
        m_pictures->setReadout(side, {});
    const QString text = both ? QString() : readoutApart();
    setReadout(text, text);
}

/// Of pictures that have no cells in common.
QString PairHeatMapTab::readoutApart() const
{
    for (const PairSide side : {PairSide::A, PairSide::B}) {
        const auto cell = m_pictures->canvas(side).current();
        const QString text = cell ? reading(side).cellText(*cell) : QString();
        if (!text.isEmpty())
            return tr("%1 %2").arg(sideName(side), text);
    }
    return {};
}

void PairHeatMapTab::leaveCell()
{
    m_cellJob.stop();
    m_cell = {};
}

/// Reads what stands in the picture's cell in which `cell` is.
void PairHeatMapTab::readCell(Slice::Cell cell)
{
    const HeatMapCanvas& canvas = m_pictures->canvas(*m_pictures->leader());
    const GridShape shape = canvas.wanted();
    SliceWindow window{cell.row - cell.row % shape.rowStep, cell.column - cell.column % shape.columnStep, 0, 0};
    window.rows = std::min(shape.rowStep, canvas.placement().rows() - window.firstRow);
    window.columns = std::min(shape.columnStep, canvas.placement().columns() - window.firstColumn);
    if (window == m_cell)
        return;
    m_cell = window;
    m_cellJob.start(source(PairSide::Difference), window);
}

void PairHeatMapTab::showCell(const PairCell& cell)
{
    const GridSource shown = source(PairSide::Difference);
    const QString place = gridPlaceText(
        cell.difference.shape.window, shown.sliced.slice, checkpoint(PairSide::A)->tensors[*tensor(PairSide::A)].shape);
    const QString a = gridValuesText(cell.a, cell.a.at(0, 0));
    const QString b = gridValuesText(cell.b, cell.b.at(0, 0));
    const QString difference = gridValuesText(cell.difference, cell.difference.at(0, 0), differenceDigits);
    m_pictures->setReadout(PairSide::A, a);
    m_pictures->setReadout(PairSide::B, b);
    m_pictures->setReadout(PairSide::Difference, difference);
    // Behind the end of a folded slice's shorter last row there is nothing.
    setReadout(place, place.isEmpty() ? QString() : tr("%1: A %2, B %3, B − A %4").arg(place, a, b, difference));
}

void PairHeatMapTab::setReadout(const QString& place, const QString& whole)
{
    m_readout = whole;
    m_place->setText(place);
    for (const PairSide side : pairSides)
        m_pictures->canvas(side).setAccessibleDescription(whole);
}

} // namespace loupe
