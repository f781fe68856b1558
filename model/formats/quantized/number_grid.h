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

/// A number of a grid. If it was computed from two numbers, these are given as well.
struct GridNumber {
    float number = 0;
    float own = 0; ///< the number that belongs to this cell alone
    std::optional<float> factor; ///< the number that many cells share
    bool isDivided = false; ///< true if `own` is divided by the factor, not multiplied
};

/// Numbers in rows and columns, such as the scales of a weight, independent of how they are stored. Immutable and
/// thread-safe.
class NumberGrid {
public:
    virtual ~NumberGrid() = default;
    /// The cells of a rectangle within the grid, row by row. Fails as Source::visit() does.
    virtual Result<> read(const Rectangle& cells, std::span<float> target) const = 0;
    /// True if its rows are columns of the stored data, so that reading many rows at once costs little more than
    /// reading one.
    virtual bool isTransposed() const { return false; }
    /// The number in one cell within the grid. Fails as read() does.
    virtual Result<GridNumber> numberAt(std::uint64_t row, std::uint64_t column) const;
};

/// Reads a grid whose rows are the columns of a stored grid. `read(rectangle, target)` reads the stored grid, and
/// `convert` turns its entries into numbers. Works in pieces that fit in the fastest CPU cache.
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

/// The rows of a part that a rectangle touches, and the bytes [begin, end) of each row, counted from its first byte.
struct RowBytes {
    std::uint64_t row = 0;
    std::uint64_t rows = 0;
    std::uint64_t stride = 0; ///< distance from one row to the next, in bytes
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Calls `use(i, bytes)` for row `wanted.row + i`, i = 0, 1, …
Result<> visitRows(const Part& part, const RowBytes& wanted,
    const std::function<void(std::uint64_t, std::span<const std::byte>)>& use);

} // namespace loupe::quantized
