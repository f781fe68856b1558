#pragma once

#include "analysis/comparison/layer_grid.h"
#include "analysis/statistics/health.h"
#include "analysis/statistics/summary_sum.h"
#include "app/cli/session.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// A scan's figures by block and role, as in the grid of layers: one cell for the tensors of one role in one block,
/// with experts combined.
class RoleCells {
public:
    /// Fails with Stopped or OutOfMemory.
    static Result<RoleCells> create(std::shared_ptr<const Checkpoint> checkpoint, const Work& work);

    void add(std::uint32_t tensor, const Result<Health>& health);

    /// One line per cell that has tensors, with the same columns as the window's export.
    std::string csv() const;
    /// Writes an array of these cells.
    void write(JsonWriter& json) const;
    /// One line per role, with its figures over all blocks.
    std::string text() const;

private:
    struct Cell {
        SummarySum values;
        std::uint32_t first = 0; ///< the first added tensor
        std::uint32_t tensors = 0;
        std::uint64_t bytes = 0; ///< of tensors of known size
        std::uint64_t elements = 0; ///< elements of those tensors
        bool isMixed = false; ///< has several dtypes
        bool isKnown = false; ///< some values were read
        std::optional<double> largest;
        std::optional<double> sigmas;
    };
    struct Figures {
        std::optional<double> deviation;
        std::optional<double> zeroShare;
        std::optional<std::uint64_t> nonfinite;
        std::optional<std::uint64_t> bytes;
        std::optional<double> bitsPerWeight;
    };

    RoleCells(std::shared_ptr<const Checkpoint> checkpoint, LayerGrid grid, std::shared_ptr<const NameTree> tree);
    static Figures figuresOf(const Cell& cell);
    std::string_view dtypeOf(const Cell& cell) const;
    std::string_view blockOf(std::uint32_t row, std::uint32_t cell) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const NameTree> m_tree; ///< the tree that the grid's names refer to
    LayerGrid m_grid;
    std::vector<Cell> m_cells; ///< indexed by the grid's cell numbers
};

} // namespace loupe
