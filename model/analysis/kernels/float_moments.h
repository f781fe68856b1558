#pragma once

#include "analysis/kernels/block_figures.h"

#include <cstddef>

namespace loupe {

/// The figures of `count` floats, of any alignment, if all are finite. Otherwise `sum` is not finite and the rest is
/// meaningless. This is the fast path, so try it first. `scale` is a power of two that keeps squares of huge or tiny
/// doubles from overflowing or underflowing; for F32 neither can happen.
BlockFigures<float> finiteMoments(const float* numbers, std::size_t count, double pivot);
BlockFigures<double> finiteMoments(const double* numbers, std::size_t count, double pivot, double scale);

} // namespace loupe
