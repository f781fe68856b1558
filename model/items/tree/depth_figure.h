#pragma once

#include "core/tree/name_tree.h"

#include <QList>
#include <QVariant>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace loupe {

/// A figure for each member of a role, from the first block to the last: how it varies with the depth of a model.
struct DepthFigure {
    /// More than the width of any picture of it in pixels.
    static constexpr std::size_t mostValues = 512;

    /// NaN if unknown. If there are more members than `mostValues`, neighbors are merged and their extremes kept.
    QList<double> values;
    std::size_t members = 0;
    std::size_t known = 0;
    std::uint32_t least = 0; ///< the tensor with the smallest value; undefined if none is known
    std::uint32_t greatest = 0;
    double leastValue = 0;
    double greatestValue = 0;
};

/// `members`: from the first block to the last. `figureOf` returns NaN for an unknown figure. Visits all members, so
/// run it in a job.
DepthFigure depthFigureOf(
    std::span<const std::uint32_t> members, const std::function<double(std::uint32_t tensor)>& figureOf);

/// The data of a role in the column Distribution of a TensorTreeModel: DepthFigureRole, and a text about the figure,
/// with its extremes and their blocks. `figure`: the root mean squares.
QVariant depthData(const DepthFigure& figure, const NameTree& tree, int role);

} // namespace loupe
