#pragma once

#include "core/result.h"
#include "core/work.h"

#include <vector>

namespace loupe {

/// Eigenvalues of the symmetric tridiagonal matrix, in falling order, to about the accuracy of doubles times the
/// largest. `below` has what is beside the diagonal, one number less. Looks at `work` before each. Fails with Stopped,
/// and with Unsupported where a number is not finite.
Result<std::vector<double>> tridiagonalEigenvalues(
    std::vector<double> diagonal, const std::vector<double>& below, const Work& work);

} // namespace loupe
