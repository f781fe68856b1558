#pragma once

#include "core/tree/name_tree.h"

#include <QList>
#include <QVariant>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace loupe {

/// A figure of each member of a role, from the first block to the last: how it goes over the depth of a model.
struct DepthFigure {
    /// More than any picture of it has pixels.
    static constexpr std::size_t mostValues = 512;

    /// NaN where it is not known. Of more members than `mostValues`, the extremes of neighbors that are taken together.
    QList<double> values;
    std::size_t members = 0;
    std::size_t known = 0;
    std::uint32_t least = 0; ///< tensor; of nothing if none is known
    std::uint32_t greatest = 0;
    double leastValue = 0;
    double greatestValue = 0;
};

/// `members` from the first block to the last; `figureOf` a tensor is NaN where it is not known. Looks at all members:
/// for a job.
DepthFigure depthFigureOf(
    std::span<const std::uint32_t> members, const std::function<double(std::uint32_t tensor)>& figureOf);

/// What the column Distribution of a TensorTreeModel answers about a role for the roles that are its own:
/// DepthFigureRole, and in words what the figure is, with its extremes and their blocks. `figure`: the root mean
/// square.
QVariant depthData(const DepthFigure& figure, const NameTree& tree, int role);

} // namespace loupe
