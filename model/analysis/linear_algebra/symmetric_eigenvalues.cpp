#include "analysis/linear_algebra/symmetric_eigenvalues.h"

#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/reflections.h"
#include "analysis/linear_algebra/tridiagonal_eigenvalues.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace loupe {

namespace {

/// The number of diagonals that the first stage leaves below the main one. A larger number makes its products faster,
/// and the second stage slower.
constexpr std::size_t bandWidth = 48;

/// The product of a panel's reflections: Q = I - V T Vᵀ, with the vectors as the rows of `vectors`.
Result<Matrix> triangularFactor(const MatrixView& vectors, const std::vector<double>& factors, const Work& work)
{
    auto overlaps = multiply(vectors, vectors.transposed(), work);
    if (!overlaps)
        return overlaps;
    const std::size_t count = factors.size();
    Matrix t(count, count);
    for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            double sum = 0;
            for (std::size_t k = i; k < j; ++k)
                sum += t.at(i, k) * overlaps->at(k, j);
            t.at(i, j) = -factors[j] * sum;
        }
        t.at(j, j) = factors[j];
    }
    return t;
}

/// a ← Qᵀ a Q, in its lower triangle. The upper half of the rows of `both` holds V; the lower half is scratch space.
Result<> transformTrailing(
    double* a, std::size_t stride, Matrix& both, const std::vector<double>& factors, const Work& work)
{
    const std::size_t order = both.columns;
    const std::size_t count = factors.size();
    const MatrixView vectors(both.values.data(), count, order, order);
    const MatrixView trailing = MatrixView(a, order, order, stride).symmetric();
    const auto t = triangularFactor(vectors, factors, work);
    if (!t)
        return fail(t.error());
    const auto images = multiply(vectors, trailing, work);
    if (!images)
        return fail(images.error());
    auto x = multiply(MatrixView(*t).transposed(), *images, work);
    if (!x)
        return fail(x.error());
    const auto inner = multiply(vectors, MatrixView(*x).transposed(), work);
    if (!inner)
        return fail(inner.error());
    const auto middle = multiply(MatrixView(*t).transposed(), *inner, work);
    if (!middle)
        return fail(middle.error());
    if (auto done = addProduct(-0.5, MatrixView(*middle).transposed(), vectors, ProductTarget(*x), work); !done)
        return done;
    // a - V xᵀ - x Vᵀ, as one product.
    std::copy(x->values.begin(), x->values.end(), both.values.begin() + static_cast<std::ptrdiff_t>(count * order));
    Matrix swapped(2 * count, order);
    std::copy(x->values.begin(), x->values.end(), swapped.values.begin());
    std::copy_n(
        both.values.begin(), count * order, swapped.values.begin() + static_cast<std::ptrdiff_t>(count * order));
    return addProduct(-1, MatrixView(both).transposed(), swapped, ProductTarget(a, order, order, stride).lower(), work);
}

/// Zeros all diagonals below the main one, except for the first `bandWidth`.
Result<> reduceToBand(Matrix& matrix, const Work& work)
{
    const std::size_t order = matrix.rows;
    for (std::size_t begin = 0; begin + bandWidth + 1 < order; begin += bandWidth) {
        const std::size_t below = begin + bandWidth;
        const std::size_t length = order - below;
        const std::size_t count = std::min(bandWidth, length); // number of reflections
        Matrix both(2 * bandWidth, length);
        for (std::size_t i = 0; i < length; ++i) {
            for (std::size_t j = 0; j < bandWidth; ++j)
                both.at(j, i) = matrix.at(below + i, begin + j);
        }
        std::vector<double> factors(count);
        factorColumns(both.values.data(), bandWidth, length, length, factors.data());
        for (std::size_t j = 0; j < bandWidth; ++j) {
            for (std::size_t i = 0; i < length; ++i)
                matrix.at(below + i, begin + j) = i <= j ? both.at(j, i) : 0;
        }
        both.rows = 2 * count;
        both.values.resize(both.rows * length);
        for (std::size_t j = 0; j < count; ++j) {
            std::fill_n(&both.at(j, 0), j, 0.0);
            both.at(j, j) = 1;
        }
        auto done = transformTrailing(&matrix.at(below, below), order, both, factors, work);
        if (!done)
            return done;
    }
    return {};
}

} // namespace

Result<std::vector<double>> symmetricEigenvalues(Matrix matrix, const Work& work)
{
    const std::size_t order = matrix.rows;
    if (auto done = reduceToBand(matrix, work); !done)
        return fail(std::move(done.error()));
    const std::size_t width = bandWidth;
    std::vector<double> numbers(order * 2 * width);
    for (std::size_t j = 0; j < order; ++j) {
        for (std::size_t d = 0; d <= width && j + d < order; ++d)
            numbers[j * 2 * width + d] = matrix.at(j + d, j);
    }
    matrix = {};
    const SymmetricBand band{numbers.data(), order, width};
    std::vector<double> scratch(3 * width);
    for (std::size_t column = 0; column + 2 < order; ++column) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        makeColumnTridiagonal(band, column, scratch.data());
    }
    std::vector<double> diagonal(order), beside(order > 0 ? order - 1 : 0);
    for (std::size_t j = 0; j < order; ++j) {
        diagonal[j] = numbers[j * band.stride()];
        if (j + 1 < order)
            beside[j] = numbers[j * band.stride() + 1];
    }
    return tridiagonalEigenvalues(std::move(diagonal), beside, work);
}

} // namespace loupe
