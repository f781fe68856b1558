#pragma once

#include "analysis/linear_algebra/matrix.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace loupe {

/// A matrix that is read some rows at a time, as often as it is needed: it may be larger than memory.
class StreamedMatrix {
public:
    /// Puts rows [first, first + count) into `target`.
    using ReadRows = std::function<Result<>(std::uint64_t first, std::uint64_t count, std::span<double> target)>;

    StreamedMatrix(std::uint64_t rowCount, std::uint64_t columnCount, ReadRows read)
        : m_rows(rowCount)
        , m_columns(columnCount)
        , m_read(std::move(read))
    {
    }

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    /// Calls `visit(first, block)` for blocks of rows, from the first one on. Fails with Stopped, or as reading or
    /// visiting.
    Result<> forBlocks(
        const Work& work, const std::function<Result<>(std::uint64_t first, const Matrix& block)>& visit) const;

private:
    std::uint64_t m_rows;
    std::uint64_t m_columns;
    ReadRows m_read;
};

/// The largest singular values with their vectors.
struct TruncatedSvd {
    Matrix u; ///< a column for each value
    std::vector<double> values; ///< in falling order
    Matrix v; ///< a column for each value, not transposed
    bool isExact = false; ///< but for rounding
};

/// At least `rank` singular values where the matrix has as many. Exact where a side is not much longer than that; else
/// of a random subspace of some more dimensions that three rounds turn to the largest ones (Halko, Martinsson, Tropp,
/// 2011): values that are close to the first one left out may be a little too small. Reads the matrix four times. The
/// same matrix gives the same numbers. Precondition: all numbers are finite. Fails with Stopped, or as reading does.
Result<TruncatedSvd> truncatedSvd(const StreamedMatrix& matrix, std::uint64_t rank, const Work& work);

} // namespace loupe
