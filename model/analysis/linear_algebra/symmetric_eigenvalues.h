#pragma once

#include "analysis/linear_algebra/matrix.h"
#include "core/result.h"
#include "core/work.h"

#include <vector>

namespace loupe {

/// Eigenvalues in falling order, each to about the accuracy of doubles times the largest. Takes the lower triangle of a
/// square matrix, and overwrites it. Looks at `work` about every 20 ms, and reports no progress. Fails with Stopped,
/// OutOfMemory, and Unsupported where a number is not finite, or so large that sums of them are not.
Result<std::vector<double>> symmetricEigenvalues(Matrix matrix, const Work& work);

} // namespace loupe
