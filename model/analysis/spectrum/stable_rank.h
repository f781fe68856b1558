#pragma once

#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <optional>

namespace loupe {

/// ‖A‖F² / σ1²: the number of singular values of size σ1 that would have the squared norm of the matrix. At least 1, at
/// most the rank. M. Rudelson and R. Vershynin, "Sampling from large matrices", JACM 54 (2007). Nothing for a zero
/// matrix.
///
/// Takes the tensor as asMatrix() does without a stack. Finds σ1 by Lanczos iteration. That reads the tensor up to 50
/// times, but only a few times if σ1 is well separated. It holds at most 64 MiB of the tensor's numbers, and 48 vectors
/// as long as its smaller side. Apart from rounding, the result is never too small; it is at most some thousandths too
/// large, if many singular values are nearly as large as σ1. Fails as findSpectrum() does.
Result<std::optional<double>> findStableRank(const Elements& elements, const Work& work);

} // namespace loupe
