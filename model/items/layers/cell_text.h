#pragma once

#include "items/layers/checkpoint_layers.h"

#include <QString>

namespace loupe {

/// The name of a cell's tensor; for several tensors, with "*" for the numbers that differ.
QString cellName(const NameTree& tree, const LayerGrid& grid, std::uint32_t cell);

/// Describes a cell in two lines: its figure with all digits; then its tensor, or the least and greatest figure of
/// several tensors.
QString cellText(const CheckpointLayers& layers, std::uint32_t cell);

/// The grid as CSV: a row for each cell, with all figures, including that of adapters if there are `norms`. Incomplete
/// if stopped.
std::string layersCsv(const OpenedCheckpoint& opened, const LayerGrid& grid, const HealthResults* results,
    const Work& work, const StableRanks* ranks = nullptr, const UpdateNorms* norms = nullptr);

} // namespace loupe
