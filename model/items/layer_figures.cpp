#include "items/layer_figures.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// Which pair of a cell is looked at first, by its status; of changed pairs the relative L2 is added.
double weightOf(PairStatus status, bool measured, double relativeL2, bool newNonfinite)
{
    if (newNonfinite)
        return 1e303;
    switch (status) {
    case PairStatus::Identical:
        return 0;
    case PairStatus::Changed:
        return measured ? 1 + std::min(relativeL2, 1e299) : 1e300;
    case PairStatus::OnlyA:
    case PairStatus::OnlyB:
        return 1e301;
    case PairStatus::ShapeChanged:
    case PairStatus::NotCompared:
        break;
    }
    return 1e302;
}

} // namespace

std::optional<PairStatus> LayerFigures::Cell::sign() const
{
    constexpr std::array gravest{
        PairStatus::NotCompared, PairStatus::ShapeChanged, PairStatus::OnlyB, PairStatus::OnlyA};
    for (const PairStatus status : gravest) {
        if (m_statuses & bitOf(status))
            return status;
    }
    return m_unmeasured ? std::optional(PairStatus::Changed) : std::nullopt;
}

LayerFigures::LayerFigures(const LayerGrid& grid, const PairedCheckpoints& paired)
    : m_cells(grid.cellCount())
    , m_rowDiffers(grid.rowCount())
{
    for (std::uint32_t number = 0; number < cellCount(); ++number) {
        Cell& cell = m_cells[number];
        cell.m_pair = grid.tensors(number).front();
        for (const std::uint32_t pair : grid.tensors(number)) {
            cell.m_dtypeChanged = cell.m_dtypeChanged || paired.pairs[pair].dtypeChanged;
            if (const auto status = paired.structuralStatus(pair))
                add(cell, pair, *status, nullptr);
            else
                ++cell.m_waiting;
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
        --cell.m_waiting;
        add(cell, m_taken, statusOf(results.paired()->pairs[m_taken], outcome),
            outcome.delta ? &*outcome.delta : nullptr);
        count(cell, Change::Comes);
        if (cell.differs() && !didDiffer)
            m_rowDiffers[grid.rowOf(number)] = true;
    }
    return m_taken == known;
}

void LayerFigures::add(Cell& cell, std::uint32_t pair, PairStatus status, const Delta* delta)
{
    const bool newNonfinite = delta && delta->nonfiniteOnlyB.value_or(0) > 0;
    const bool measured = delta && delta->relativeL2;
    const double relativeL2 = measured ? *delta->relativeL2 : 0;
    cell.m_statuses = std::uint8_t(cell.m_statuses | Cell::bitOf(status));
    cell.m_newNonfinite = cell.m_newNonfinite || newNonfinite;
    if (status == PairStatus::Changed && measured)
        cell.m_relativeL2 = std::max(cell.m_relativeL2, relativeL2);
    cell.m_unmeasured = cell.m_unmeasured || (status == PairStatus::Changed && !measured);
    if (const double weight = weightOf(status, measured, relativeL2, newNonfinite); weight > cell.m_weight) {
        cell.m_weight = weight;
        cell.m_pair = pair;
    }
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
    add(m_tally.newNonfinite, cell.newNonfinite());
    add(m_tally.dtypeChanged, cell.dtypeChanged());
}

LayerFigures::Occurring LayerFigures::occurring() const
{
    Occurring all;
    for (std::size_t status = 0; status < m_tally.statuses.size(); ++status) {
        if (m_tally.statuses[status] > 0)
            all.statuses = std::uint8_t(all.statuses | Cell::bitOf(static_cast<PairStatus>(status)));
    }
    all.waiting = m_tally.waiting > 0;
    all.identical = m_tally.identical > 0;
    all.newNonfinite = m_tally.newNonfinite > 0;
    all.dtypeChanged = m_tally.dtypeChanged > 0;
    return all;
}

} // namespace loupe
