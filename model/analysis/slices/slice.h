#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// A table of elements of a row-major tensor: what a two-dimensional view shows of it. Pure arithmetic on element
/// numbers, which count from 0 in row-major order.
class Slice {
public:
    struct Cell {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
        bool operator==(const Cell&) const = default;
    };

    /// Nothing: no rows.
    Slice() = default;
    /// All `count` elements in order, in rows of `columns` (at least 1); the last row may be shorter.
    static Slice folded(std::uint64_t count, std::uint64_t columns);
    /// The elements along two different axes; on the others those of `index`, which has a number for every axis.
    /// Fails with InvalidArgument if the shape has no such axes or no such elements.
    static Result<Slice> across(std::span<const std::uint64_t> shape, std::size_t rowAxis, std::size_t columnAxis,
        std::span<const std::uint64_t> index);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool empty() const { return m_rows == 0 || m_columns == 0; }
    /// Elements from one row, or column, to the next.
    std::uint64_t rowStride() const { return m_rowStride; }
    std::uint64_t columnStride() const { return m_columnStride; }
    /// Columns that this row has: all but in the last row of a folded slice.
    std::uint64_t columnsIn(std::uint64_t row) const;
    /// Rows that this column has.
    std::uint64_t rowsIn(std::uint64_t column) const;

    /// Nothing outside the table and past the end of a shorter last row.
    std::optional<std::uint64_t> element(Cell cell) const;
    /// Where the element stands; nothing if it is not in this slice.
    std::optional<Cell> find(std::uint64_t element) const;

    bool operator==(const Slice&) const = default;

private:
    std::uint64_t m_first = 0; ///< element at row 0, column 0
    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
    std::uint64_t m_rowStride = 1;
    std::uint64_t m_columnStride = 1;
    std::uint64_t m_missing = 0; ///< cells that the last row lacks
};

/// The element at an index; nothing if the shape has none there or elements cannot be counted.
std::optional<std::uint64_t> elementAt(std::span<const std::uint64_t> shape, std::span<const std::uint64_t> index);

/// The axes that are longer than 1: the only ones along which there is something to choose. Never more than 64 of a
/// tensor that has elements.
std::vector<std::size_t> longAxes(std::span<const std::uint64_t> shape);

} // namespace loupe
