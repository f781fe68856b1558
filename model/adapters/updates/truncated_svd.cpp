#include "adapters/updates/truncated_svd.h"

#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"

#include <algorithm>
#include <random>

namespace loupe {

namespace {

constexpr std::uint64_t blockNumbers = std::uint64_t{1} << 21; // 16 MiB of doubles
constexpr std::uint64_t moreDimensions = 16; // of the subspace
constexpr int rounds = 3;

/// Rows whose product with the matrix holds its row space: all of it, or random ones.
Matrix firstSubspace(std::uint64_t columns, std::uint64_t dimensions)
{
    Matrix subspace(columns, dimensions);
    if (columns == dimensions) {
        for (std::size_t i = 0; i < columns; ++i)
            subspace.at(i, i) = 1;
        return subspace;
    }
    std::mt19937_64 random(24); // any number that stays the same
    for (double& number : subspace.values)
        number = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
    return subspace;
}

} // namespace

Result<> StreamedMatrix::forBlocks(
    const Work& work, const std::function<Result<>(std::uint64_t first, const Matrix& block)>& visit) const
{
    const std::uint64_t atOnce =
        std::clamp<std::uint64_t>(blockNumbers / std::max<std::uint64_t>(m_columns, 1), 1, m_rows);
    for (std::uint64_t first = 0; first < m_rows; first += atOnce) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        Matrix block(std::min(atOnce, m_rows - first), m_columns);
        auto done = m_read(first, block.rows, block.values).and_then([&] { return visit(first, block); });
        if (!done)
            return done;
    }
    return {};
}

Result<TruncatedSvd> truncatedSvd(const StreamedMatrix& matrix, std::uint64_t rank, const Work& work)
{
    const std::uint64_t most = std::min(matrix.rows(), matrix.columns());
    const std::uint64_t dimensions = std::min(most, rank + moreDimensions);
    Matrix subspace = firstSubspace(matrix.columns(), dimensions);
    for (int round = 0; round < rounds && matrix.columns() > dimensions; ++round) {
        Matrix turned(matrix.columns(), dimensions);
        auto done = matrix.forBlocks(work, [&](std::uint64_t, const Matrix& block) {
            const auto image = multiply(block, subspace, work);
            return image ? addProduct(1, MatrixView(block).transposed(), *image, ProductTarget(turned), work)
                         : fail(image.error());
        });
        if (!done)
            return fail(std::move(done.error()));
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        subspace = thinQr(turned).q;
    }
    Matrix image(matrix.rows(), dimensions);
    auto done = matrix.forBlocks(work, [&](std::uint64_t first, const Matrix& block) {
        const ProductTarget target(&image.at(first, 0), block.rows, dimensions, dimensions);
        return addProduct(1, block, subspace, target, work);
    });
    if (!done)
        return fail(std::move(done.error()));
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    // The values of the small triangle are those of the image, and take less work.
    const ThinQr qr = thinQr(image);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    ThinSvd svd = thinSvd(qr.r);
    auto u = multiply(qr.q, svd.u, work);
    if (!u)
        return fail(std::move(u.error()));
    auto v = multiply(subspace, svd.v, work);
    if (!v)
        return fail(std::move(v.error()));
    return TruncatedSvd{std::move(*u), std::move(svd.values), std::move(*v), dimensions == most};
}

} // namespace loupe
