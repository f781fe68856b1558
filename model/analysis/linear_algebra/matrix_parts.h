#pragma once

#include "analysis/linear_algebra/matrix.h"

#include <cstddef>

namespace loupe {

/// Some rows of a matrix.
MatrixView rowsOf(MatrixView matrix, std::size_t first, std::size_t count);

/// Some columns of a matrix.
MatrixView columnsOf(MatrixView matrix, std::size_t first, std::size_t count);

/// A copy of the transpose.
Matrix transposed(const Matrix& matrix);

bool areFinite(const Matrix& matrix);

} // namespace loupe
