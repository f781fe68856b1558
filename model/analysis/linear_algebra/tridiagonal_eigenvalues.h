#pragma once

#include "core/result.h"
#include "core/work.h"

#include <vector>

namespace loupe {

/// The eigenvalues of a symmetric tridiagonal matrix, in descending order. The error of each is about the precision of
/// doubles times the largest one. `below` is the subdiagonal, one number shorter. Checks `work` before each eigenvalue.
/// Fails with Stopped, or with Unsupported if a number is not finite.
Result<std::vector<double>> tridiagonalEigenvalues(
    std::vector<double> diagonal, const std::vector<double>& below, const Work& work);

} // namespace loupe
