#include "analysis/linear_algebra/matrix_parts.h"

#include <algorithm>
#include <cmath>

namespace loupe {

MatrixView rowsOf(MatrixView matrix, std::size_t first, std::size_t count)
{
    matrix.data += first * matrix.rowStride;
    matrix.rows = count;
    return matrix;
}

MatrixView columnsOf(MatrixView matrix, std::size_t first, std::size_t count)
{
    matrix.data += first * matrix.columnStride;
    matrix.columns = count;
    return matrix;
}

Matrix transposed(const Matrix& matrix)
{
    Matrix other(matrix.columns, matrix.rows);
    for (std::size_t i = 0; i < matrix.rows; ++i) {
        for (std::size_t j = 0; j < matrix.columns; ++j)
            other.at(j, i) = matrix.at(i, j);
    }
    return other;
}

bool areFinite(const Matrix& matrix)
{
    return std::ranges::all_of(matrix.values, [](double number) { return std::isfinite(number); });
}

} // namespace loupe
