#pragma once

#include "core/tree/tree_order.h"
#include "items/compare/comparison_results.h"
#include "items/writing/writing_request.h"

#include <memory>
#include <vector>

namespace loupe {

/// Selected rows of a comparison's tree: pairs, and groups. A group stands for all pairs that are shown below it.
struct PairChoice {
    ComparisonResultsPtr results; ///< null: nothing to choose from
    std::shared_ptr<const TreeOrder> order; ///< the rows that are shown
    std::vector<NameTree::NodeId> nodes; ///< in any order; may contain both a group and its members
};

/// B - A of the chosen pairs, except those known to be identical and those without a difference. The recipe fails if no
/// pairs remain, or if a part of A or B could not be read.
RecipeMaker differenceOf(PairChoice choice);

} // namespace loupe
