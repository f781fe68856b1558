#pragma once

#include "analysis/kernels/block_figures.h"

#include <cstddef>

namespace loupe {

/// The figures of `count` floats, of any alignment, if all are finite. Where one is not, `sum` is not finite and the
/// rest means nothing: this is the fast way, to be tried first. `scale` is a power of two, so that squares of huge or
/// tiny doubles neither overflow nor vanish; of F32 neither can happen.
BlockFigures<float> finiteMoments(const float* numbers, std::size_t count, double pivot);
BlockFigures<double> finiteMoments(const double* numbers, std::size_t count, double pivot, double scale);

} // namespace loupe
