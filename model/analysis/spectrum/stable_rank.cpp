#include "analysis/spectrum/stable_rank.h"

#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"
#include "analysis/spectrum/matrix_source.h"
#include "analysis/spectrum/spectrum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace loupe {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t mostSteps = 48;

double dotOf(const Vector& a, const Vector& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
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

Vector divided(Vector vector, double by)
{
    for (double& number : vector)
        number /= by;
    return vector;
}

Vector randomDirection(std::size_t size)
{
    std::mt19937_64 random(20'071'103);
    std::normal_distribution<double> normal;
    Vector vector(size);
    for (double& number : vector)
        number = normal(random);
    const double length = std::sqrt(dotOf(vector, vector));
    return divided(std::move(vector), length);
}

/// σ1² of the matrix divided by `scale`; never more than the true value. C. Lanczos (1950), with all vectors kept
/// orthogonal.
Result<double> largestSquare(const MatrixSource& source, double scale, const Work& work)
{
    constexpr double wanted =
        1e-4; // residual relative to the value; the error is far smaller: the square of the residual by the gap
    constexpr double nothing = 64 * std::numeric_limits<double>::epsilon();
    std::vector<Vector> basis{randomDirection(source.width())};
    Vector diagonal;
    Vector beside;
    for (;;) {
        auto image = gramTimes(source, scale, basis.back(), work);
        if (!image)
            return fail(std::move(image.error()));
        diagonal.push_back(dotOf(basis.back(), *image));
        makeOrthogonal(*image, basis);
        const double length = std::sqrt(dotOf(*image, *image));
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
            || steps == std::min(mostSteps, source.width())) {
            work.advance((mostSteps - steps) * source.length());
            return largest;
        }
        beside.push_back(length);
        basis.push_back(divided(std::move(*image), length));
    }
}

} // namespace

Result<std::optional<double>> findStableRank(const Elements& elements, const Work& work)
{
    const SpectrumOptions options;
    auto matrix = spectrumMatrix(elements, options);
    if (!matrix)
        return fail(std::move(matrix.error()));
    const MatrixSource source(elements, std::move(*matrix), options.blockNumbers);
    work.expect(mostSteps * source.length());
    const auto look = source.look(work);
    if (!look)
        return fail(look.error());
    if (look->largest == 0) {
        work.advance(mostSteps * source.length());
        return std::nullopt;
    }
    const auto square = largestSquare(source, look->scale, work);
    if (!square)
        return fail(square.error());
    return std::optional(std::max(look->squares / *square, 1.0));
}

} // namespace loupe
