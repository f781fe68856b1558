#pragma once

#include <cstddef>

namespace loupe {

/// Householder's reflections, by which orthogonal transformations are made: I - factor v vᵀ, where v begins with 1.

/// Factors a matrix into Q R. `columns` has its columns one after the other, each `length` numbers, `stride` apart.
/// Afterwards column j has R above and at place j, and v of reflection j below; `factors` has a number for each
/// reflection, of which there are min(count, length).
void factorColumns(double* columns, std::size_t count, std::size_t length, std::size_t stride, double* factors);

/// A symmetric matrix with `width` diagonals below the main one: element (j + d, j) is numbers[j * stride() + d]. There
/// is room for what transformations fill in.
struct SymmetricBand {
    double* numbers = nullptr;
    std::size_t order = 0;
    std::size_t width = 0;

    std::size_t stride() const { return 2 * width; }
};

/// Makes column `column` tridiagonal, all before it being so, by transformations of the whole matrix. `scratch` has
/// room for 3 * width numbers. Precondition: width > 1.
void makeColumnTridiagonal(const SymmetricBand& band, std::size_t column, double* scratch);

} // namespace loupe
