#pragma once

#include <cstddef>

namespace loupe {

/// Householder reflections, from which orthogonal transformations are built: I - factor v vᵀ, where v begins with 1.

/// Factors a matrix into Q R. `columns` holds its columns one after the other, each with `length` numbers, `stride`
/// apart. Afterwards, column j holds R down to row j, and v of reflection j below; `factors` holds one number for each
/// of the min(count, length) reflections.
void factorColumns(double* columns, std::size_t count, std::size_t length, std::size_t stride, double* factors);

/// A symmetric matrix with `width` diagonals below the main one: element (j + d, j) is numbers[j * stride() + d]. The
/// additional room is for fill-in by transformations.
struct SymmetricBand {
    double* numbers = nullptr;
    std::size_t order = 0;
    std::size_t width = 0;

    std::size_t stride() const { return 2 * width; }
};

/// Makes column `column` tridiagonal by transformations of the whole matrix. `scratch` has room for 3 * width numbers.
/// Preconditions: all columns before it are tridiagonal; width > 1.
void makeColumnTridiagonal(const SymmetricBand& band, std::size_t column, double* scratch);

} // namespace loupe
