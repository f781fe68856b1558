#pragma once

#include "analysis/layer_grid.h"
#include "items/comparison_results.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// What a comparison has found so far, cell by cell of the grid of its pairs' tree.
class LayerFigures {
public:
    class Cell {
    public:
        /// Pairs whose values were not looked at.
        std::uint32_t waiting() const { return m_waiting; }
        /// All pairs are known to be identical.
        bool isIdentical() const { return m_waiting == 0 && m_statuses == bitOf(PairStatus::Identical); }
        /// Some pair is known to differ.
        bool differs() const { return (m_statuses & ~bitOf(PairStatus::Identical)) != 0; }
        /// The largest of pairs that changed; nothing where none did or it does not exist.
        std::optional<double> relativeL2() const
        {
            return m_relativeL2 < 0 ? std::nullopt : std::optional(m_relativeL2);
        }
        /// What a colour cannot say: the gravest that some pair has. Changed: without a relative L2.
        std::optional<PairStatus> sign() const;
        /// B has NaN or infinities where A is finite.
        bool newNonfinite() const { return m_newNonfinite; }
        bool dtypeChanged() const { return m_dtypeChanged; }
        /// The pair to look at first: the one that differs most.
        std::uint32_t pair() const { return m_pair; }

        bool operator==(const Cell&) const = default;

    private:
        friend class LayerFigures;
        static std::uint8_t bitOf(PairStatus status) { return std::uint8_t(1U << static_cast<unsigned>(status)); }

        double m_relativeL2 = -1;
        double m_weight = -1; ///< of m_pair
        std::uint32_t m_pair = 0;
        std::uint32_t m_waiting = 0;
        std::uint8_t m_statuses = 0;
        bool m_unmeasured = false;
        bool m_newNonfinite = false;
        bool m_dtypeChanged = false;
    };

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
        bool newNonfinite = false;
        bool dtypeChanged = false;

        bool has(PairStatus status) const { return statuses >> static_cast<unsigned>(status) & 1U; }
        bool operator==(const Occurring&) const = default;
    };
    Occurring occurring() const;

private:
    void add(Cell& cell, std::uint32_t pair, PairStatus status, const Delta* delta);

    /// Cells of which each thing is true.
    struct Tally {
        std::array<std::uint32_t, 6> statuses{}; ///< by PairStatus
        std::uint32_t waiting = 0;
        std::uint32_t identical = 0;
        std::uint32_t newNonfinite = 0;
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
