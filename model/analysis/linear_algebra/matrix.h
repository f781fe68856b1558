#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace loupe {

/// A dense matrix of doubles, row after row.
struct Matrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> values;

    Matrix() = default;
    Matrix(std::size_t rowCount, std::size_t columnCount)
        : rows(rowCount)
        , columns(columnCount)
        , values(rowCount * columnCount)
    {
    }

    double& at(std::size_t row, std::size_t column) { return values[row * columns + column]; }
    double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// A non-owning view of a matrix, such as a part or the transpose of another one.
struct MatrixView {
    const double* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t rowStride = 0; ///< in elements
    std::size_t columnStride = 1;
    /// Only the diagonal and the lower triangle are stored; the upper triangle mirrors the lower one.
    bool isSymmetric = false;

    MatrixView() = default;
    MatrixView(const double* numbers, std::size_t rowCount, std::size_t columnCount, std::size_t stride)
        : data(numbers)
        , rows(rowCount)
        , columns(columnCount)
        , rowStride(stride)
    {
    }
    MatrixView(const Matrix& matrix) // NOLINT(google-explicit-constructor): any matrix is one of its views
        : MatrixView(matrix.values.data(), matrix.rows, matrix.columns, matrix.columns)
    {
    }

    MatrixView transposed() const
    {
        MatrixView other = *this;
        if (isSymmetric)
            return other;
        std::swap(other.rows, other.columns);
        std::swap(other.rowStride, other.columnStride);
        return other;
    }
    /// The same square matrix, read from its lower triangle alone.
    MatrixView symmetric() const
    {
        MatrixView other = *this;
        other.isSymmetric = true;
        return other;
    }
};

} // namespace loupe
