#pragma once

#include "formats/quantized/number_grid.h"
#include "formats/quantized/part.h"

#include <algorithm>
#include <memory>

namespace loupe::quantized {

/// The numbers of a part in rows and columns, converted to F32. Only F64 is rounded; all other dtypes convert exactly.
class StoredGrid final : public NumberGrid {
public:
    /// `as` is the actual dtype, if the part's dtype is only a container, such as U8 for exponents. `rowLength` is the
    /// distance between rows, in numbers. The rows of a transposed grid are the part's columns.
    StoredGrid(Part part, DType as, std::uint64_t rowLength, bool isTransposed = false)
        : m_part(part)
        , m_as(as)
        , m_rowLength(rowLength)
        , m_isTransposed(isTransposed)
    {
    }
    Result<> read(const Rectangle& cells, std::span<float> target) const override;

private:
    Result<> readStored(const Rectangle& cells, std::span<float> target) const;

    Part m_part;
    DType m_as;
    std::uint64_t m_rowLength;
    bool m_isTransposed;
};

/// Scales in tiles of 128 rows and 4 columns, the layout that tensor cores require. In each tile, the rows r, r + 32, r
/// + 64 and r + 96 are stored together. The grid is padded to whole tiles.
class TiledGrid final : public NumberGrid {
public:
    TiledGrid(Part part, DType as, std::uint64_t columns)
        : m_part(part)
        , m_as(as)
        , m_tilesAcross((columns + tileColumns - 1) / tileColumns)
    {
    }
    /// The shape of the part for a grid of this size.
    static std::uint64_t paddedRows(std::uint64_t rows) { return (rows + tileRows - 1) / tileRows * tileRows; }
    static std::uint64_t paddedColumns(std::uint64_t columns)
    {
        return (columns + tileColumns - 1) / tileColumns * tileColumns;
    }
    /// Calls `visit` with runs of indices in [first, end) of the part that are within a grid of this size. All other
    /// numbers are padding.
    template <typename Visit>
    static void visitUsed(
        std::uint64_t first, std::uint64_t end, std::uint64_t rows, std::uint64_t columns, const Visit& visit);
    Result<> read(const Rectangle& cells, std::span<float> target) const override;

private:
    static constexpr std::uint64_t tileRows = 128;
    static constexpr std::uint64_t tileColumns = 4;
    static constexpr std::uint64_t tileSize = tileRows * tileColumns;

    Part m_part;
    DType m_as;
    std::uint64_t m_tilesAcross;
};

template <typename Visit>
void TiledGrid::visitUsed(
    std::uint64_t first, std::uint64_t end, std::uint64_t rows, std::uint64_t columns, const Visit& visit)
{
    const std::uint64_t tilesAcross = std::max<std::uint64_t>(1, paddedColumns(columns) / tileColumns);
    for (std::uint64_t at = first; at < end;) {
        const std::uint64_t tile = at / tileSize;
        const std::uint64_t tileEnd = std::min(end, (tile + 1) * tileSize);
        // The part of this tile that is within the grid.
        const std::uint64_t rowsHere = rows - std::min(rows, tile / tilesAcross * tileRows);
        const std::uint64_t columnsHere = columns - std::min(columns, tile % tilesAcross * tileColumns);
        if (rowsHere >= tileRows && columnsHere >= tileColumns) {
            visit(at, tileEnd);
            at = tileEnd;
            continue;
        }
        while (at < tileEnd) {
            const std::uint64_t inTile = at % tileSize;
            const std::uint64_t row = inTile % 16 / 4 * 32 + inTile / 16;
            const std::uint64_t begin = at - at % tileColumns;
            const std::uint64_t usedEnd = std::min(tileEnd, begin + std::min(columnsHere, tileColumns));
            if (row < rowsHere && at < usedEnd)
                visit(at, usedEnd);
            at = std::min(tileEnd, begin + tileColumns);
        }
    }
}

/// Scales that are multiplied or divided by one number per batch.
class ScaledGrid final : public NumberGrid {
public:
    enum class Operation : std::uint8_t { Multiply, Divide };

    /// `factors` has a row with one number for each `rowsEach` rows of `scales`.
    ScaledGrid(std::unique_ptr<const NumberGrid> scales, std::unique_ptr<const NumberGrid> factors,
        std::uint64_t rowsEach, Operation operation)
        : m_scales(std::move(scales))
        , m_factors(std::move(factors))
        , m_rowsEach(rowsEach)
        , m_operation(operation)
    {
    }
    Result<> read(const Rectangle& cells, std::span<float> target) const override;
    Result<GridNumber> numberAt(std::uint64_t row, std::uint64_t column) const override;

private:
    std::unique_ptr<const NumberGrid> m_scales;
    std::unique_ptr<const NumberGrid> m_factors;
    std::uint64_t m_rowsEach;
    Operation m_operation;
};

/// Scales in one row that are themselves quantized: code · scale of the block + offset, rounded twice.
class NestedGrid final : public NumberGrid {
public:
    NestedGrid(std::unique_ptr<const NumberGrid> coded, std::unique_ptr<const NumberGrid> scales,
        std::uint64_t blockSize, float offset)
        : m_coded(std::move(coded))
        , m_scales(std::move(scales))
        , m_blockSize(blockSize)
        , m_offset(offset)
    {
    }
    Result<> read(const Rectangle& cells, std::span<float> target) const override;

private:
    std::unique_ptr<const NumberGrid> m_coded;
    std::unique_ptr<const NumberGrid> m_scales;
    std::uint64_t m_blockSize;
    float m_offset;
};

} // namespace loupe::quantized
