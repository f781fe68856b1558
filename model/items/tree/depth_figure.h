#pragma once

#include "items/tree/filtered_health.h"

#include <QList>
#include <QVariant>

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

/// What the column Distribution of a TensorTreeModel answers about a role for the roles that are its own:
/// DepthFigureRole, and in words what the figure is, with its extremes and their blocks. Invalid where none is known.
QVariant depthData(
    const FilteredHealth& health, const NameTree& tree, std::span<const NameTree::NodeId> members, int role);

} // namespace loupe
