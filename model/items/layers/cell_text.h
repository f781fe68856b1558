#pragma once

#include "items/layers/checkpoint_layers.h"

#include <QString>

namespace loupe {

/// The name of the tensor of a cell; of several, with "*" for the numbers in which they differ.
QString cellName(const NameTree& tree, const LayerGrid& grid, std::uint32_t cell);

/// What a cell tells, in two lines: its figure with all digits; what its tensor is, and of several tensors the least
/// and the greatest figure.
QString cellText(const CheckpointLayers& layers, std::uint32_t cell);

/// The grid as CSV: a row for each cell, with all figures, that of adapters where there are `norms`.
/// Stopped: not whole.
std::string layersCsv(const OpenedCheckpoint& opened, const LayerGrid& grid, const HealthResults* results,
    const Work& work, const StableRanks* ranks = nullptr, const UpdateNorms* norms = nullptr);

} // namespace loupe
