#pragma once

#include "adapters/updates/factors.h"
#include "adapters/updates/truncated_svd.h"
#include "core/checkpoint.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace loupe {

/// The difference between a tensor of a tuned model and that of its base, in 64 bits: one matrix, or one for each of
/// the stacked experts. Read on demand, repeatedly.
class TensorDifference {
public:
    /// Treats the tensor as one matrix whose columns are all dimensions except the first one or, with `asStack`, as
    /// [experts, rows, columns]. Precondition: both tensors have floats and the same shape, without a dimension of 0.
    /// Fails as Elements do.
    static Result<TensorDifference> open(const std::shared_ptr<const Checkpoint>& base, std::uint32_t baseTensor,
        const std::shared_ptr<const Checkpoint>& tuned, std::uint32_t tunedTensor, bool asStack);

    std::uint64_t experts() const { return m_experts; } ///< 1 if it is no stack
    std::uint64_t rows() const { return m_rows; } ///< of each matrix
    std::uint64_t columns() const { return m_columns; }
    /// The matrix of one expert. Precondition: the difference outlives it.
    StreamedMatrix matrix(std::uint64_t expert) const;

    /// The squared Frobenius norm of each matrix. Fails with Stopped, or as reading does.
    Result<std::vector<double>> squares(const Work& work) const;
    /// The squared norm of an expert's matrix minus the product of the factors. Fails as squares() does.
    Result<double> squareLeft(std::uint64_t expert, const Factors& factors, const Work& work) const;

private:
    TensorDifference(Elements base, Elements tuned)
        : m_base(std::move(base))
        , m_tuned(std::move(tuned))
    {
    }

    Elements m_base;
    Elements m_tuned;
    std::uint64_t m_experts = 1;
    std::uint64_t m_rows = 1;
    std::uint64_t m_columns = 1;
};

/// Whether two tensors of equal dtype and shape have the same bytes. Fails with Stopped, or as Elements do.
Result<bool> haveSameBytes(const std::shared_ptr<const Checkpoint>& base, std::uint32_t baseTensor,
    const std::shared_ptr<const Checkpoint>& tuned, std::uint32_t tunedTensor, const Work& work);

} // namespace loupe
