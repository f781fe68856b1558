#pragma once

#include "analysis/spectrum/matrix_source.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <vector>

namespace loupe {

struct LargestValue {
    double value = 0; ///< apart from rounding, never greater than the true one
    double error = 0; ///< upper bound of the distance from a true singular value
};

/// σ1 of a matrix divided by `scale`, which must have a number other than 0. C. Lanczos (1950), with all vectors kept
/// orthogonal, from `start`: a direction of the smaller side's length, other than 0. Reads the matrix up to
/// `mostLanczosSteps` times, but only a few times if σ1 is well separated or the start is close to its direction. The
/// result is at most some ten thousandths too small, if many singular values are nearly as large as σ1.
Result<LargestValue> findLargestValue(
    const MatrixSource& source, double scale, std::vector<double> start, const Work& work);

/// Maximum number of passes over the matrix; each has a progress unit for each row.
constexpr std::size_t mostLanczosSteps = 48;

/// A random direction, always the same one.
std::vector<double> randomDirection(std::size_t size);

/// Upper bound of a singular value's distance from a true one: for a unit vector v and a number λ, an eigenvalue of the
/// symmetric G is within |G v - λ v| of λ. `square` is λ, `residual` that length.
double valueError(double square, double residual);

} // namespace loupe
