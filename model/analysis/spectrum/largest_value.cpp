#include "analysis/spectrum/largest_value.h"

#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace loupe {

namespace {

using Vector = std::vector<double>;

double dotOf(const Vector& a, const Vector& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double lengthOf(const Vector& vector)
{
    return std::sqrt(dotOf(vector, vector));
}

Vector divided(Vector vector, double by)
{
    for (double& number : vector)
        number /= by;
    return vector;
}

/// The Gram matrix of the source, times a vector.
Result<Vector> gramTimes(const MatrixSource& source, double scale, const Vector& vector, const Work& work)
{
    Matrix column(vector.size(), 1);
    std::ranges::copy(vector, column.values.begin());
    Matrix image(vector.size(), 1);
    auto done = source.forBlocks(scale, work, [&](const MatrixView& block) -> Result<> {
        const auto product = multiply(block, column, work);
        if (!product)
            return fail(product.error());
        auto added = addProduct(1, block.transposed(), *product, ProductTarget(image), work);
        work.advance(block.rows);
        return added;
    });
    if (!done)
        return fail(std::move(done.error()));
    return Vector(image.values.begin(), image.values.end());
}

/// Orthogonalizes twice, because rounding of nearly dependent vectors leaves errors the first time.
void makeOrthogonal(Vector& vector, const std::vector<Vector>& to)
{
    for (int round = 0; round < 2; ++round) {
        for (const Vector& one : to) {
            const double share = dotOf(one, vector);
            for (std::size_t i = 0; i < vector.size(); ++i)
                vector[i] -= share * one[i];
        }
    }
}

} // namespace

double valueError(double square, double residual)
{
    const double value = std::sqrt(square);
    return std::max(std::sqrt(square + residual) - value, value - std::sqrt(std::max(square - residual, 0.0)));
}

Vector randomDirection(std::size_t size)
{
    std::mt19937_64 random(20'071'103);
    std::normal_distribution<double> normal;
    Vector vector(size);
    for (double& number : vector)
        number = normal(random);
    return vector;
}

Result<LargestValue> findLargestValue(const MatrixSource& source, double scale, Vector start, const Work& work)
{
    constexpr double wanted =
        1e-4; // residual relative to the value; the error is far smaller: the square of the residual by the gap
    constexpr double nothing = 64 * std::numeric_limits<double>::epsilon();
    const double startLength = lengthOf(start);
    std::vector<Vector> basis{divided(std::move(start), startLength)};
    Vector diagonal;
    Vector beside;
    for (;;) {
        auto image = gramTimes(source, scale, basis.back(), work);
        if (!image)
            return fail(std::move(image.error()));
        diagonal.push_back(dotOf(basis.back(), *image));
        makeOrthogonal(*image, basis);
        const double length = lengthOf(*image);
        const std::size_t steps = diagonal.size();
        Matrix reduced(steps, steps);
        for (std::size_t i = 0; i < steps; ++i) {
            reduced.at(i, i) = diagonal[i];
            if (i + 1 < steps)
                reduced.at(i, i + 1) = reduced.at(i + 1, i) = beside[i];
        }
        const SymmetricEigen eigen = symmetricEigen(reduced);
        const double largest = eigen.values.front();
        const double residual = length * std::abs(eigen.vectors.at(steps - 1, 0));
        if (residual <= wanted * largest || length <= nothing * largest
            || steps == std::min(mostLanczosSteps, source.width())) {
            work.advance((mostLanczosSteps - steps) * source.length());
            return LargestValue{std::sqrt(largest), valueError(largest, residual)};
        }
        beside.push_back(length);
        basis.push_back(divided(std::move(*image), length));
    }
}

} // namespace loupe
