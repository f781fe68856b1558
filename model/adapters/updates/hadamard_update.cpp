#include "adapters/updates/hadamard_update.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace loupe {

namespace {

// Sizes of the parts that are computed at once: 4 MiB of each product.
constexpr std::size_t tileRows = 256;
constexpr std::size_t tileColumns = 2048;

MatrixView columnsOf(MatrixView matrix, std::size_t first, std::size_t count)
{
    matrix.data += first * matrix.columnStride;
    matrix.columns = count;
    return matrix;
}

/// Two products of one size, of which rows are multiplied.
struct ProductPair {
    std::pair<MatrixView, MatrixView> first;
    std::pair<MatrixView, MatrixView> second;
};

/// Calls take(values, row, column) with each part of the elementwise product; both count from 0.
Result<> forTiles(
    const ProductPair& pair, const Work& work, const std::function<void(const Matrix&, std::size_t, std::size_t)>& take)
{
    const std::size_t rows = pair.first.first.rows;
    const std::size_t columns = pair.first.second.columns;
    const auto tileOf = [&](const std::pair<MatrixView, MatrixView>& sides, std::size_t row, std::size_t column) {
        return multiply(rowsOf(sides.first, row, std::min(tileRows, rows - row)),
            columnsOf(sides.second, column, std::min(tileColumns, columns - column)), work);
    };
    for (std::size_t row = 0; row < rows; row += tileRows) {
        for (std::size_t column = 0; column < columns; column += tileColumns) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            auto tile = tileOf(pair.first, row, column);
            const auto other = tileOf(pair.second, row, column);
            if (!tile || !other)
                return fail(tile ? other.error() : tile.error());
            for (std::size_t i = 0; i < tile->values.size(); ++i)
                tile->values[i] *= other->values[i];
            take(*tile, row, column);
        }
    }
    return {};
}

} // namespace

Result<> HadamardUpdate::addRows(
    double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const
{
    ProductPair pair{
        sidesOf(m_first.up, m_first.down, rows.isTransposed), sidesOf(m_second.up, m_second.down, rows.isTransposed)};
    for (MatrixView* const left : {&pair.first.first, &pair.second.first})
        *left = rowsOf(*left, rows.first, target.rows);
    return forTiles(pair, work, [&](const Matrix& tile, std::size_t row, std::size_t column) {
        for (std::size_t i = 0; i < tile.rows; ++i) {
            double* const to = target.data + (row + i) * target.rowStride + column;
            for (std::size_t j = 0; j < tile.columns; ++j)
                to[j] += factor * m_scale * tile.at(i, j);
        }
    });
}

Result<UpdateFigures> HadamardUpdate::figures(const Work& work) const
{
    UpdateFigures figures;
    for (const Matrix* const matrix : {&m_first.up, &m_first.down, &m_second.up, &m_second.down})
        figures.isFinite = figures.isFinite && areFinite(*matrix);
    if (!figures.isFinite)
        return figures;
    double square = 0;
    auto done = forTiles({{m_first.up, m_first.down}, {m_second.up, m_second.down}}, work,
        [&](const Matrix& tile, std::size_t, std::size_t) {
            for (const double number : tile.values)
                square += number * number;
        });
    if (!done)
        return fail(std::move(done.error()));
    figures.norm = std::abs(m_scale) * std::sqrt(square);
    figures.isFinite = std::isfinite(figures.norm);
    return figures;
}

} // namespace loupe
