#include "views/compare/pair_heat_map_readout.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_reading.h"
#include "views/heat_map/heat_map_readout.h"
#include "views/kit/elided_label.h"

#include <algorithm>

namespace loupe {

namespace {

// Digits shown for B − A, which is more precise than the values of most dtypes.
constexpr int differenceDigits = 9;

} // namespace

PairHeatMapReadout::PairHeatMapReadout(
    PairPictures& pictures, const PairReadings& readings, ElidedLabel& place, QObject* parent)
    : QObject(parent)
    , m_pictures(pictures)
    , m_readings(readings)
    , m_place(place)
{
    connect(&m_job, &PairCellJob::ready, this, &PairHeatMapReadout::show);
}

bool PairHeatMapReadout::readsBoth() const
{
    return m_pictures.isLinked() && m_readings[std::size_t(PairSide::A)]->source()
        && m_readings[std::size_t(PairSide::B)]->source();
}

void PairHeatMapReadout::update(bool isActive)
{
    const auto leader = m_pictures.leader();
    const bool both = readsBoth();
    const auto cell = both && leader && isActive ? m_pictures.canvas(*leader).current() : std::nullopt;
    if (cell)
        return read(*cell);
    stop();
    for (const PairSide side : pairSides)
        m_pictures.setReadout(side, {});
    const QString text = both ? QString() : textApart();
    setText(text, text);
}

/// For pictures that have no cells in common.
QString PairHeatMapReadout::textApart() const
{
    for (const PairSide side : {PairSide::A, PairSide::B}) {
        const auto cell = m_pictures.canvas(side).current();
        const QString text = cell ? m_readings[std::size_t(side)]->cellText(*cell) : QString();
        if (!text.isEmpty())
            return tr("%1 %2").arg(sideName(side), text);
    }
    return {};
}

void PairHeatMapReadout::stop()
{
    m_job.stop();
    m_cell = {};
}

/// `cell`: any element of the cell to read.
void PairHeatMapReadout::read(Slice::Cell cell)
{
    const HeatMapCanvas& canvas = m_pictures.canvas(*m_pictures.leader());
    const GridShape shape = canvas.wanted();
    SliceWindow window{cell.row - cell.row % shape.rowStep, cell.column - cell.column % shape.columnStep, 0, 0};
    window.rows = std::min(shape.rowStep, canvas.placement().rows() - window.firstRow);
    window.columns = std::min(shape.columnStep, canvas.placement().columns() - window.firstColumn);
    if (window == m_cell)
        return;
    m_cell = window;
    m_source = *m_readings[std::size_t(PairSide::A)]->source();
    const SlicedTensor& b = m_readings[std::size_t(PairSide::B)]->source()->sliced;
    m_source.minuend = GridSource::Other{b.checkpoint, b.tensor};
    m_job.start(m_source, window);
}

void PairHeatMapReadout::show(const PairCell& cell)
{
    const SlicedTensor& sliced = m_source.sliced;
    const QString place =
        gridPlaceText(cell.difference.shape.window, sliced.slice, sliced.checkpoint->tensors[sliced.tensor].shape);
    const QString a = gridValuesText(cell.a, cell.a.at(0, 0));
    const QString b = gridValuesText(cell.b, cell.b.at(0, 0));
    const QString difference = gridValuesText(cell.difference, cell.difference.at(0, 0), differenceDigits);
    m_pictures.setReadout(PairSide::A, a);
    m_pictures.setReadout(PairSide::B, b);
    m_pictures.setReadout(PairSide::Difference, difference);
    // The last row of a folded slice may be shorter, so there may be no element here.
    setText(place, place.isEmpty() ? QString() : tr("%1: A %2, B %3, B − A %4").arg(place, a, b, difference));
}

void PairHeatMapReadout::setText(const QString& place, const QString& whole)
{
    m_text = whole;
    m_place.setText(place);
    for (const PairSide side : pairSides)
        m_pictures.canvas(side).setAccessibleDescription(whole);
}

} // namespace loupe
