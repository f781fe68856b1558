#pragma once

#include "items/compare/layer_map.h"

#include <QString>

namespace loupe {

/// Texts about a cell of a LayerMap; plain text.

/// The name of its pair; for several pairs, numbers that differ are replaced by "*".
QString cellName(const LayerMap& map, std::uint32_t cell);
/// "changed · relative L2 0.0123 · …"; for several pairs, how many have which status, and which one differs most. Two
/// lines.
QString cellText(const LayerMap& map, std::uint32_t cell);

} // namespace loupe
