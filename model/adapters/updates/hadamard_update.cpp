#include "adapters/updates/hadamard_update.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

namespace loupe {

namespace {

// The size of a tile: 4 MiB of each product.
constexpr std::size_t tileRows = 256;
constexpr std::size_t tileColumns = 2048;
constexpr double mostPairs = 1024; // columns of a Gram matrix: 8 MiB

double at(const MatrixView& matrix, std::size_t row, std::size_t column)
{
    return matrix.data[row * matrix.rowStride + column * matrix.columnStride];
}

/// Two products of the same size, each as its left and right factor.
struct ProductPair {
    std::pair<MatrixView, MatrixView> first;
    std::pair<MatrixView, MatrixView> second;
};

/// Calls take(numbers, row, column) with each tile of the elementwise product, and the position of its first element.
Result<> forTiles(const ProductPair& pair, const Work& work,
    const std::function<void(const MatrixView&, std::size_t, std::size_t)>& take)
{
    const std::size_t rows = pair.first.first.rows;
    const std::size_t columns = pair.first.second.columns;
    Matrix tile(std::min(tileRows, rows), std::min(tileColumns, columns));
    Matrix other = tile;
    for (std::size_t row = 0; row < rows; row += tileRows) {
        for (std::size_t column = 0; column < columns; column += tileColumns) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::size_t height = std::min(tileRows, rows - row);
            const std::size_t width = std::min(tileColumns, columns - column);
            const auto fill = [&](Matrix& matrix, const std::pair<MatrixView, MatrixView>& sides) {
                std::ranges::fill(matrix.values, 0);
                return addProduct(1, rowsOf(sides.first, row, height), columnsOf(sides.second, column, width),
                    ProductTarget(matrix.values.data(), height, width, width), work);
            };
            auto filled = fill(tile, pair.first).and_then([&] { return fill(other, pair.second); });
            if (!filled)
                return filled;
            for (std::size_t i = 0; i < height * width; ++i)
                tile.values[i] *= other.values[i];
            take(MatrixView(tile.values.data(), height, width, width), row, column);
        }
    }
    return {};
}

/// The Gram matrix of the columns that are elementwise products of a column of `first` and one of `second`. Only the
/// lower triangle is computed.
Result<Matrix> gramOfPairs(const MatrixView& first, const MatrixView& second, const Work& work)
{
    const std::size_t pairs = first.columns * second.columns;
    Matrix gram(pairs, pairs);
    Matrix block(std::min(tileRows, first.rows), pairs);
    for (std::size_t row = 0; row < first.rows; row += tileRows) {
        const std::size_t count = std::min(tileRows, first.rows - row);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < pairs; ++k)
                block.at(i, k) = at(first, row + i, k / second.columns) * at(second, row + i, k % second.columns);
        }
        const MatrixView products = rowsOf(block, 0, count);
        auto added = addProduct(1, products.transposed(), products, ProductTarget(gram).lower(), work);
        if (!added)
            return fail(std::move(added.error()));
    }
    return gram;
}

/// The squared norm by Gram matrices: a Khatri-Rao product makes LoHa a product of factors with r₁ · r₂ columns.
Result<double> squaredNormByPairs(const Factors& first, const Factors& second, const Work& work)
{
    const auto left = gramOfPairs(first.up, second.up, work);
    if (!left)
        return fail(left.error());
    const auto right = gramOfPairs(MatrixView(first.down).transposed(), MatrixView(second.down).transposed(), work);
    if (!right)
        return fail(right.error());
    double square = 0;
    for (std::size_t i = 0; i < left->rows; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            square += 2 * left->at(i, j) * right->at(i, j);
        square += left->at(i, i) * right->at(i, i);
    }
    return square < 0 ? 0 : square; // keeps NaN
}

/// The squared norm by all elements.
Result<double> squaredNormByTiles(const Factors& first, const Factors& second, const Work& work)
{
    double square = 0;
    auto done = forTiles({{first.up, first.down}, {second.up, second.down}}, work,
        [&](const MatrixView& tile, std::size_t, std::size_t) {
            for (const double number : std::span(tile.data, tile.rows * tile.columns))
                square += number * number;
        });
    if (!done)
        return fail(std::move(done.error()));
    return square;
}

/// Whether Gram matrices take fewer multiplications than tiles.
bool areFewPairs(const Factors& first, const Factors& second)
{
    const auto rows = static_cast<double>(first.up.rows);
    const auto columns = static_cast<double>(first.down.columns);
    const double pairs = static_cast<double>(first.down.rows) * static_cast<double>(second.down.rows);
    const auto ranks = static_cast<double>(first.down.rows + second.down.rows);
    return pairs <= mostPairs && pairs * pairs * (rows + columns) < ranks * rows * columns;
}

} // namespace

Result<> HadamardUpdate::addRows(
    double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const
{
    ProductPair pair{
        sidesOf(m_first.up, m_first.down, rows.isTransposed), sidesOf(m_second.up, m_second.down, rows.isTransposed)};
    for (MatrixView* const left : {&pair.first.first, &pair.second.first})
        *left = rowsOf(*left, rows.first, target.rows);
    return forTiles(pair, work, [&](const MatrixView& tile, std::size_t row, std::size_t column) {
        for (std::size_t i = 0; i < tile.rows; ++i) {
            double* const to = target.data + (row + i) * target.rowStride + column;
            for (std::size_t j = 0; j < tile.columns; ++j)
                to[j] += factor * m_scale * at(tile, i, j);
        }
    });
}

bool HadamardUpdate::hasFiniteParts() const
{
    return areFinite(m_first.up) && areFinite(m_first.down) && areFinite(m_second.up) && areFinite(m_second.down);
}

Result<UpdateFigures> HadamardUpdate::figures(const Work& work) const
{
    UpdateFigures figures;
    figures.isFinite = hasFiniteParts();
    if (!figures.isFinite)
        return figures;
    const auto square = areFewPairs(m_first, m_second) ? squaredNormByPairs(m_first, m_second, work)
                                                       : squaredNormByTiles(m_first, m_second, work);
    if (!square)
        return fail(square.error());
    figures.norm = std::abs(m_scale) * std::sqrt(*square);
    figures.isFinite = std::isfinite(figures.norm);
    return figures;
}

} // namespace loupe
