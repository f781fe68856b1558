#pragma once

#include "core/buffer.h"
#include "core/result.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

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
    /// Its rows are columns of what is stored: many rows at once cost little more than one.
    virtual bool isTransposed() const { return false; }
    /// A cell within the grid. Fails as read() does.
    virtual Result<GridNumber> numberAt(std::uint64_t row, std::uint64_t column) const;
};

/// Reads a grid whose rows are the columns of another one: `read(rectangle, target)` reads that, and `convert` makes
/// the numbers of it. Piece by piece, each small enough for the nearest cache.
template <typename Stored, typename Number, typename Read, typename Convert>
Result<> readTransposed(const Rectangle& cells, std::span<Number> target, Read&& read, Convert&& convert)
{
    constexpr std::uint64_t pieceCells = std::uint64_t{1} << 13;
    const std::uint64_t width = std::max<std::uint64_t>(64, pieceCells / std::max<std::uint64_t>(cells.rows, 1));
    std::vector<Stored> piece(std::min(width, cells.columns) * cells.rows);
    for (std::uint64_t first = 0; first < cells.columns; first += width) {
        const std::uint64_t columns = std::min(width, cells.columns - first);
        const std::span<Stored> stored(piece.data(), columns * cells.rows);
        const Rectangle part{cells.row, cells.rows, cells.column + first, columns};
        if (auto done = read(part.transposed(), stored); !done)
            return done;
        for (std::uint64_t row = 0; row < cells.rows; ++row) {
            Number* const numbers = target.data() + row * cells.columns + first;
            const Stored* const from = stored.data() + row;
            for (std::uint64_t column = 0; column < columns; ++column)
                numbers[column] = convert(from[column * cells.rows]);
        }
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
