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

/// The figures of a scan by block and role, as the grid of layers has them: a cell for the tensors of one role in one
/// block, experts together.
class RoleCells {
public:
    /// Stopped or OutOfMemory on failure.
    static Result<RoleCells> create(std::shared_ptr<const Checkpoint> checkpoint, const Work& work);

    void add(std::uint32_t tensor, const Result<Health>& health);

    /// A line for each cell with a tensor that was added, in the columns of the window's export.
    std::string csv() const;
    /// The members of each such cell, in an array.
    void write(JsonWriter& json) const;
    /// A line for each role: its figures over all blocks.
    std::string text() const;

private:
    struct Cell {
        SummarySum values;
        std::uint32_t first = 0; ///< of the tensors that were added
        std::uint32_t tensors = 0;
        std::uint64_t bytes = 0; ///< of tensors whose bytes are known
        std::uint64_t elements = 0; ///< of these
        bool isMixed = false; ///< of several dtypes
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
    std::shared_ptr<const NameTree> m_tree; ///< the grid's names are its
    LayerGrid m_grid;
    std::vector<Cell> m_cells; ///< by the grid's numbers
};

} // namespace loupe
