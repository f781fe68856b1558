#include "analysis/spectrum/leading_values.h"

#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"
#include "analysis/spectrum/largest_value.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace loupe {

namespace {

/// Scales each column to length 1, except for columns of zeros.
void normalizeColumns(Matrix& columns)
{
    std::vector<double> lengths(columns.columns);
    for (std::size_t i = 0; i < columns.rows; ++i) {
        for (std::size_t j = 0; j < columns.columns; ++j)
            lengths[j] += columns.at(i, j) * columns.at(i, j);
    }
    for (double& length : lengths)
        length = length > 0 ? 1 / std::sqrt(length) : 1;
    for (std::size_t i = 0; i < columns.rows; ++i) {
        for (std::size_t j = 0; j < columns.columns; ++j)
            columns.at(i, j) *= lengths[j];
    }
}

/// Replaces the columns by orthonormal ones that span the same space; by fewer, if they are linearly dependent. The
/// lengths of columns do not matter, so small values are found next to large ones. Orthogonalizes twice, because
/// rounding of nearly dependent columns leaves errors the first time.
Result<Matrix> orthonormal(Matrix columns, const Work& work)
{
    for (int round = 0; round < 2; ++round) {
        normalizeColumns(columns);
        auto overlaps = multiply(MatrixView(columns).transposed(), columns, work);
        if (!overlaps)
            return overlaps;
        const SymmetricEigen eigen = symmetricEigen(*overlaps);
        const double least = eigen.values.front() * std::numeric_limits<double>::epsilon() * 64;
        const auto kept =
            static_cast<std::size_t>(std::ranges::count_if(eigen.values, [&](double value) { return value > least; }));
        Matrix change(columns.columns, kept);
        for (std::size_t i = 0; i < columns.columns; ++i) {
            for (std::size_t j = 0; j < kept; ++j)
                change.at(i, j) = eigen.vectors.at(i, j) / std::sqrt(eigen.values[j]);
        }
        auto changed = multiply(columns, change, work);
        if (!changed)
            return changed;
        columns = std::move(*changed);
    }
    return columns;
}

/// The product of the source's Gram matrix and `columns`.
Result<Matrix> gramImage(const MatrixSource& source, double scale, const Matrix& columns, const Work& work)
{
    Matrix image(columns.rows, columns.columns);
    auto done = source.forBlocks(scale, work, [&](const MatrixView& block) -> Result<> {
        const auto product = multiply(block, columns, work);
        if (!product)
            return fail(product.error());
        auto added = addProduct(1, block.transposed(), *product, ProductTarget(image), work);
        work.advance(leadingRowUnits * block.rows);
        return added;
    });
    if (!done)
        return fail(std::move(done.error()));
    return image;
}

/// The singular values in the span of `columns`, and how far each is from a true one. Replaces `image` by that of
/// their vectors, one by one: then the column of a small value has no component of a large one, whose rounding errors
/// would exceed it.
Result<LeadingValues> valuesWithin(const Matrix& columns, Matrix& image, const Work& work)
{
    const auto inner = multiply(MatrixView(columns).transposed(), image, work);
    if (!inner)
        return fail(inner.error());
    const SymmetricEigen eigen = symmetricEigen(*inner);
    auto images = multiply(image, eigen.vectors, work);
    if (!images)
        return fail(images.error());
    image = std::move(*images);
    Matrix residuals = image;
    Matrix scaled = eigen.vectors;
    for (std::size_t i = 0; i < scaled.rows; ++i) {
        for (std::size_t j = 0; j < scaled.columns; ++j)
            scaled.at(i, j) *= eigen.values[j];
    }
    if (auto done = addProduct(-1, columns, scaled, ProductTarget(residuals), work); !done)
        return fail(std::move(done.error()));
    std::vector<double> squares(scaled.columns);
    for (std::size_t i = 0; i < residuals.rows; ++i) {
        for (std::size_t j = 0; j < residuals.columns; ++j)
            squares[j] += residuals.at(i, j) * residuals.at(i, j);
    }
    LeadingValues found;
    for (std::size_t j = 0; j < squares.size(); ++j) {
        const double square = std::max(eigen.values[j], 0.0);
        found.values.push_back(std::sqrt(square));
        found.errors.push_back(valueError(square, std::sqrt(squares[j])));
    }
    return found;
}

} // namespace

Result<LeadingValues> findLeadingValues(const MatrixSource& source, double scale, std::size_t count, const Work& work)
{
    constexpr std::size_t fewestPasses = 3;
    constexpr double wanted = 1e-4; // of the largest value
    const std::size_t width = source.width();
    Matrix start(width, std::min(count + leadingOversampling, width));
    std::mt19937_64 random(20'071'103);
    for (double& number : start.values)
        number =
            static_cast<double>(random() >> 11) * 0x1p-52 - 1; // from -1 to 1, the same with every standard library
    auto columns = orthonormal(std::move(start), work);
    LeadingValues found;
    for (std::size_t pass = 1; columns; ++pass) {
        auto image = gramImage(source, scale, *columns, work);
        if (!image)
            return fail(std::move(image.error()));
        auto values = valuesWithin(*columns, *image, work);
        if (!values)
            return values;
        found = std::move(*values);
        const std::size_t kept = std::min(count, found.values.size());
        found.values.resize(kept);
        found.errors.resize(kept);
        const double largestError = *std::ranges::max_element(found.errors);
        const bool isGood = pass >= fewestPasses && largestError <= wanted * found.values.front();
        if (isGood || pass == mostLeadingPasses) {
            work.advance((mostLeadingPasses - pass) * leadingRowUnits * source.length());
            for (std::size_t i = 0; i < width; ++i)
                found.direction.push_back(image->at(i, 0));
            return found;
        }
        columns = orthonormal(std::move(*image), work);
    }
    return fail(std::move(columns.error()));
}

} // namespace loupe
