#pragma once

#include "analysis/comparison/layer_cell.h"
#include "analysis/comparison/layer_grid.h"
#include "items/compare/comparison_results.h"

#include <array>
#include <cstdint>
#include <vector>

namespace loupe {

/// The results of a comparison so far, for each cell of the grid of layers and roles.
class LayerFigures {
public:
    using Cell = LayerCell;

    LayerFigures() = default;
    /// Starts with what is known from the structure. Values are added by take().
    LayerFigures(const LayerGrid& grid, const PairedCheckpoints& paired);

    /// Adds new results, for at most `most` pairs. Returns false if there are more.
    bool take(const LayerGrid& grid, const ComparisonResults& results, std::uint32_t most);

    const Cell& cell(std::uint32_t number) const { return m_cells[number]; }
    std::uint32_t cellCount() const { return static_cast<std::uint32_t>(m_cells.size()); }
    /// True if any cell of the row is known to differ.
    bool rowDiffers(std::uint32_t row) const { return m_rowDiffers[row]; }

    /// The kinds of cells that occur, for the legend.
    struct Occurring {
        std::uint8_t statuses = 0; ///< bits by PairStatus; Changed only if there is no relative L2
        bool waiting = false;
        bool identical = false;
        bool nonfiniteDiffer = false;
        bool dtypeChanged = false;

        bool has(PairStatus status) const { return statuses >> static_cast<unsigned>(status) & 1U; }
        bool operator==(const Occurring&) const = default;
    };
    Occurring occurring() const;

private:
    /// The number of cells with each property.
    struct Tally {
        std::array<std::uint32_t, 6> statuses{}; ///< indexed by PairStatus
        std::uint32_t waiting = 0;
        std::uint32_t identical = 0;
        std::uint32_t nonfiniteDiffer = 0;
        std::uint32_t dtypeChanged = 0;
    };
    enum class Change : std::uint8_t { Comes, Goes };
    void count(const Cell& cell, Change change);

    std::vector<Cell> m_cells; ///< indexed by the grid's cell numbers
    std::vector<bool> m_rowDiffers;
    Tally m_tally;
    std::uint32_t m_taken = 0; ///< how many pairs were added; they are the first ones
};

} // namespace loupe
