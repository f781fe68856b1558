#include "items/compare/layer_figures.h"

namespace loupe {

namespace {

void add(LayerCell& cell, std::uint32_t pair, PairStatus status, const Delta* delta)
{
    cell.add(pair, status, delta ? delta->relativeL2 : std::nullopt, delta && nonfiniteDiffer(*delta));
}

/// The bit of a status in LayerFigures::Occurring.
std::uint8_t bitOf(std::size_t status)
{
    return static_cast<std::uint8_t>(1U << status);
}

} // namespace

LayerFigures::LayerFigures(const LayerGrid& grid, const PairedCheckpoints& paired)
    : m_cells(grid.cellCount())
    , m_rowDiffers(grid.rowCount())
{
    for (std::uint32_t number = 0; number < cellCount(); ++number) {
        Cell& cell = m_cells[number];
        cell = Cell(grid.tensors(number).front());
        for (const std::uint32_t pair : grid.tensors(number)) {
            cell.addDType(paired.pairs[pair].dtypeChanged);
            if (const auto status = paired.structuralStatus(pair))
                add(cell, pair, *status, nullptr);
            else
                cell.beginWaiting();
        }
        count(cell, Change::Comes);
        if (cell.differs())
            m_rowDiffers[grid.rowOf(number)] = true;
    }
}

bool LayerFigures::take(const LayerGrid& grid, const ComparisonResults& results, std::uint32_t most)
{
    const std::uint32_t known = results.lookedAt();
    const std::uint32_t end = known - m_taken > most ? m_taken + most : known;
    for (; m_taken < end; ++m_taken) {
        if (results.paired()->structuralStatus(m_taken))
            continue;
        const PairOutcome& outcome = *results.find(m_taken);
        const std::uint32_t number = grid.cellOf(m_taken);
        Cell& cell = m_cells[number];
        const bool didDiffer = cell.differs();
        count(cell, Change::Goes);
        cell.endWaiting();
        add(cell, m_taken, statusOf(results.paired()->pairs[m_taken], outcome),
            outcome.delta ? &*outcome.delta : nullptr);
        count(cell, Change::Comes);
        if (cell.differs() && !didDiffer)
            m_rowDiffers[grid.rowOf(number)] = true;
    }
    return m_taken == known;
}

void LayerFigures::count(const Cell& cell, Change change)
{
    const auto add = [change](std::uint32_t& cells, bool isTrue) {
        if (isTrue)
            cells = change == Change::Comes ? cells + 1 : cells - 1;
    };
    if (const auto sign = cell.sign())
        add(m_tally.statuses[static_cast<std::size_t>(*sign)], true);
    add(m_tally.waiting, cell.waiting() > 0);
    add(m_tally.identical, cell.isIdentical());
    add(m_tally.nonfiniteDiffer, cell.nonfiniteDiffer());
    add(m_tally.dtypeChanged, cell.dtypeChanged());
}

LayerFigures::Occurring LayerFigures::occurring() const
{
    Occurring all;
    for (std::size_t status = 0; status < m_tally.statuses.size(); ++status) {
        if (m_tally.statuses[status] > 0)
            all.statuses = std::uint8_t(all.statuses | bitOf(status));
    }
    all.waiting = m_tally.waiting > 0;
    all.identical = m_tally.identical > 0;
    all.nonfiniteDiffer = m_tally.nonfiniteDiffer > 0;
    all.dtypeChanged = m_tally.dtypeChanged > 0;
    return all;
}

} // namespace loupe
