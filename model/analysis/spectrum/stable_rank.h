#pragma once

#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <optional>

namespace loupe {

/// ‖A‖F² / σ1²: how many singular values as large as the largest would have the squared norm of the matrix. At least 1,
/// at most the rank. M. Rudelson and R. Vershynin, "Sampling from large matrices", JACM 54 (2007). Nothing for a zero
/// matrix.
///
/// For a tensor as asMatrix() sees it without a stack. σ1 is found by the iteration of Lanczos, which reads the tensor
/// up to 50 times, a few times where σ1 stands apart, and holds at most 64 MiB of its numbers and 48 vectors as long as
/// its smaller side. The result is not less than the true one, but for rounding; it is some thousandths too large at
/// most, where many singular values are nearly as large as σ1. Fails as findSpectrum() does.
Result<std::optional<double>> findStableRank(const Elements& elements, const Work& work);

} // namespace loupe
