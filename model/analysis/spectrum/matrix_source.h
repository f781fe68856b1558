#pragma once

#include "analysis/linear_algebra/matrix.h"
#include "analysis/spectrum/tensor_matrix.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace loupe {

/// The numbers of a tensor, or of the difference b - a of two, as a matrix that is read in blocks of whole rows. It has
/// at least as many rows as columns: a wide tensor is read transposed. The elements must outlive this object.
class MatrixSource {
public:
    /// `blockNumbers`: the maximum count of numbers in memory at once, but at least one row.
    MatrixSource(const Elements& elements, TensorMatrix matrix, std::size_t blockNumbers)
        : m_a(elements)
        , m_matrix(std::move(matrix))
        , m_blockNumbers(blockNumbers)
    {
    }
    /// Precondition: both have the same number of elements.
    MatrixSource(const Elements& a, const Elements& b, TensorMatrix matrix, std::size_t blockNumbers)
        : m_a(a)
        , m_b(&b)
        , m_matrix(std::move(matrix))
        , m_blockNumbers(blockNumbers)
    {
    }

    const TensorMatrix& matrix() const { return m_matrix; }
    std::string_view name() const { return m_a.tensor().name; }
    std::size_t length() const { return m_matrix.largerSide(); }
    std::size_t width() const { return m_matrix.smallerSide(); }

    /// Figures over all numbers of the matrix.
    struct Look {
        double largest = 0; ///< magnitude; 0 only for a zero matrix
        double squares = 0; ///< sum of the squares of the numbers divided by `scale`
        double scale = 1; ///< a power of two near the largest magnitude: divided by it, squares fit doubles
    };
    /// Fails with Unsupported if a number is null or not finite, and says where.
    Result<Look> look(const Work& work) const;

    /// Calls `take` with each block, its numbers divided by `scale`. A block has width() columns.
    using Take = std::function<Result<>(const MatrixView& block)>;
    Result<> forBlocks(double scale, const Work& work, const Take& take) const;

private:
    struct Window;
    Result<> read(const Window& window, double scale, std::span<double> numbers, const Work& work) const;
    tl::unexpected<Error> notFinite(const Window& window, std::size_t number, double value) const;

    const Elements& m_a;
    const Elements* m_b = nullptr;
    TensorMatrix m_matrix;
    std::size_t m_blockNumbers;
};

} // namespace loupe
