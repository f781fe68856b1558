#pragma once

#include "items/compare/layer_map.h"

#include <QString>

namespace loupe {

/// A cell of a LayerMap in words; plain text.

/// The name of its pair; for several, with "*" for the numbers in which they differ.
QString cellName(const LayerMap& map, std::uint32_t cell);
/// "changed · relative L2 0.0123 · …"; for several pairs how many are what, and which one differs most. Two lines.
QString cellText(const LayerMap& map, std::uint32_t cell);

} // namespace loupe
