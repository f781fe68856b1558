#pragma once

#include "analysis/linear_algebra/matrix.h"
#include "core/result.h"
#include "core/work.h"

#include <vector>

namespace loupe {

/// The eigenvalues in descending order. The error of each is about the precision of doubles times the largest one.
/// Reads only the lower triangle of the square matrix. Checks `work` about every 20 ms, and reports no progress. Fails
/// with Stopped, OutOfMemory, or Unsupported if a number is not finite, or so large that sums overflow.
Result<std::vector<double>> symmetricEigenvalues(Matrix matrix, const Work& work);

} // namespace loupe
