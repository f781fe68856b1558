#pragma once

#include "analysis/comparison/element_pair.h"
#include "analysis/slices/number_part.h"
#include "analysis/slices/slice_reader.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// Summarizes one cell of a grid: its minimum, maximum and counts of any number of elements.
struct GridCell {
    static constexpr std::uint32_t mostCounted = ~std::uint32_t{0}; ///< means this many or more

    std::uint64_t least = 0; ///< least finite value, as Grid::number() reads it; meaningless if there is none
    std::uint64_t greatest = 0;
    /// The number of elements of each kind. All 0 if not computed (yet), or if there are no elements.
    std::uint32_t finite = 0;
    std::uint32_t nan = 0;
    std::uint32_t positiveInf = 0;
    std::uint32_t negativeInf = 0;

    std::uint64_t infinite() const { return std::uint64_t{positiveInf} + negativeInf; }
    std::uint64_t elements() const { return infinite() + finite + nan; }
    bool operator==(const GridCell&) const = default;
};

/// A window of a slice, divided into cells of `rowStep` rows and `columnStep` columns; the last ones may be smaller.
struct GridShape {
    SliceWindow window;
    std::uint64_t rowStep = 1;
    std::uint64_t columnStep = 1;

    /// At most `rows` by `columns` cells that cover the whole window.
    static GridShape fitting(const SliceWindow& window, std::uint64_t rows, std::uint64_t columns);
    std::uint64_t rows() const { return window.rows / rowStep + (window.rows % rowStep != 0); }
    std::uint64_t columns() const { return window.columns / columnStep + (window.columns % columnStep != 0); }
    /// The elements of a cell, clipped to the window.
    SliceWindow cell(std::uint64_t row, std::uint64_t column) const;

    bool operator==(const GridShape&) const = default;
};

/// How numbers are stored in a GridCell.
enum class GridNumbers : std::uint8_t { Signed, Unsigned, Single, Double };

/// The cells of a window, row by row.
struct Grid {
    GridShape shape;
    GridNumbers numbers = GridNumbers::Double;
    std::vector<GridCell> cells;

    const GridCell& at(std::uint64_t row, std::uint64_t column) const { return cells[row * shape.columns() + column]; }
    double number(std::uint64_t kept) const; ///< nearest double
    Scalar exact(std::uint64_t kept) const;
};

/// Completed cells [row, row + rows) by [column, column + columns) of a grid.
struct GridPart {
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::vector<GridCell> cells; ///< row by row
};
void copyInto(Grid& grid, const GridPart& part);

/// A grid of this shape for a tensor's numbers, with no cell computed.
Grid emptyGrid(const Elements& elements, NumberPart part, const GridShape& shape);
/// As above, for the differences of a pair, which are doubles.
Grid emptyGrid(const ElementPair& pair, ComplexPart part, const GridShape& shape);

} // namespace loupe
