#pragma once

#include "analysis/linear_algebra/matrix.h"

#include <vector>

namespace loupe {

/// Factorizations of matrices with a small side, by Eigen. They run on the calling thread and cannot be stopped: a side
/// of 256 takes some 50 ms; beyond that, see product.h and symmetric_eigenvalues.h. All numbers must be finite.

/// matrix = q · r: the columns of q are orthonormal, r is upper triangular. q has min(rows, columns) columns.
struct ThinQr {
    Matrix q;
    Matrix r;
};
ThinQr thinQr(const MatrixView& matrix);

/// matrix = u · diag(values) · vᵀ, with the values in falling order, min(rows, columns) of them.
struct ThinSvd {
    Matrix u;
    std::vector<double> values;
    Matrix v; ///< not transposed: a column for each value
};
ThinSvd thinSvd(const MatrixView& matrix);

/// Only the values of thinSvd().
std::vector<double> smallSingularValues(const MatrixView& matrix);

/// matrix = vectors · diag(values) · vectorsᵀ, with the values in falling order. Reads the lower triangle.
struct SymmetricEigen {
    std::vector<double> values;
    Matrix vectors; ///< a column for each value
};
SymmetricEigen symmetricEigen(const MatrixView& matrix);

} // namespace loupe
