#include "adapters/tensor_difference.h"

#include "adapters/wide_numbers.h"
#include "analysis/linear_algebra/product.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace loupe {

Result<TensorDifference> TensorDifference::open(const std::shared_ptr<const Checkpoint>& base, std::uint32_t baseTensor,
    const std::shared_ptr<const Checkpoint>& tuned, std::uint32_t tunedTensor, bool asStack)
{
    auto before = Elements::open(base, baseTensor);
    auto after = Elements::open(tuned, tunedTensor);
    if (!before || !after)
        return fail(before ? std::move(after.error()) : std::move(before.error()));
    TensorDifference difference(std::move(*before), std::move(*after));
    const auto shape = tuned->tensors[tunedTensor].shape;
    if (asStack)
        difference.m_experts = shape.front();
    difference.m_rows = shape.empty() ? 1 : shape[asStack ? 1 : 0];
    difference.m_columns = difference.m_tuned.count() / difference.m_experts / difference.m_rows;
    return difference;
}

StreamedMatrix TensorDifference::matrix(std::uint64_t expert) const
{
    return StreamedMatrix(
        m_rows, m_columns, [this, expert](std::uint64_t first, std::uint64_t, std::span<double> target) -> Result<> {
            const std::uint64_t begin = (expert * m_rows + first) * m_columns;
            Buffer scratch;
            std::vector<double> others(target.size());
            auto read = readWide(m_tuned, begin, target, scratch).and_then([&] {
                return readWide(m_base, begin, others, scratch);
            });
            for (std::size_t i = 0; i < target.size() && read; ++i)
                target[i] -= others[i];
            return read;
        });
}

Result<std::vector<double>> TensorDifference::squares(const Work& work) const
{
    std::vector<double> squares(m_experts);
    for (std::uint64_t expert = 0; expert < m_experts; ++expert) {
        auto measured = matrix(expert).forBlocks(work, [&](std::uint64_t, const Matrix& block) -> Result<> {
            for (const double number : block.values)
                squares[expert] += number * number;
            return {};
        });
        if (!measured)
            return fail(std::move(measured.error()));
    }
    return squares;
}

Result<double> TensorDifference::squareLeft(std::uint64_t expert, const Factors& factors, const Work& work) const
{
    double left = 0;
    auto done = matrix(expert).forBlocks(work, [&](std::uint64_t first, const Matrix& block) -> Result<> {
        Matrix rest = block;
        const MatrixView rows(
            &factors.up.values[first * factors.up.columns], block.rows, factors.up.columns, factors.up.columns);
        auto taken = addProduct(-1, rows, factors.down, ProductTarget(rest), Work{work.stop, nullptr});
        for (const double number : rest.values)
            left += number * number;
        return taken;
    });
    if (!done)
        return fail(std::move(done.error()));
    return left;
}

Result<bool> haveSameBytes(const std::shared_ptr<const Checkpoint>& base, std::uint32_t baseTensor,
    const std::shared_ptr<const Checkpoint>& tuned, std::uint32_t tunedTensor, const Work& work)
{
    const auto before = Elements::open(base, baseTensor);
    const auto after = Elements::open(tuned, tunedTensor);
    if (!before || !after)
        return fail(before ? after.error() : before.error());
    Buffer scratch;
    Buffer other;
    bool isSame = true;
    const std::uint64_t atOnce = std::max<std::uint64_t>(after->chunkElements() / 8 * 8, 8); // begins at a byte
    for (std::uint64_t first = 0; first < after->count() && isSame; first += atOnce) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const std::uint64_t count = std::min(atOnce, after->count() - first);
        Result<> inner;
        auto read = before->visit(first, count, scratch, [&](std::span<const std::byte> ofBase) {
            inner = after->visit(first, count, other,
                [&](std::span<const std::byte> ofTuned) { isSame = std::ranges::equal(ofBase, ofTuned); });
        });
        if (!read || !inner)
            return fail(read ? std::move(inner.error()) : std::move(read.error()));
    }
    return isSame;
}

} // namespace loupe
