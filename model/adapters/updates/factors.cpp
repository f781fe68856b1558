#include "adapters/updates/factors.h"

#include "adapters/wide_numbers.h"
#include "analysis/linear_algebra/product.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/text/quote.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t middleRows = 256; // of the middle factor, times its kernel

/// Multiplies the middle factor [rank · rank, kernel] into down [rank, in]: element [a, i · kernel + k] is the sum over
/// b of middle[a, b, k] · down[b, i].
Result<Matrix> withMiddle(const Matrix& middle, const Matrix& down, const Work& work)
{
    const std::size_t rank = down.rows;
    const std::size_t kernel = middle.columns;
    Matrix whole(rank, down.columns * kernel);
    const std::size_t atOnce = std::max<std::size_t>(middleRows / kernel, 1);
    for (std::size_t first = 0; first < rank; first += atOnce) {
        const std::size_t count = std::min(atOnce, rank - first);
        Matrix rows(count * kernel, rank);
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t b = 0; b < rank; ++b) {
                for (std::size_t k = 0; k < kernel; ++k)
                    rows.at(a * kernel + k, b) = middle.at((first + a) * rank + b, k);
            }
        }
        const auto product = multiply(rows, down, work);
        if (!product)
            return fail(product.error());
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t k = 0; k < kernel; ++k) {
                for (std::size_t i = 0; i < down.columns; ++i)
                    whole.at(first + a, i * kernel + k) = product->at(a * kernel + k, i);
            }
        }
    }
    return whole;
}

} // namespace

Factors factorsOfRows(const Factors& whole, std::uint64_t firstRow, std::uint64_t rows)
{
    std::vector<std::size_t> ranks;
    for (std::size_t k = 0; k < whole.up.columns; ++k) {
        bool isUsed = false;
        for (std::size_t i = firstRow; i < firstRow + rows && !isUsed; ++i)
            isUsed = whole.up.at(i, k) != 0;
        if (isUsed)
            ranks.push_back(k);
    }
    if (ranks.empty())
        ranks.push_back(0);
    Factors own{Matrix(rows, ranks.size()), Matrix(ranks.size(), whole.down.columns)};
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        for (std::size_t i = 0; i < rows; ++i)
            own.up.at(i, k) = whole.up.at(firstRow + i, ranks[k]);
        for (std::size_t j = 0; j < whole.down.columns; ++j)
            own.down.at(k, j) = whole.down.at(ranks[k], j);
    }
    return own;
}

Result<Matrix> readMatrix(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::size_t rows, std::size_t columns)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return fail(elements.error());
    const auto count = checkedMultiply(std::uint64_t{rows}, std::uint64_t{columns});
    if (!count || *count > mostFactorNumbers || *count != elements->count()) {
        return fail(ErrorCode::TooLarge,
            "tensor " + quote(checkpoint->tensors[tensor].name) + " is too large for a factor of an adapter",
            elements->source().path().string());
    }
    Matrix matrix(rows, columns);
    Buffer scratch;
    if (auto read = readWide(*elements, 0, matrix.values, scratch); !read)
        return fail(std::move(read.error()));
    if (auto unchanged = elements->source().checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    return matrix;
}

std::pair<MatrixView, MatrixView> expertFactors(const Factors& all, std::uint64_t experts, std::uint64_t expert)
{
    const std::size_t rank = all.down.rows / experts;
    MatrixView up = all.up;
    up.data += expert;
    up.columns = rank;
    up.columnStride = experts;
    MatrixView down = all.down;
    down.data += expert * rank * down.rowStride;
    down.rows = rank;
    return {up, down};
}

std::pair<MatrixView, MatrixView> sidesOf(const MatrixView& up, const MatrixView& down, bool isTransposed)
{
    return isTransposed ? std::pair(down.transposed(), up.transposed()) : std::pair(up, down);
}

void putExpert(Factors& all, std::uint64_t experts, std::uint64_t expert, const Factors& own)
{
    const std::size_t rank = all.down.rows / experts;
    for (std::size_t k = 0; k < own.down.rows; ++k) {
        for (std::size_t i = 0; i < own.up.rows; ++i)
            all.up.at(i, k * experts + expert) = own.up.at(i, k);
        for (std::size_t j = 0; j < own.down.columns; ++j)
            all.down.at(expert * rank + k, j) = own.down.at(k, j);
    }
}

Result<Factors> readFactors(
    const Adapter& adapter, const AdapterModule& module, const ProductParts& parts, const Work& work)
{
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    const auto& checkpoint = adapter.checkpoint;
    const std::uint32_t upTensor = *module.part(parts.up);
    const std::uint32_t downTensor = *module.part(parts.down);
    const auto middle = parts.middle ? module.part(*parts.middle) : std::nullopt;
    const std::size_t rank = checkpoint->tensors[downTensor].shape[0];
    const std::size_t outputs = checkpoint->tensors[upTensor].elements() / rank;
    const std::size_t downColumns = checkpoint->tensors[downTensor].elements() / rank;
    const bool isTurned = middle && parts.turnsUp;
    auto up = readMatrix(checkpoint, upTensor, isTurned ? rank : outputs, isTurned ? outputs : rank);
    if (!up)
        return fail(std::move(up.error()));
    if (isTurned)
        *up = transposed(*up);
    auto down = readMatrix(checkpoint, downTensor, rank, downColumns);
    if (!down)
        return fail(std::move(down.error()));
    if (!middle)
        return Factors{std::move(*up), std::move(*down)};
    const std::size_t kernel = checkpoint->tensors[*middle].elements() / (rank * rank);
    const auto core = readMatrix(checkpoint, *middle, rank * rank, kernel);
    if (!core)
        return fail(core.error());
    auto whole = withMiddle(*core, *down, work);
    if (!whole)
        return fail(std::move(whole.error()));
    return Factors{std::move(*up), std::move(*whole)};
}

} // namespace loupe
