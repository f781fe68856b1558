#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// A two-dimensional table of the elements of a row-major tensor. Pure arithmetic on element indices, which count from
/// 0 in row-major order.
class Slice {
public:
    struct Cell {
        std::uint64_t row = 0;
        std::uint64_t column = 0;
        bool operator==(const Cell&) const = default;
    };

    /// An empty table.
    Slice() = default;
    /// All `count` elements in order, in rows of `columns` (at least 1) elements; the last row may be shorter.
    static Slice folded(std::uint64_t count, std::uint64_t columns);
    /// The elements along two different axes. `index` has an entry for every axis and fixes the position on the others.
    /// Fails with InvalidArgument if the shape has no such axes or elements.
    static Result<Slice> across(std::span<const std::uint64_t> shape, std::size_t rowAxis, std::size_t columnAxis,
        std::span<const std::uint64_t> index);

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    bool empty() const { return m_rows == 0 || m_columns == 0; }
    /// The distance in elements from one row, or column, to the next.
    std::uint64_t rowStride() const { return m_rowStride; }
    std::uint64_t columnStride() const { return m_columnStride; }
    /// The number of columns of this row; smaller for the last row of a folded slice.
    std::uint64_t columnsIn(std::uint64_t row) const;
    /// The number of rows of this column.
    std::uint64_t rowsIn(std::uint64_t column) const;

    /// Nothing outside the table or past the end of a shorter last row.
    std::optional<std::uint64_t> element(Cell cell) const;
    /// The element's cell; nothing if it is not in this slice.
    std::optional<Cell> find(std::uint64_t element) const;

    bool operator==(const Slice&) const = default;

private:
    std::uint64_t m_first = 0; ///< element at row 0, column 0
    std::uint64_t m_rows = 0;
    std::uint64_t m_columns = 0;
    std::uint64_t m_rowStride = 1;
    std::uint64_t m_columnStride = 1;
    std::uint64_t m_missing = 0; ///< number of cells missing from the last row
};

/// The element at an index; nothing if the index is outside the shape or the element count overflows.
std::optional<std::uint64_t> elementAt(std::span<const std::uint64_t> shape, std::span<const std::uint64_t> index);

/// The axes longer than 1, which are the only ones with a choice. At most 64 for a tensor with elements.
std::vector<std::size_t> longAxes(std::span<const std::uint64_t> shape);

} // namespace loupe
