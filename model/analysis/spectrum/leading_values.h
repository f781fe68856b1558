#pragma once

#include "analysis/spectrum/matrix_source.h"

#include <vector>

namespace loupe {

struct LeadingValues {
    std::vector<double> values; ///< in falling order, none greater than the true one
    std::vector<double> errors; ///< a true value is at most so far from each
};

/// The `count` largest singular values of a matrix divided by `scale`, fewer where all others are 0, by the randomized
/// subspace iteration of N. Halko, P.-G. Martinsson and J. A. Tropp, "Finding structure with randomness", SIAM Review
/// 53 (2011), with a start that is always the same. Each value's error is bounded by the residual of its vector. Reads
/// the matrix three to seven times, until the errors are below 1e-4 of the largest value.
Result<LeadingValues> findLeadingValues(const MatrixSource& source, double scale, std::size_t count, const Work& work);

/// The most passes that it takes.
constexpr std::size_t mostLeadingPasses = 7;
/// Columns beyond `count` that it works with.
constexpr std::size_t leadingOversampling = 16;

} // namespace loupe
