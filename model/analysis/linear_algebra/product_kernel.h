#pragma once

#include <cstddef>

namespace loupe {

/// Rows of the tile that one call of the kernel computes.
constexpr std::size_t productTileRows = 6;
/// The upper bound of productTileColumns(), for array sizes.
constexpr std::size_t mostProductTileColumns = 64;

/// Columns of that tile on this machine.
std::size_t productTileColumns();

/// tile = a · b for `depth` terms. `a`: productTileRows numbers for each term; `b`: productTileColumns() for each;
/// `tile`: productTileRows rows of productTileColumns().
void multiplyTile(std::size_t depth, const double* a, const double* b, double* tile);

} // namespace loupe
