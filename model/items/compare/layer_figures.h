#pragma once

#include "analysis/comparison/layer_cell.h"
#include "analysis/comparison/layer_grid.h"
#include "items/compare/comparison_results.h"

#include <array>
#include <cstdint>
#include <vector>

namespace loupe {

/// What a comparison has found so far, cell by cell of the grid of its pairs' tree.
class LayerFigures {
public:
    using Cell = LayerCell;

    LayerFigures() = default;
    /// What the structure says; values are taken afterwards.
    LayerFigures(const LayerGrid& grid, const PairedCheckpoints& paired);

    /// What the results know since the last time, of at most `most` pairs. False where there is more.
    bool take(const LayerGrid& grid, const ComparisonResults& results, std::uint32_t most);

    const Cell& cell(std::uint32_t number) const { return m_cells[number]; }
    std::uint32_t cellCount() const { return static_cast<std::uint32_t>(m_cells.size()); }
    /// Some cell of the row is known to differ.
    bool rowDiffers(std::uint32_t row) const { return m_rowDiffers[row]; }

    /// What occurs somewhere, for a legend.
    struct Occurring {
        std::uint8_t statuses = 0; ///< bits by PairStatus; Changed: without a relative L2
        bool waiting = false;
        bool identical = false;
        bool nonfiniteDiffer = false;
        bool dtypeChanged = false;

        bool has(PairStatus status) const { return statuses >> static_cast<unsigned>(status) & 1U; }
        bool operator==(const Occurring&) const = default;
    };
    Occurring occurring() const;

private:
    /// Cells of which each thing is true.
    struct Tally {
        std::array<std::uint32_t, 6> statuses{}; ///< by PairStatus
        std::uint32_t waiting = 0;
        std::uint32_t identical = 0;
        std::uint32_t nonfiniteDiffer = 0;
        std::uint32_t dtypeChanged = 0;
    };
    enum class Change : std::uint8_t { Comes, Goes };
    void count(const Cell& cell, Change change);

    std::vector<Cell> m_cells; ///< by the grid's numbers
    std::vector<bool> m_rowDiffers;
    Tally m_tally;
    std::uint32_t m_taken = 0; ///< pairs, the first ones
};

} // namespace loupe
