#pragma once

#include "core/result.h"
#include "core/tree/name_tree.h"
#include "core/work.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The tensors of a tree as a grid of blocks and roles: "model.layers.12.mlp.up.weight" is block 12 of the series
/// "model.layers.*" in the role "mlp.up.weight". Blocks are columns, roles are rows, and series are stacked vertically,
/// all in natural order.
///
///   Block    the outermost part of a name, except the last part, that is a number with numbered siblings; if there is
///            none, the outermost part that ends in a number and has such siblings, as in "layer_12/kernel"
///   Series   the blocks below one group
///   Folded   parts that repeat at least `foldedFrom` times in a block, such as experts, are one role, "experts.*.w1",
///            so that one cell stands for several tensors. Without folding, tensors with the same role in all of them
///            are adjacent: experts.0.w1, experts.1.w1, …, experts.0.w2
///   Rest     the roles of a series beyond the first mostRoles are one role, "*", the last one: no screen shows as
///            many, and sorting a million names takes long
///   Outside  everything else, the last series: a row for the tensors of each group, wrapped after outsideColumns
///
/// Sparse: takes space for tensors, not for empty cells. Immutable once built. Refers to names of the tree's
/// checkpoint, which must outlive it.
class LayerGrid {
public:
    static constexpr std::uint32_t foldedFrom = 5;
    static constexpr std::uint32_t mostRoles = 1 << 14;
    static constexpr std::uint32_t outsideColumns = 32;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct Series {
        std::string path = {}; ///< "model.layers.*"; empty for Outside
        std::uint32_t firstColumn = 0;
        std::uint32_t columnCount = 0;
        std::uint32_t firstRow = 0;
        std::uint32_t rowCount = 0;
        bool hasRest = false; ///< the last row is the Rest

        bool isOutside() const { return path.empty(); }
        /// True if its columns are the experts of one block, rather than blocks.
        bool isOfExperts() const { return path.ends_with("experts.*"); }
    };
    struct Column {
        std::string_view label; ///< "12"; empty for Outside
        NameTree::NodeId block = none; ///< the block's group
    };
    struct Row {
        std::string_view label; ///< a role; for Outside, a tensor's name or "group.*", or empty for a continued row
        std::uint32_t firstCell = 0;
    };
    struct Cell {
        std::uint32_t column = 0; ///< column within the series
        std::uint32_t firstTensor = 0;
    };

    LayerGrid();
    /// Builds the grid of all tensors; with `within`, only of the tensors below this group, by what repeats in it.
    /// Fails with Stopped or OutOfMemory. Precondition: `within` is a group of a tree that is not one of families.
    static Result<LayerGrid> build(
        const NameTree& tree, bool folds = true, const Work& work = {}, std::optional<NameTree::NodeId> within = {});

    std::span<const Series> series() const { return m_series; }
    std::span<const Column> columns(const Series& series) const
    {
        return std::span(m_columns).subspan(series.firstColumn, series.columnCount);
    }
    std::uint32_t rowCount() const { return static_cast<std::uint32_t>(m_rows.size() - 1); }
    std::uint32_t cellCount() const { return static_cast<std::uint32_t>(m_cells.size() - 1); }
    /// Rows are numbered across all series.
    std::string_view label(std::uint32_t row) const { return m_rows[row].label; }
    const Series& seriesOf(std::uint32_t row) const;
    /// True if the row is the Rest of its series.
    bool isRest(std::uint32_t row) const
    {
        const Series& series = seriesOf(row);
        return series.hasRest && row + 1 == series.firstRow + series.rowCount;
    }
    /// Cells are numbered row by row, left to right.
    std::uint32_t firstCell(std::uint32_t row) const { return m_rows[row].firstCell; }
    std::uint32_t endCell(std::uint32_t row) const { return m_rows[row + 1].firstCell; }
    std::uint32_t rowOf(std::uint32_t cell) const;
    std::uint32_t columnOf(std::uint32_t cell) const { return m_cells[cell].column; }
    /// The row's first cell at or right of `column`.
    std::uint32_t lowerCell(std::uint32_t row, std::uint32_t column) const;
    std::optional<std::uint32_t> find(std::uint32_t row, std::uint32_t column) const;
    /// Never empty.
    std::span<const std::uint32_t> tensors(std::uint32_t cell) const
    {
        return std::span(m_tensors).subspan(
            m_cells[cell].firstTensor, m_cells[cell + 1].firstTensor - m_cells[cell].firstTensor);
    }
    /// `none` for a tensor outside the group that the grid was built for.
    std::uint32_t cellOf(std::uint32_t tensor) const { return m_cellOf[tensor]; }
    /// True if any role is folded, or would be if folding were on.
    bool canFold() const { return m_canFold; }

private:
    class Builder;

    std::vector<Series> m_series;
    std::vector<Column> m_columns;
    std::vector<Row> m_rows; ///< with a sentinel at the end
    std::vector<Cell> m_cells; ///< with a sentinel at the end
    std::vector<std::uint32_t> m_tensors; ///< cell by cell
    std::vector<std::uint32_t> m_cellOf; ///< by tensor
    std::deque<std::string> m_texts; ///< labels that are not part of a name
    bool m_canFold = false;
};

} // namespace loupe
