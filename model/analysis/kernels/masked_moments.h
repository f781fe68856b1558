#pragma once

#include "analysis/kernels/block_figures.h"

#include <cstddef>

namespace loupe {

/// The figures of any `count` floats, of any alignment; NaN and infinities are counted and excluded from the rest.
/// `scale` as for finiteMoments().
BlockFigures<float> maskedMoments(const float* numbers, std::size_t count, double pivot, double scale);
BlockFigures<double> maskedMoments(const double* numbers, std::size_t count, double pivot, double scale);

} // namespace loupe
