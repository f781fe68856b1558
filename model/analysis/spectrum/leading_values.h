#pragma once

#include "analysis/spectrum/matrix_source.h"

#include <vector>

namespace loupe {

struct LeadingValues {
    std::vector<double> values; ///< in falling order, none greater than the true one
    std::vector<double> errors; ///< upper bound of each value's distance from a true one
    std::vector<double> direction; ///< close to the right singular vector of the largest value; not of length 1
};

/// The `count` largest singular values of a matrix divided by `scale`, fewer if all others are 0, by the randomized
/// subspace iteration of N. Halko, P.-G. Martinsson and J. A. Tropp, "Finding structure with randomness", SIAM Review
/// 53 (2011), with a start vector set that is always the same. Each value's error is bounded by the residual of its
/// vector. Reads the matrix three to seven times, until the errors are below 1e-4 of the largest value.
Result<LeadingValues> findLeadingValues(const MatrixSource& source, double scale, std::size_t count, const Work& work);

/// Maximum number of passes over the matrix.
constexpr std::size_t mostLeadingPasses = 7;
/// Progress units for each row of a pass. A row takes about that many times as long as with a single vector.
constexpr std::size_t leadingRowUnits = 16;
/// Number of columns that the iteration uses in addition to `count`.
constexpr std::size_t leadingOversampling = 16;

} // namespace loupe
