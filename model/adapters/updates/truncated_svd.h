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

/// A matrix that is read in blocks of rows, repeatedly if needed. It may be larger than memory.
class StreamedMatrix {
public:
    /// Reads rows [first, first + count) into `target`.
    using ReadRows = std::function<Result<>(std::uint64_t first, std::uint64_t count, std::span<double> target)>;

    StreamedMatrix(std::uint64_t rowCount, std::uint64_t columnCount, ReadRows read)
        : m_rows(rowCount)
        , m_columns(columnCount)
        , m_read(std::move(read))
    {
    }

    std::uint64_t rows() const { return m_rows; }
    std::uint64_t columns() const { return m_columns; }
    /// Calls `visit(first, block)` for consecutive blocks of rows. Fails with Stopped, or as reading or visiting does.
    Result<> forBlocks(
        const Work& work, const std::function<Result<>(std::uint64_t first, const Matrix& block)>& visit) const;

private:
    std::uint64_t m_rows;
    std::uint64_t m_columns;
    ReadRows m_read;
};

/// The largest singular values and their vectors.
struct TruncatedSvd {
    Matrix u; ///< a column for each value
    std::vector<double> values; ///< in descending order
    Matrix v; ///< a column for each value, not transposed
    bool isExact = false; ///< except for rounding
};

/// Computes at least `rank` singular values, or all if the matrix has fewer. The result is exact if a side is not much
/// longer than that. Otherwise it comes from a random subspace with some extra dimensions, refined by three iterations
/// (Halko, Martinsson, Tropp, 2011): values close to the first omitted one may be slightly too small. Reads the matrix
/// four times. Deterministic. Precondition: all numbers are finite. Fails with Stopped, or as reading does.
Result<TruncatedSvd> truncatedSvd(const StreamedMatrix& matrix, std::uint64_t rank, const Work& work);

} // namespace loupe
