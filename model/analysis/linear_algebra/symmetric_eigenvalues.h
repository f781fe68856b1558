#pragma once

#include "analysis/linear_algebra/matrix.h"
#include "core/result.h"
#include "core/work.h"

#include <vector>

namespace loupe {

/// Eigenvalues in falling order, each to about the accuracy of doubles times the largest. Takes the lower triangle of a
/// square matrix, and overwrites it. Reports order³ · 4 / 3 units of `work`'s progress in millions. Looks at `work`
/// about every 20 ms. Fails with Stopped, OutOfMemory, and Unsupported where a number is not finite.
Result<std::vector<double>> symmetricEigenvalues(Matrix matrix, const Work& work);

} // namespace loupe
