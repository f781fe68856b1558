#include "analysis/linear_algebra/product.h"

#include "analysis/linear_algebra/product_kernel.h"
#include "analysis/parallel/parallel.h"

#include <algorithm>
#include <array>
#include <vector>

namespace loupe {

namespace {

// Parts of a, b and the target that fit into the second-level cache.
constexpr std::size_t partRows = 192;
constexpr std::size_t partColumns = 384;
constexpr std::size_t partDepth = 256;

struct PackedParts {
    std::vector<double> a;
    std::vector<double> b;
};

/// Copies rows [row, row + rows) of `view`, and the given columns likewise, column by column. Pads each column with
/// zeros to `most`.
void packColumns(const MatrixView& view, std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
    std::size_t most, double* packed)
{
    std::size_t rowStride = view.rowStride;
    std::size_t columnStride = view.columnStride;
    if (view.isSymmetric && row < column + columns && column < row + rows) { // crosses the diagonal
        for (std::size_t j = 0; j < columns; ++j, packed += most) {
            for (std::size_t i = 0; i < rows; ++i) {
                const std::size_t low = std::min(row + i, column + j);
                const std::size_t high = std::max(row + i, column + j);
                packed[i] = view.data[high * rowStride + low * columnStride];
            }
            std::fill(packed + rows, packed + most, 0.0);
        }
        return;
    }
    if (view.isSymmetric && row < column)
        std::swap(rowStride, columnStride);
    const double* from = view.data + row * rowStride + column * columnStride;
    if (rowStride == 1) {
        for (std::size_t j = 0; j < columns; ++j, packed += most, from += columnStride) {
            std::copy_n(from, rows, packed);
            std::fill(packed + rows, packed + most, 0.0);
        }
        return;
    }
    for (std::size_t i = 0; i < rows; ++i) {
        const double* number = from + i * rowStride;
        double* to = packed + i;
        for (std::size_t j = 0; j < columns; ++j, number += columnStride, to += most)
            *to = *number;
    }
    for (std::size_t j = 0; j < columns && rows < most; ++j)
        std::fill(packed + j * most + rows, packed + (j + 1) * most, 0.0);
}

/// Packs a part of `view` in strips of `width` rows.
void packStrips(const MatrixView& view, std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
    std::size_t width, double* packed)
{
    for (std::size_t done = 0; done < rows; done += width, packed += width * columns)
        packColumns(view, row + done, std::min(width, rows - done), column, columns, width, packed);
}

std::size_t roundedUp(std::size_t number, std::size_t step)
{
    return (number + step - 1) / step * step;
}

struct TargetPart {
    std::size_t row;
    std::size_t rows;
    std::size_t column;
    std::size_t columns;
};

void addPart(
    double factor, const PackedParts& packed, std::size_t depth, const TargetPart& part, const ProductTarget& target)
{
    const std::size_t width = productTileColumns();
    std::array<double, productTileRows * mostProductTileColumns> tile;
    for (std::size_t j = 0; j < part.columns; j += width) {
        for (std::size_t i = 0; i < part.rows; i += productTileRows) {
            if (target.isLower && part.row + i + productTileRows <= part.column + j)
                continue;
            multiplyTile(depth, packed.a.data() + i * depth, packed.b.data() + j * depth, tile.data());
            const std::size_t rows = std::min(productTileRows, part.rows - i);
            const std::size_t columns = std::min(width, part.columns - j);
            for (std::size_t r = 0; r < rows; ++r) {
                double* to = target.data + (part.row + i + r) * target.rowStride + part.column + j;
                for (std::size_t c = 0; c < columns; ++c)
                    to[c] += factor * tile[r * width + c];
            }
        }
    }
}

} // namespace

Result<> addProduct(
    double factor, const MatrixView& a, const MatrixView& b, const ProductTarget& target, const Work& work)
{
    const MatrixView across = b.transposed(); // its rows are the columns of b, which the kernel takes in strips
    const std::size_t width = productTileColumns();
    const std::size_t downward = std::max<std::size_t>((target.rows + partRows - 1) / partRows, 1);
    const std::size_t sideward = std::max<std::size_t>((target.columns + partColumns - 1) / partColumns, 1);
    const std::size_t most = std::min(partDepth, a.columns);
    std::vector<PackedParts> scratch(threadLimit());
    return runPieces(downward * sideward, work, [&](std::uint64_t piece, std::size_t worker) -> Result<> {
        TargetPart part{piece / sideward * partRows, 0, piece % sideward * partColumns, 0};
        part.rows = std::min(partRows, target.rows - part.row);
        part.columns = std::min(partColumns, target.columns - part.column);
        if (target.isLower && part.row + part.rows <= part.column)
            return {};
        PackedParts& packed = scratch[worker];
        packed.a.resize(roundedUp(part.rows, productTileRows) * most);
        packed.b.resize(roundedUp(part.columns, width) * most);
        for (std::size_t first = 0; first < a.columns; first += partDepth) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::size_t depth = std::min(partDepth, a.columns - first);
            packStrips(a, part.row, part.rows, first, depth, productTileRows, packed.a.data());
            packStrips(across, part.column, part.columns, first, depth, width, packed.b.data());
            addPart(factor, packed, depth, part, target);
        }
        return {};
    });
}

Result<Matrix> multiply(const MatrixView& a, const MatrixView& b, const Work& work)
{
    Matrix product(a.rows, b.columns);
    if (auto done = addProduct(1, a, b, ProductTarget(product), work); !done)
        return fail(std::move(done.error()));
    return product;
}

} // namespace loupe
