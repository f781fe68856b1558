#pragma once

#include "analysis/linear_algebra/matrix.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>

namespace loupe {

/// The target that a product is added to: rows of `columns` numbers, `rowStride` apart.
struct ProductTarget {
    double* data = nullptr;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t rowStride = 0;
    /// Computes only the lower triangle, in half the time, for symmetric results. Elements above the diagonal keep
    /// their values, except that those close to it become undefined.
    bool isLower = false;

    ProductTarget(double* numbers, std::size_t rowCount, std::size_t columnCount, std::size_t stride)
        : data(numbers)
        , rows(rowCount)
        , columns(columnCount)
        , rowStride(stride)
    {
    }
    explicit ProductTarget(Matrix& matrix)
        : ProductTarget(matrix.values.data(), matrix.rows, matrix.columns, matrix.columns)
    {
    }
    ProductTarget lower() const
    {
        ProductTarget other = *this;
        other.isLower = true;
        return other;
    }
};

/// target += factor · a · b, on several threads. The order of additions does not depend on the number of threads.
/// Checks `work` about every 20 ms. Preconditions: the sizes fit; the target overlaps neither a nor b. Fails with
/// Stopped and OutOfMemory; the target is then undefined.
Result<> addProduct(
    double factor, const MatrixView& a, const MatrixView& b, const ProductTarget& target, const Work& work);

/// a · b.
Result<Matrix> multiply(const MatrixView& a, const MatrixView& b, const Work& work);

} // namespace loupe
