#pragma once

#include "items/tree/filtered_health.h"

#include <QList>
#include <QString>

#include <cstddef>
#include <optional>
#include <span>

namespace loupe {

/// A figure of each member of a role, in the order of the blocks: how it goes over the depth of a model.
struct DepthFigure {
    QList<double> values; ///< NaN where it is not known
    std::size_t known = 0;
    std::size_t least = 0; ///< index of the least one; of nothing where none is known
    std::size_t greatest = 0;
};

/// The root mean square of the values.
DepthFigure rmsByDepth(const FilteredHealth& health, std::span<const NameTree::NodeId> members);

/// What the figure is, and its extremes with their blocks; empty where none is known.
QString depthText(const DepthFigure& figure, const NameTree& tree, std::span<const NameTree::NodeId> members);

} // namespace loupe
