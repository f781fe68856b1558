#pragma once

#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <optional>

namespace loupe {

/// ‖A‖F² / σ1²: how many singular values as large as the largest would have the squared norm of the matrix. At least 1,
/// at most the rank. M. Rudelson and R. Vershynin, "Sampling from large matrices", JACM 54 (2007).
struct StableRank {
    double value = 0; ///< not less than the true one, but for rounding
    double error = 0; ///< from the bound of the largest value: the true one is at most so far below, mostly much less
};

/// Of a tensor as asMatrix() sees it without a stack, from its largest singular value alone: reads it four to eight
/// times and holds at most 64 MiB of its numbers, whatever its size. Nothing for a zero matrix. Fails as findSpectrum()
/// does.
Result<std::optional<StableRank>> findStableRank(const Elements& elements, const Work& work);

} // namespace loupe
