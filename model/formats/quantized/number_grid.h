#pragma once

#include "core/buffer.h"
#include "core/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace loupe::quantized {

struct Part;

/// Cells of a grid: whole or partial rows.
struct Rectangle {
    std::uint64_t row = 0;
    std::uint64_t rows = 0;
    std::uint64_t column = 0;
    std::uint64_t columns = 0;

    std::uint64_t cells() const { return rows * columns; }
    Rectangle transposed() const { return {column, columns, row, rows}; }
    bool operator==(const Rectangle&) const = default;
};

/// A number of a grid, and what it was made of where that are two.
struct GridNumber {
    float number = 0;
    float own = 0; ///< of this cell alone
    std::optional<float> factor; ///< that many cells share
    bool isDivided = false; ///< by the factor, not multiplied
};

/// Numbers in rows and columns, such as the scales of a weight, however they are stored. Immutable, used from many
/// threads at once.
class NumberGrid {
public:
    virtual ~NumberGrid() = default;
    /// The cells of a rectangle within the grid, row by row. Fails as Source::visit() does.
    virtual Result<> read(const Rectangle& cells, std::span<float> target) const = 0;
    /// A cell within the grid. Fails as read() does.
    virtual Result<GridNumber> numberAt(std::uint64_t row, std::uint64_t column) const;
};

/// Reads a grid whose rows are the columns of another one: `read(rectangle, target)` reads that.
template <typename Number, typename Read>
Result<> readTransposed(const Rectangle& cells, std::span<Number> target, Read&& read)
{
    std::vector<Number> other(cells.cells());
    if (auto done = read(cells.transposed(), std::span<Number>(other)); !done)
        return done;
    for (std::uint64_t row = 0; row < cells.rows; ++row) {
        for (std::uint64_t column = 0; column < cells.columns; ++column)
            target[row * cells.columns + column] = other[column * cells.rows + row];
    }
    return {};
}

/// The rows of a part that a rectangle touches: of each the bytes [begin, end), counted from the row's first byte.
struct RowBytes {
    std::uint64_t row = 0;
    std::uint64_t rows = 0;
    std::uint64_t stride = 0; ///< from the begin of one row to that of the next
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Calls `use(i, bytes)` for row `wanted.row + i`, i = 0, 1, …
Result<> visitRows(const Part& part, const RowBytes& wanted,
    const std::function<void(std::uint64_t, std::span<const std::byte>)>& use);

} // namespace loupe::quantized
